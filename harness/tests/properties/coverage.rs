//! No kernel without its properties, and no reference that leans on what it judges.
use lacuna::list::{KERNELS, OperandKind, Row};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The properties of optimizers, and of functions of numbers, are made from the list.
fn of_own(kernel: &Row) -> bool {
    let is_of_rows = || kernel.operands.iter().any(|(_, kind)| *kind == OperandKind::Dense);
    ["dot", "cast", "rows", "slice", "graph", "embedding"].contains(&kernel.family)
        || kernel.family == "loss" && is_of_rows()
}

#[test]
fn every_kernel_of_the_list_has_a_file_of_properties() {
    let folder = root().join("tests/properties");
    for kernel in KERNELS.iter().filter(|kernel| of_own(kernel)) {
        let path = folder.join(kernel.family).join(kernel.name).with_extension("rs");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(text.contains(&format!("properties!({},", kernel.name)), "{} has no properties", path.display());
        assert!(text.contains(&format!("backend.{}(", kernel.name)), "{} does not call the kernel", path.display());
        let all: String = sources(&folder).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        for structure in kernel.structure {
            assert!(all.contains(&format!("{structure}(")), "no property calls {structure}");
        }
    }
}

#[test]
fn every_file_of_properties_is_of_a_kernel_of_the_list() {
    for family in ["dot", "cast", "rows", "slice", "graph", "embedding", "loss"] {
        for path in sources(&root().join("tests/properties").join(family)) {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let listed = KERNELS.iter().any(|kernel| (kernel.family, kernel.name) == (family, name));
            assert_eq!(text.contains("properties!("), listed, "{}", path.display());
        }
    }
}

#[test]
fn the_reference_does_not_use_the_kernels() {
    for path in sources(&root().join("src/reference")) {
        let text = fs::read_to_string(&path).unwrap();
        // The oracle of elementary functions stands on its own.
        assert!(!text.replace("lacuna_exact", "").contains("lacuna"), "{} names the kernels crate", path.display());
    }
}
