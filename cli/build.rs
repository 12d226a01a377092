//! Finds out what is being built, without a network: the variable `PLYWOOD_BUILD` of the program.
//!
//! `0.1.0+50e466c21d07.x86_64-v3`: the version; the last commit that touched more than documents and tests,
//! with `-dirty-` and a digest of the sources where they differ from it, or `src-` and that digest where
//! there is no repository; `debug` if it is no release; the processor and its features beyond the least.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What cannot change the moves of an engine, as git and the walk over the folders name it: folders and
/// endings.
const NO_SOURCE_FOLDERS: [&str; 7] =
    ["target", "tests", "benches", "examples", "fuzz", "client", "node_modules"];
const NO_SOURCE_ENDINGS: [&str; 1] = [".md"];

fn main() {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    // Packed for a registry the package stands alone, and its dependencies are known by their versions.
    let workspace = own.parent().filter(|folder| folder.join("search/Cargo.toml").is_file());
    let root = workspace.unwrap_or(&own);
    let mut sources = Vec::new();
    list(root, &mut sources);
    sources.sort();
    watch(root, &sources);
    let digest = digest(root, &sources);
    let source = workspace.and_then(commit).map_or_else(
        || packed_commit(&own).unwrap_or_else(|| format!("src-{digest}")),
        |(commit, is_dirty)| if is_dirty { format!("{commit}-dirty-{digest}") } else { commit },
    );
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=PLYWOOD_BUILD={version}+{source}{}.{}", profile(), target());
}

/// The files that make the program, but hidden ones.
pub(crate) fn list(folder: &Path, sources: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let is_source =
            !name.starts_with('.') && !NO_SOURCE_ENDINGS.iter().any(|ending| name.ends_with(ending));
        if path.is_dir() && is_source && !NO_SOURCE_FOLDERS.contains(&name) {
            list(&path, sources);
        } else if path.is_file() && is_source {
            sources.push(path);
        }
    }
}

/// Asks cargo to come back when a source changes, when one comes or goes, or when there is another commit.
fn watch(root: &Path, sources: &[PathBuf]) {
    let mut watched: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    // A folder changes when a file comes or goes; cargo looks into it, and so only folders without documents
    // and tests will do.
    watched.extend(sources.iter().filter_map(|file| file.ancestors().find(|folder| folder.ends_with("src"))));
    watched.dedup();
    for path in watched {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    for name in ["HEAD", "logs/HEAD", "packed-refs"] {
        let path = git(root, &["rev-parse", "--git-path", name]).map(|path| root.join(path));
        if let Some(path) = path.filter(|path| path.exists()) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
}

/// A number over all sources and their names (the hash FNV-1a).
pub(crate) fn digest(root: &Path, sources: &[PathBuf]) -> String {
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    for path in sources {
        let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
        let content = fs::read(path).unwrap_or_default();
        for byte in name.bytes().chain([0]).chain(content) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{:012x}", digest >> 16)
}

/// The last commit that touched a source, and whether the sources differ from it; `None` if there is no git,
/// or the folder is not the top of a repository.
pub(crate) fn commit(root: &Path) -> Option<(String, bool)> {
    if !git(root, &["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    let folders = NO_SOURCE_FOLDERS.iter().map(|folder| format!(":(exclude,glob)**/{folder}/**"));
    let files = NO_SOURCE_ENDINGS.iter().map(|ending| format!(":(exclude,glob)**/*{ending}"));
    let others: Vec<String> = folders.chain(files).chain([":(exclude,glob)**/.*/**".to_owned()]).collect();
    let ask = |words: &[&str]| {
        let paths = ["--", "."].into_iter().chain(others.iter().map(String::as_str));
        git(root, &words.iter().copied().chain(paths).collect::<Vec<_>>())
    };
    let commit = ask(&["log", "-1", "--format=%H"]).filter(|commit| !commit.is_empty())?;
    let changes = ask(&["status", "--porcelain"])?;
    Some((commit.chars().take(12).collect(), !changes.is_empty()))
}

/// The commit that cargo notes in a package that it packs.
fn packed_commit(own: &Path) -> Option<String> {
    let text = fs::read_to_string(own.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    let is_dirty = text.contains("\"dirty\": true");
    (commit.len() >= 12 && !is_dirty).then(|| commit[..12].to_owned())
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn profile() -> &'static str {
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") { "" } else { ".debug" }
}

/// The features of x86-64-v3, the level that the project is built for, and of every x86-64.
const LEVEL_3: &str =
    "avx avx2 bmi1 bmi2 cmpxchg16b f16c fma lzcnt movbe popcnt sse3 sse4.1 sse4.2 ssse3 xsave";
const LEVEL_1: &str = "fxsr sse sse2 x87";

/// The processor, and its features beyond those that all of its kind have.
fn target() -> String {
    let of = |name: &str| env::var(name).unwrap_or_default();
    let (processor, features) = (of("CARGO_CFG_TARGET_ARCH"), of("CARGO_CFG_TARGET_FEATURE"));
    let features: Vec<&str> = features.split(',').filter(|feature| !feature.is_empty()).collect();
    let is_level_3 = LEVEL_3.split(' ').all(|feature| features.contains(&feature));
    let (level, known) = if is_level_3 { ("-v3", LEVEL_3) } else { ("", "") };
    let is_known = |feature: &&str| LEVEL_1.split(' ').chain(known.split(' ')).any(|known| known == *feature);
    let more: String =
        features.iter().filter(|feature| !is_known(feature)).map(|name| format!("+{name}")).collect();
    format!("{processor}{level}{more}")
}
