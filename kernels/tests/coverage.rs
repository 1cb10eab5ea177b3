//! The list of kernels, the functions of the families and the files of the sources name the same kernels.
//!
//! That [`lacuna::scalar`] has each of them, and that each is refused, run on garbage and split, needs no test here:
//! those tests are derived from the list.
#![allow(clippy::unwrap_used)]
use lacuna::list::{KERNELS, Row};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Functions of a family that are neither kernels nor structure calls: drivers for members of one's own, and what helps
/// to call a kernel.
const OTHERS: &[(&str, &str)] = &[
    ("embedding", "replaces"),
    ("embedding", "add_if"),
    ("dot", "transpose"),
    ("dot", "sell_plan_length"),
    ("dot", "block_ends_capacity"),
    ("dot", "block_ends_scratch"),
    ("dot", "csr_csr_scratch"),
    ("dot", "dense_csr_scratch"),
    ("dot", "dense_dense_scratch"),
    ("dot", "sell_plan_length"),
    ("cast", "cast"),
    ("cast", "is_stored"),
    ("slice", "resolve_ids"),
    ("slice", "prune_ids"),
    ("slice", "canonical_coo"),
    ("slice", "canonical_csr"),
    ("optim", "update"),
    ("optim", "bias_correction"),
    ("optim", "update_mixed"),
    ("optim", "update_rows_mixed"),
    ("optim", "update_quantized"),
    ("optim", "update_several"),
    ("optim", "update_rows"),
    ("map", "unary"),
    ("map", "unary_in_place"),
    ("map", "backward"),
    ("binary", "pairs"),
    ("binary", "csr"),
    ("binary", "csr_one_pass"),
    ("binary", "rows"),
    ("binary", "csr_broadcast"),
    ("binary", "entries"),
    ("reduce", "values"),
    ("reduce", "rows"),
    ("reduce", "columns"),
    ("reduce", "csr_rows"),
    ("reduce", "csr_columns"),
    ("reduce", "csr_columns_scratch"),
    ("random", "draw"),
    ("graph", "edge"),
    ("graph", "choose"),
    ("graph", "choose_weighted"),
    ("graph", "count_row"),
    ("graph", "fill_row"),
    ("random", "block"),
    ("random", "element"),
    ("random", "philox"),
    ("random", "power_law_pattern"),
    ("random", "row_ids"),
    ("random", "uniform_pattern"),
    ("random", "class"),
    ("random", "expected"),
];

/// Modules whose calls have operands of two types, which the list has no kinds for: Rust alone has them.
const UNLISTED: &[&str] = &["quantized"];

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../src").join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn families() -> BTreeSet<&'static str> {
    KERNELS.iter().map(|kernel| kernel.family).collect()
}

/// Modules and public functions of a family, as its `mod.rs` exports them. Types begin with a capital.
fn exports(family: &str) -> Vec<(String, String)> {
    let text = source(&format!("{family}/mod.rs"));
    let mut exports = Vec::new();
    for export in text.split("pub use ").skip(1) {
        let (module, names) = export.split(';').next().unwrap().rsplit_once("::").unwrap();
        let names = names.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        exports.extend(
            names.filter(|name| name.starts_with(char::is_lowercase)).map(|name| (module.to_owned(), name.to_owned())),
        );
    }
    exports.extend(
        text.split("pub fn ").skip(1).map(|rest| ("mod".to_owned(), rest.split(['<', '(']).next().unwrap().to_owned())),
    );
    exports
}

#[test]
fn every_public_function_of_a_family_is_listed() {
    for family in families() {
        for (_, name) in exports(family) {
            let kernel = KERNELS
                .iter()
                .any(|kernel| kernel.family == family && (kernel.name == name || kernel.structure.contains(&&*name)));
            assert!(kernel || OTHERS.contains(&(family, &name)), "{family}::{name} is not in list.rs");
        }
    }
    for &(family, name) in OTHERS {
        assert!(exports(family).iter().any(|(_, export)| export == name), "there is no {family}::{name}");
    }
}

#[test]
fn every_family_is_a_public_module_and_every_public_module_with_kernels_a_family() {
    let lib = source("lib.rs");
    for family in families() {
        assert!(lib.contains(&format!("\npub mod {family};")), "{family}");
    }
    for module in lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src").join(module);
        let has_calls = folder.is_dir()
            && fs::read_dir(folder)
                .unwrap()
                .any(|file| fs::read_to_string(file.unwrap().path()).is_ok_and(|text| text.contains(".call()")));
        assert!(
            !has_calls || families().contains(module) || UNLISTED.contains(&module),
            "no kernel of {module} is in list.rs"
        );
    }
}

/// The file of a kernel. The gradient of a function stands beside it, and all forms of a reduction stand together.
fn file_of(kernel: &Row) -> &'static str {
    let suffixes: &[&str] = match kernel.family {
        "map" => &["_backward"],
        "loss" if kernel.name.contains("hinge") || kernel.name.starts_with("sigmoid") => &["_gradient"],
        "reduce" if !["repeat", "nnz", "argmax"].iter().any(|own| kernel.name.starts_with(own)) => {
            &["_csr_rows", "_csr_columns", "_rows", "_columns"]
        }
        _ => &[],
    };
    suffixes.iter().find_map(|suffix| kernel.name.strip_suffix(suffix)).unwrap_or(kernel.name)
}

#[test]
fn every_listed_kernel_and_structure_call_is_exported_the_kernel_from_the_file_of_its_name() {
    for kernel in KERNELS {
        let exports = exports(kernel.family);
        assert!(
            exports.contains(&(file_of(kernel).to_owned(), kernel.name.to_owned())),
            "{}/{}.rs",
            kernel.family,
            kernel.name
        );
        for structure in kernel.structure {
            assert!(exports.iter().any(|(_, name)| name == structure), "{}::{structure}", kernel.family);
        }
    }
}

#[test]
fn no_kernel_is_listed_twice() {
    let names: BTreeSet<_> = KERNELS.iter().map(|kernel| kernel.name).collect();
    // Not even in two families: the scalar functions are one module.
    assert_eq!(names.len(), KERNELS.len());
}

/// The documentation above a function, or in the declaration of a member of a family, whose macro adds the errors.
fn documentation(family: &str, name: &str, file: &str) -> String {
    let text = source(&format!("{family}/{file}.rs"));
    if family == "reduce" && !text.contains(&format!("pub fn {name}<")) {
        // The declaration of a reduction documents its forms, by the names of its parameters.
        let parameter = format!("${}", name[file.len()..].strip_prefix('_').unwrap_or("name"));
        let declarations = source("reduce/reduction.rs");
        let (above, _) = declarations.split_once(&format!("pub fn {parameter}<")).unwrap();
        let (_, above) = above.rsplit_once("\n\n").unwrap_or(("", above));
        return above.replace(&format!("\", stringify!({parameter}), \""), name);
    }
    let docs = |lines: &mut dyn Iterator<Item = &str>| lines.map(|line| format!("{line}\n")).collect::<String>();
    let (driver, member) = if family == "map" { ("unary", "unary! {") } else { ("pairs", "binary! {") };
    if let Some((_, declaration)) = text.split_once(member) {
        let driver = source(&format!("{family}/{driver}.rs"));
        let of_gradient = name != file;
        let added = driver
            .split("        $(#[$doc])*\n        ")
            .nth(1 + usize::from(of_gradient))
            .unwrap()
            .split_once("pub fn")
            .unwrap()
            .0;
        // First those of the function, then those of its gradient.
        let declared = declaration.split_once(&format!("    {file} "));
        let part = declared.map_or(declaration, |(function, gradient)| if of_gradient { gradient } else { function });
        return docs(&mut part.lines().filter_map(|line| line.trim().strip_prefix("///"))) + added;
    }
    let (above, _) =
        text.split_once(&format!("pub fn {name}<")).unwrap_or_else(|| panic!("{family}/{name}.rs has no {name}"));
    let mut lines: Vec<&str> = above
        .lines()
        .rev()
        .skip_while(|line| line.starts_with("#[") || line.is_empty())
        .take_while(|line| line.starts_with("///"))
        .collect();
    lines.reverse();
    docs(&mut lines.into_iter().map(|line| line.trim_start_matches("///")))
}

#[test]
fn every_kernel_has_its_formula_errors_and_an_example() {
    for kernel in KERNELS {
        let (family, name) = (kernel.family, kernel.name);
        let documentation = documentation(family, name, file_of(kernel));
        assert!(documentation.contains("# Errors"), "{family}::{name} does not say its errors");
        // The products by a plan have their example where the plan is made.
        let example = documentation.contains("```\n") && documentation.contains(&format!("{name}("));
        assert!(example || documentation.contains("The example stands at"), "{family}::{name} has no example");
        // Casts and copies have words for it.
        let formula = documentation.split('`').skip(1).step_by(2).any(|code| code.contains(" = "));
        assert!(formula || matches!(family, "cast" | "rows"), "{family}::{name} has no formula");
        assert!(
            !kernel.formula.is_empty() && documentation.lines().next().is_some_and(|line| line.len() > 20),
            "{family}::{name}"
        );
    }
}

#[test]
fn the_list_names_operands_as_they_are() {
    for kernel in KERNELS.iter().filter(|kernel| kernel.family == "optim") {
        let kinds: Vec<_> = kernel.operands.iter().map(|(_, kind)| format!("{kind:?}")).collect();
        assert_eq!(kinds[..2], ["Rule", "RowSparse"], "{}", kernel.name);
        assert!(
            kinds.len() > 2
                && kinds[2] == "RowsMut"
                && kinds[3..].iter().all(|kind| kind == "RowsMut" || kind == "RowNumbersMut"),
            "{}: {kinds:?}",
            kernel.name
        );
    }
    assert!(KERNELS.iter().all(|kernel| kernel.operands.iter().any(|(_, kind)| kind.is_written())));
}
