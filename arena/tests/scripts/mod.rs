//! Engines that are shell scripts, and what is left of them.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A script in a folder of its own, which also holds `sleep`: whatever the script starts can be told by the
/// folder's name.
pub(crate) struct Script {
    folder: PathBuf,
}

impl Script {
    /// A script that begins with these lines, the folder's path standing for `FOLDER`, and then answers UGI:
    /// with the line `go` when it is asked for a move.
    pub(crate) fn ugi(prelude: &str, go: &str) -> Self {
        Self::answering(prelude, &format!("ugi) echo ugiok;;\n    go*) {go};;"))
    }

    /// The same with these answers, as `case` has them.
    pub(crate) fn answering(prelude: &str, answers: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("plywood-script-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let sleep = ["/bin/sleep", "/usr/bin/sleep"].into_iter().find(|path| Path::new(path).exists());
        std::os::unix::fs::symlink(sleep.expect("a sleep"), folder.join("sleep")).expect("a link");
        let text = format!(
            "{prelude}\nwhile read -r line; do\n  case \"$line\" in\n    isready) echo readyok;;\n    {answers}\n    quit) exit 0;;\n  esac\ndone\n"
        );
        let text = text.replace("FOLDER", &folder.display().to_string());
        fs::write(folder.join("engine.sh"), text).expect("a script");
        Self { folder }
    }

    /// A file of the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The value of `cmd` that runs the script.
    pub(crate) fn command(&self) -> String {
        format!("'sh {}'", self.file("engine.sh").display())
    }

    /// The command lines of what lives of the script.
    #[cfg(target_os = "linux")]
    pub(crate) fn living(&self) -> Vec<String> {
        let folder = self.folder.display().to_string();
        let processes = fs::read_dir("/proc").expect("a folder").flatten();
        let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
        let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
        // The test itself, and whoever was given the script as an engine, name it too.
        lines.filter(|line| line.contains(&folder) && !line.contains("external:")).collect()
    }

    /// The processes of the script that are left after a while: a killed one takes a moment to go.
    #[cfg(target_os = "linux")]
    pub(crate) fn left(&self) -> Vec<String> {
        for _ in 0..500 {
            if self.living().is_empty() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        self.living()
    }

    /// Waits until so many processes of the script live.
    #[cfg(target_os = "linux")]
    pub(crate) fn wait_for(&self, number: usize) {
        for _ in 0..6_000 {
            if self.living().len() >= number {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("{number} processes should live: {:?}", self.living());
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
