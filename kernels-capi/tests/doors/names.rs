//! The table of functions, the committed header and the list of kernels name the same functions.
use lacuna::list::KERNELS;
use lacuna_capi::{Kind, functions};
use std::collections::{BTreeMap, BTreeSet};

const HEADER: &str = include_str!("../../include/lacuna.h");

/// Functions that take no arguments of the kinds of the table.
const OTHERS: [&str; 10] = [
    "lacuna_add_n_scratch",
    "lacuna_error_text",
    "lacuna_level",
    "lacuna_level_detected",
    "lacuna_level_name",
    "lacuna_plan_scratch_i32",
    "lacuna_plan_scratch_i64",
    "lacuna_plan_scratch_u32",
    "lacuna_status_text",
    "lacuna_version",
];

/// The header without its comments.
fn declarations() -> String {
    HEADER.lines().map(|line| line.split("//").next().unwrap_or("")).filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
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
        let parameters: Vec<_> = parameters.split(',').filter(|parameter| parameter.trim() != "void").map(split).collect();
        assert!(functions.insert(name.to_owned(), parameters).is_none(), "{name} is declared twice");
    }
    functions
}

/// The type that the header has for a parameter of a function.
fn c_type(kind: Kind, value: &str, index: &str) -> String {
    let number = |name: &str| match name {
        "f32" => "float",
        "f64" => "double",
        "i32" => "int32_t",
        "i64" => "int64_t",
        _ => "uint32_t",
    };
    let of_both = |name: &str| format!("lacuna_{name}_{value}_{index}");
    let (constant, name) = match kind {
        Kind::Csr => (true, of_both("csr")),
        Kind::CsrMut => (true, of_both("csr_mut")),
        Kind::CsrOut => (false, of_both("csr")),
        Kind::CsrMutOut => (false, of_both("csr_mut")),
        Kind::Dense => (true, format!("lacuna_dense_{value}")),
        Kind::DenseMut => (true, format!("lacuna_dense_mut_{value}")),
        Kind::RowSparse | Kind::RowSparseList => (true, of_both("row_sparse")),
        Kind::RowSparseMut => (true, of_both("row_sparse_mut")),
        Kind::RowSparseOut => (false, of_both("row_sparse")),
        Kind::RowSparseMutOut => (false, of_both("row_sparse_mut")),
        Kind::RowsMut => (true, of_both("rows_mut")),
        Kind::Plan => (true, format!("lacuna_plan_{index}")),
        Kind::PlanOut => (false, format!("lacuna_plan_{index}")),
        Kind::PlanBuffers => (true, format!("lacuna_plan_buffers_{index}")),
        Kind::Sgd => (true, format!("lacuna_sgd_{value}")),
        Kind::SgdMomentum => (true, format!("lacuna_sgd_momentum_{value}")),
        Kind::Values => (true, number(value).to_owned()),
        Kind::ValuesMut => (false, number(value).to_owned()),
        Kind::Indices => (true, number(index).to_owned()),
        Kind::IndicesMut => (false, number(index).to_owned()),
        Kind::SizesMut | Kind::SizeOut => (false, "size_t".to_owned()),
        Kind::Scratch => (false, "void".to_owned()),
        Kind::Size | Kind::Length => return "size_t".to_owned(),
    };
    if constant { format!("const {name} *") } else { format!("{name} *") }
}

#[test]
fn the_header_declares_every_function_of_the_table() {
    let declared = declared();
    for function in functions() {
        let found = declared.get(function.name).unwrap_or_else(|| panic!("{} is not in the header", function.name));
        let of_table = function.parameters.iter().map(|(name, kind)| (c_type(*kind, function.value, function.index), (*name).to_owned()));
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
    let names: BTreeSet<_> = functions().map(|function| function.name.to_owned()).collect();
    for kernel in KERNELS {
        for door in kernel.structure.iter().chain([&kernel.name]) {
            for index in kernel.indices {
                // A call that has no values has one function for each index type.
                let without_values = format!("lacuna_{}_{door}_{index}", kernel.family);
                for value in kernel.values {
                    let name = format!("lacuna_{}_{door}_{value}_{index}", kernel.family);
                    assert!(names.contains(&name) || names.contains(&without_values), "neither {name} nor {without_values}");
                }
            }
        }
    }
}

#[test]
fn names_are_those_of_doors_and_types() {
    for function in functions() {
        let (family, door) = function.door;
        let module = if matches!(family, "view" | "dispatch") { String::new() } else { format!("{family}_") };
        let types: String =
            [function.value, function.index].into_iter().filter(|name| *name != "()").map(|name| format!("_{name}")).collect();
        let expected = if family == "dispatch" { format!("lacuna_{door}_level") } else { format!("lacuna_{module}{door}{types}") };
        assert_eq!(function.name, expected);
    }
}

/// No function has more arrays than a call can tell apart: with more it would be refused, as an overlap.
#[test]
fn every_call_remembers_its_arrays() {
    const MOST: usize = 8;
    for function in functions() {
        let of_kind = |kind: &Kind| match kind {
            Kind::Csr => (3, 0),
            Kind::CsrMut => (1, 2),
            Kind::Dense | Kind::Values | Kind::Indices | Kind::RowSparseList => (1, 0),
            Kind::RowSparse => (2, 0),
            Kind::RowSparseMut | Kind::RowsMut => (1, 1),
            Kind::Plan => (4, 0),
            Kind::PlanBuffers => (0, 4),
            Kind::Size | Kind::Length | Kind::Sgd | Kind::SgdMomentum => (0, 0),
            _ => (0, 1),
        };
        let counts = function.parameters.iter().map(|(_, kind)| of_kind(kind));
        let (reads, writes) = counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
        // One of those that are written is the place of the error's numbers.
        assert!(reads <= MOST && writes < MOST, "{} reads {reads} arrays and writes {writes}", function.name);
    }
}
