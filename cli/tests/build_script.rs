//! What the build script calls a build.

#[allow(dead_code)]
#[path = "../build.rs"]
mod script;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with a source, a document and a test in it.
fn sources(name: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("plywood-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    for file in ["search/src/lib.rs", "search/tests/laws.rs", "README.md"] {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file).unwrap();
    }
    root
}

fn digest(root: &Path) -> String {
    let mut files = Vec::new();
    script::list(root, &mut files);
    files.sort();
    script::digest(root, &files)
}

fn git(root: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
    let status = Command::new("git").arg("-C").arg(root).args(identity).args(arguments).status();
    assert!(status.expect("git is there").success(), "{arguments:?}");
}

#[test]
fn the_digest_knows_sources_and_no_documents_or_tests() {
    let root = sources("digest");
    let first = digest(&root);
    assert_eq!(first.len(), 12);
    for other in ["search/tests/laws.rs", "README.md", "CHANGELOG.md"] {
        fs::write(root.join(other), "changed").unwrap();
        assert_eq!(digest(&root), first, "{other}");
    }
    fs::write(root.join("search/src/lib.rs"), "changed").unwrap();
    let second = digest(&root);
    fs::write(root.join("search/src/new.rs"), "").unwrap();
    assert!(first != second && second != digest(&root));
    fs::remove_dir_all(&root).unwrap();
}

#[test]
fn the_commit_is_the_last_one_that_touched_a_source() {
    let root = sources("commit");
    assert_eq!(script::commit(&root), None);
    git(&root, &["init", "-q"]);
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "one"]);
    let (first, is_dirty) = script::commit(&root).expect("a commit");
    assert_eq!((first.len(), is_dirty), (12, false));
    fs::write(root.join("README.md"), "changed").unwrap();
    assert_eq!(script::commit(&root), Some((first.clone(), false)));
    git(&root, &["commit", "-qam", "two"]);
    assert_eq!(script::commit(&root), Some((first.clone(), false)));
    fs::write(root.join("search/src/new.rs"), "").unwrap();
    assert_eq!(script::commit(&root), Some((first.clone(), true)));
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "three"]);
    assert!(script::commit(&root).is_some_and(|(commit, is_dirty)| commit != first && !is_dirty));
    assert_eq!(script::commit(&root.join("search")), None);
    fs::remove_dir_all(&root).unwrap();
}
