//! The page as a static site: the embedded files, and the engines as WebAssembly, which run in a worker.

use crate::assets::FILES;
use core::fmt;
use core::hash::Hasher;
use std::hash::DefaultHasher;

/// What the page may load and run: nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
/// The name under which the page's worker looks for the engines.
const ENGINES: &str = "plywood.wasm";
/// The same for the engines with threads.
const THREADS: &str = "plywood-threads.wasm";
/// The service worker, which keeps all other files for the time without a network.
const OFFLINE: &str = "offline.js";
/// The file from which some hosts, such as Netlify and Cloudflare Pages, read the headers of their answers.
/// They do not serve it.
const HEADERS: &str = "_headers";
/// The headers with which a page may share memory with its workers.
const ISOLATION: &str =
    "/*\n  Cross-Origin-Opener-Policy: same-origin\n  Cross-Origin-Embedder-Policy: require-corp\n";

/// The engines of a static site: the package `plywood-worker` as WebAssembly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Engines {
    /// Compiled for `wasm32-unknown-unknown`. They run in every browser, on one thread.
    pub single: Vec<u8>,
    /// Compiled for `wasm32-wasip1-threads`. The page takes them where it may share memory with its workers.
    pub threads: Option<Vec<u8>>,
}

/// Error returned when the engines are not a module of WebAssembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWebAssembly;

impl fmt::Display for NotWebAssembly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a module of WebAssembly")
    }
}

impl core::error::Error for NotWebAssembly {}

/// The files of the static site, by name, with these engines. Any web host serves a folder of these files.
///
/// The same engines give the same files.
///
/// # Errors
///
/// If the engines are not modules of WebAssembly.
pub fn site(engines: Engines) -> Result<Vec<(&'static str, Vec<u8>)>, NotWebAssembly> {
    let threads = engines.threads.map(|threads| (THREADS, threads));
    let has_threads = threads.is_some();
    let modules: Vec<_> = [(ENGINES, engines.single)].into_iter().chain(threads).collect();
    if !modules.iter().all(|(_, module)| module.starts_with(b"\0asm")) {
        return Err(NotWebAssembly);
    }
    let page = FILES.iter().map(|&(path, _, bytes)| match path {
        "/" => ("index.html", index(bytes, has_threads)),
        path => (path.trim_start_matches('/'), bytes.to_vec()),
    });
    let mut files: Vec<_> = page.chain(modules).collect();
    let (version, list) = (version(&files), list(&files));
    for (_, bytes) in files.iter_mut().filter(|file| file.0 == OFFLINE) {
        *bytes = replaced(bytes, &[("const VERSION = 'none'", &version), ("const FILES = []", &list)]);
    }
    files.push((HEADERS, ISOLATION.into()));
    Ok(files)
}

/// The page, which is told that its engines are in a worker, and where those with threads are.
fn index(page: &[u8], has_threads: bool) -> Vec<u8> {
    let threads = if has_threads { format!(" data-threads=\"{THREADS}\"") } else { String::new() };
    let root = format!("<html lang=\"en\" data-desk=\"worker\"{threads}>");
    let charset = "<meta charset=\"utf-8\" />";
    let policy = format!("{charset}<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />");
    replaced(page, &[("<html lang=\"en\">", &root), (charset, &policy)])
}

/// The service worker's line that tells a version from every other.
fn version(files: &[(&str, Vec<u8>)]) -> String {
    let mut hasher = DefaultHasher::new();
    for (name, bytes) in files {
        hasher.write(name.as_bytes());
        hasher.write_usize(bytes.len());
        hasher.write(bytes);
    }
    format!("const VERSION = '{:016x}'", hasher.finish())
}

/// The service worker's line that lists what it keeps.
fn list(files: &[(&str, Vec<u8>)]) -> String {
    let names = files.iter().map(|file| file.0).filter(|&name| name != OFFLINE);
    let names: Vec<String> = names.map(|name| format!(", './{name}'")).collect();
    format!("const FILES = ['./'{}]", names.concat())
}

fn replaced(bytes: &[u8], changes: &[(&str, &str)]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    changes.iter().fold(text, |text, (old, new)| text.replacen(old, new, 1)).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &[u8] = b"\0asm\x01\0\0\0";

    fn single(module: &[u8]) -> Engines {
        Engines { single: module.to_vec(), threads: None }
    }

    fn text<'a>(files: &'a [(&str, Vec<u8>)], name: &str) -> &'a str {
        let file = files.iter().find(|file| file.0 == name).expect("a file of this name");
        core::str::from_utf8(&file.1).expect("a text")
    }

    #[test]
    fn the_site_is_the_page_with_its_engines() {
        let files = site(single(MODULE)).expect("a module");
        assert_eq!(files.len(), FILES.len() + 2);
        let page = text(&files, "index.html");
        assert!(page.contains("data-desk=\"worker\">") && page.contains(POLICY), "{page}");
        let offline = text(&files, OFFLINE);
        assert!(
            offline.contains("'./', './index.html'") && offline.contains("'./plywood.wasm'"),
            "{offline}"
        );
        assert!(!offline.contains("'none'") && !offline.contains("./offline.js"), "{offline}");
    }

    #[test]
    fn engines_with_threads_are_named_to_the_page_and_kept_for_the_time_without_a_network() {
        let files = site(Engines { threads: Some(MODULE.to_vec()), ..single(MODULE) }).expect("modules");
        assert_eq!(files.len(), FILES.len() + 3);
        let page = text(&files, "index.html");
        assert!(page.contains("data-desk=\"worker\" data-threads=\"plywood-threads.wasm\">"), "{page}");
        let list =
            text(&files, OFFLINE).lines().find(|line| line.starts_with("const FILES")).expect("a list");
        assert!(list.contains("'./plywood.wasm', './plywood-threads.wasm'"), "{list}");
        assert!(!list.contains("_headers"), "hosts serve no such file: {list}");
        assert!(text(&files, "_headers").contains("Cross-Origin-Embedder-Policy: require-corp\n"));
    }

    #[test]
    fn other_engines_are_another_version() {
        let version = |module: &[u8]| text(&site(single(module)).expect("a module"), OFFLINE).to_owned();
        assert_eq!(version(MODULE), version(MODULE));
        assert_ne!(version(MODULE), version(&[MODULE, b"\0"].concat()));
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert_eq!(site(single(b"MZ")), Err(NotWebAssembly));
        assert_eq!(site(Engines::default()), Err(NotWebAssembly));
        assert_eq!(site(Engines { threads: Some(Vec::new()), ..single(MODULE) }), Err(NotWebAssembly));
    }
}
