//! The table of functions, the committed header and the list of kernels name the same functions.
use super::model::record::Role;
use super::model::types::{typed, values};
use lacuna::list::KERNELS;
use lacuna_capi::{Kind, functions};
use std::collections::{BTreeMap, BTreeSet};

const HEADER: &str = include_str!("../../include/lacuna.h");

/// Functions that take no arguments of the kinds of the table.
const OTHERS: [&str; 16] = [
    "lacuna_add_n_scratch",
    "lacuna_block_ends_capacity",
    "lacuna_block_ends_scratch",
    "lacuna_csr_csr_scratch",
    "lacuna_dense_csr_scratch",
    "lacuna_dense_dense_scratch",
    "lacuna_error_text",
    "lacuna_infer",
    "lacuna_infer_nearest",
    "lacuna_level",
    "lacuna_level_detected",
    "lacuna_level_name",
    "lacuna_plan_scratch",
    "lacuna_sell_plan_length",
    "lacuna_status_text",
    "lacuna_version",
];

/// The header without its comments.
fn declarations() -> String {
    HEADER
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .filter(|line| !line.starts_with('#'))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Every function that the header declares, with the types and names of its parameters.
fn declared() -> BTreeMap<String, Vec<(String, String)>> {
    let text = declarations();
    let mut functions = BTreeMap::new();
    for declaration in text.split([';', '{', '}']) {
        let Some((before, parameters)) = declaration.split_once('(') else { continue };
        let name = before.split_whitespace().last().unwrap().trim_start_matches('*');
        let parameters = parameters.trim_end().trim_end_matches(')');
        let split = |parameter: &str| {
            let end = parameter.trim_end().rfind([' ', '*']).unwrap() + 1;
            (parameter[..end].split_whitespace().collect::<Vec<_>>().join(" "), parameter[end..].trim().to_owned())
        };
        let parameters: Vec<_> =
            parameters.split(',').filter(|parameter| parameter.trim() != "void").map(split).collect();
        assert!(functions.insert(name.to_owned(), parameters).is_none(), "{name} is declared twice");
    }
    functions
}

/// The type that the header has for a parameter of a function.
fn c_type(kind: Kind, name: &str) -> String {
    let (constant, name) = match kind {
        Kind::Csr => (true, "lacuna_csr"),
        Kind::CsrMut => (true, "lacuna_csr_mut"),
        Kind::CsrOut => (false, "lacuna_csr"),
        Kind::CsrMutOut => (false, "lacuna_csr_mut"),
        Kind::Dense => (true, "lacuna_dense"),
        Kind::DenseMut => (true, "lacuna_dense_mut"),
        Kind::RowSparse | Kind::RowSparseList => (true, "lacuna_row_sparse"),
        Kind::RowSparseMut => (true, "lacuna_row_sparse_mut"),
        Kind::RowSparseOut => (false, "lacuna_row_sparse"),
        Kind::RowSparseMutOut => (false, "lacuna_row_sparse_mut"),
        Kind::RowsMut => (true, "lacuna_rows_mut"),
        Kind::Broadcast => (true, "lacuna_broadcast"),
        Kind::Plan => (true, "lacuna_plan"),
        Kind::PlanOut => (false, "lacuna_plan"),
        Kind::PlanBuffers => (true, "lacuna_plan_buffers"),
        Kind::BlockEnds => (true, "lacuna_block_ends"),
        Kind::BlockEndsOut => (false, "lacuna_block_ends"),
        Kind::SellPlan => (true, "lacuna_sell_plan"),
        Kind::SellPlanOut => (false, "lacuna_sell_plan"),
        Kind::Rule(_) => return format!("const lacuna_{name} *"),
        Kind::Values | Kind::Indices => (true, "lacuna_array"),
        Kind::ValuesMut | Kind::IndicesMut | Kind::NumbersMut => (true, "lacuna_array_mut"),
        Kind::Scalar => (true, "void"),
        Kind::SizesMut | Kind::SizeOut => (false, "size_t"),
        Kind::Scratch => (false, "void"),
        Kind::Stream => (true, "lacuna_stream"),
        Kind::Size | Kind::Length => return "size_t".to_owned(),
    };
    if constant { format!("const {name} *") } else { format!("{name} *") }
}

#[test]
fn the_header_declares_every_function_of_the_table() {
    let declared = declared();
    for function in functions() {
        let found = declared.get(function.name).unwrap_or_else(|| panic!("{} is not in the header", function.name));
        let c_type = |kind| c_type(kind, function.path.1);
        let of_table = function.parameters.iter().map(|parameter| (c_type(parameter.kind), parameter.name.to_owned()));
        let error = ("lacuna_error *".to_owned(), "error".to_owned());
        assert_eq!(*found, of_table.chain([error]).collect::<Vec<_>>(), "{}", function.name);
    }
}

#[test]
fn the_header_declares_nothing_else() {
    let mut known: BTreeSet<_> = functions().map(|function| function.name.to_owned()).collect();
    assert_eq!(known.len(), functions().count(), "a name is in the table twice");
    known.extend(OTHERS.map(str::to_owned));
    assert_eq!(declared().into_keys().collect::<BTreeSet<_>>(), known);
}

#[test]
fn every_kernel_and_structure_call_has_functions_for_all_types() {
    let names: BTreeSet<_> = typed().map(|made| made.name()).collect();
    for kernel in KERNELS {
        let of = |name: &str, types: &[&str]| {
            let types: String = types.iter().map(|name| format!("_{name}")).collect();
            names.contains(&format!("lacuna_{}_{name}{types}", kernel.family))
        };
        for value in kernel.values {
            // A kernel that looks at no indices has a function for each value type.
            assert!(!kernel.indices.is_empty() || of(kernel.name, &[value]), "{} {value}", kernel.name);
            for index in kernel.indices {
                assert!(of(kernel.name, &[value, index]), "{} {value} {index}", kernel.name);
                for name in kernel.structure {
                    assert!(of(name, &[value, index]) || of(name, &[index]), "{name} {value} {index}");
                }
            }
        }
    }
}

#[test]
fn names_are_those_of_functions() {
    for function in functions() {
        let (family, name) = function.path;
        let module = if matches!(family, "view" | "dispatch") { String::new() } else { format!("{family}_") };
        assert_eq!(function.name, format!("lacuna_{module}{name}"));
        assert!(["V I", "S I", "N I", "V", "N", "I", "N M", ""].contains(&function.types), "{}", function.types);
    }
}

/// Whoever reads the header finds the kernel: its file stands above each of its functions.
#[test]
fn the_header_names_the_files_of_kernels() {
    let lines: Vec<_> = HEADER.lines().collect();
    for function in functions() {
        let kernel = KERNELS.iter().find(|kernel| (kernel.family, kernel.name) == function.path);
        let Some(kernel) = kernel else { continue };
        let place =
            lines.iter().position(|line| line.starts_with(&format!("lacuna_status {}(", function.name))).unwrap();
        let comment: Vec<_> = lines[..place].iter().rev().take_while(|line| line.starts_with("//")).collect();
        let first = comment.last().unwrap();
        // Its own file, or that of the function whose gradient or form it is.
        let file = first.trim_start_matches("// ").split(':').next().unwrap();
        assert!(
            file.starts_with(&format!("kernels/src/{}", kernel.family)) && first.contains(kernel.formula.trim()),
            "{}",
            function.name
        );
        assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file).exists(), "{file}");
    }
}

/// Above each function it says which values it supports.
#[test]
fn the_header_tells_the_types() {
    let lines: Vec<_> = HEADER.lines().collect();
    for function in functions() {
        let place =
            lines.iter().position(|line| line.starts_with(&format!("lacuna_status {}(", function.name))).unwrap();
        let comment: String = lines[..place].iter().rev().take_while(|line| line.starts_with("//")).copied().collect();
        let told = match values(function).len() {
            0 => None,
            // A number by itself is a `double`.
            _ if !Role::Value.is_named(function) => None,
            2 => Some("Values: f32, f64."),
            4 => Some("Values: floats."),
            _ => Some("Values: numbers."),
        };
        assert!(told.is_none_or(|told| comment.contains(told)), "{}: {comment}", function.name);
        assert!(told.is_some() || !comment.contains("Values: "), "{}: {comment}", function.name);
    }
}

#[test]
fn notes_are_about_kernels() {
    for (name, _) in lacuna_capi::kernels::NOTES {
        assert!(KERNELS.iter().any(|kernel| kernel.name == *name), "{name}");
    }
}
