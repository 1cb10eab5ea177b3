//! The list of kernels, the doors in the sources and the tests of the contract name the same kernels.
#![allow(clippy::unwrap_used)]
use lacuna::list::KERNELS;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<(PathBuf, String)> {
    fn below(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found
}

/// Family, file and name of every public door that the multiversion macro defines.
fn doors() -> BTreeSet<(String, String, String)> {
    let mut doors = BTreeSet::new();
    for (path, text) in files("src") {
        let family = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let file = path.file_stem().unwrap().to_str().unwrap();
        for invocation in text.split("multiversion! {").skip(1) {
            // `pub fn name / scalar_name [`; those of the crate alone are no doors.
            let Some((name, scalar)) = invocation.split("fn ").nth(1).and_then(|rest| rest.split('[').next()?.split_once(" / ")) else {
                continue;
            };
            if invocation.contains(&format!("pub fn {name} / ")) {
                assert_eq!(scalar.trim(), format!("scalar_{name}"), "{}", path.display());
                doors.insert((family.to_owned(), file.to_owned(), name.to_owned()));
            }
        }
    }
    assert!(doors.len() >= KERNELS.len(), "the macro is written in another way than this test knows: {doors:?}");
    doors
}

#[test]
fn every_door_is_listed() {
    for (family, _, name) in doors() {
        let listed =
            KERNELS.iter().any(|kernel| kernel.family == family && (kernel.name == name || kernel.structure.contains(&name.as_str())));
        assert!(listed, "{family}::{name} is not in list.rs");
    }
}

#[test]
fn every_listed_kernel_has_a_door_in_the_file_of_its_name() {
    let doors = doors();
    for kernel in KERNELS {
        let at_home = |file: &str| doors.contains(&(kernel.family.to_owned(), file.to_owned(), kernel.name.to_owned()));
        // The two ways from dense to csr share a file.
        assert!(at_home(kernel.name) || at_home(kernel.name.trim_end_matches("_one_pass")), "{}::{}", kernel.family, kernel.name);
    }
}

#[test]
fn no_kernel_is_listed_twice() {
    let names: BTreeSet<_> = KERNELS.iter().map(|kernel| (kernel.family, kernel.name)).collect();
    assert_eq!(names.len(), KERNELS.len());
}

#[test]
fn every_door_and_structure_call_is_exported() {
    let source = |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name)).unwrap();
    for (family, file, name) in doors() {
        let line = format!("pub use super::{file}::scalar_{name} as {name};");
        assert!(source(&format!("{family}/mod.rs")).contains(&line), "{family}/mod.rs lacks: {line}");
    }
    for kernel in KERNELS {
        let module = source(&format!("{}/mod.rs", kernel.family));
        let exports: Vec<&str> =
            module.lines().filter(|line| line.starts_with("pub use")).flat_map(|line| line.split([' ', ',', ':', '{', '}', ';'])).collect();
        for name in kernel.structure.iter().chain([&kernel.name]) {
            assert!(exports.contains(name), "{}/mod.rs does not export {name}", kernel.family);
        }
    }
}

/// Every kernel and structure call appears in `folder`, the kernels by both doors.
fn named_in(folder: &str, structure_too: bool) {
    let text: String = files(folder).into_iter().map(|(_, text)| text).collect();
    let words: BTreeSet<&str> =
        text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).map(|word| word.trim_matches(':')).collect();
    for kernel in KERNELS {
        let scalar = format!("scalar::{}::{}", kernel.family, kernel.name);
        assert!(words.contains(&*scalar), "{folder} does not call {scalar}");
        let door = format!("{}::{}", kernel.family, kernel.name);
        assert!(words.iter().any(|word| word.strip_prefix("lacuna::").unwrap_or(word) == door), "{folder} does not call {door}");
        for structure in kernel.structure.iter().filter(|_| structure_too) {
            assert!(words.iter().any(|word| word.rsplit(':').next() == Some(structure)), "{folder} does not call {structure}");
        }
    }
}

#[test]
fn every_kernel_is_refused_in_every_way() {
    named_in("tests/contract/refusals", true);
}

#[test]
fn every_kernel_is_called_with_broken_trust() {
    named_in("tests/contract/trust", false);
}
