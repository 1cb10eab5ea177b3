//! The embedded PTX: how its entries are launched, and which of them a kernel is made of.
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
use lacuna::list::KERNELS;
use lacuna_cuda::{MODULES, PtxModule};
use std::collections::BTreeSet;

/// Kernels whose entry has another name, because several share it.
const SHARED: [(&str, &str); 11] = [
    ("dense_dense", "dense_products"),
    ("dense_t_dense", "dense_products"),
    ("dense_dense_t", "dense_products"),
    ("csr_t_dense", "planned_products"),
    ("csr_t_dense_to_dense", "planned_products"),
    ("csr_t_row_sparse", "planned_products"),
    ("csr_add_one_pass", "csr_add"),
    ("csr_subtract_one_pass", "csr_subtract"),
    ("csr_multiply_one_pass", "csr_multiply"),
    ("select_x_gradient", "select"),
    ("select_y_gradient", "select"),
];

/// The entry that a kernel needs: all reductions share those of their forms.
fn entry_of(kernel: &lacuna::list::Row) -> Option<&'static str> {
    let own = ["repeat", "nnz", "argmax", "extreme"];
    if kernel.family == "reduce" && !own.iter().any(|name| kernel.name.starts_with(name)) {
        let forms = [
            ("_csr_rows", "reduce_csr_rows"),
            ("_csr_columns", "reduce_csr_columns"),
            ("_rows", "reduce_rows"),
            ("_columns", "reduce_columns"),
        ];
        return Some(
            forms.iter().find(|(form, _)| kernel.name.ends_with(form)).map_or("reduce_totals", |(_, entry)| entry),
        );
    }
    SHARED.iter().find(|(name, _)| *name == kernel.name).map(|(_, entry)| *entry)
}

/// The launcher's blocks have 256 threads.
#[test]
fn every_entry_is_for_blocks_of_256_threads() {
    for module in MODULES {
        let (module, text) = (module.name(), module.text());
        let entries = text.matches(".visible .entry ").count();
        assert!(entries > 0, "{module}");
        assert_eq!(text.matches("\n.maxntid 256, 1, 1\n.minnctapersm ").count(), entries, "{module}");
    }
}

/// The driver remembers an entry by its name alone.
#[test]
fn no_name_is_in_two_modules() {
    let texts: Vec<_> = MODULES.iter().map(PtxModule::text).collect();
    let names: Vec<_> =
        texts.iter().flat_map(|text| text.lines().filter(|line| line.starts_with(".visible .entry "))).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn every_kernel_has_an_entry_for_each_type() {
    let texts: Vec<_> = MODULES.iter().map(PtxModule::text).collect();
    let has = |entry: &str| texts.iter().any(|text| text.contains(&format!(".visible .entry {entry}(")));
    // The counts of columns are made from a plan, which has no values.
    for kernel in KERNELS.iter().filter(|kernel| kernel.device && kernel.name != "nnz_columns") {
        let shared = entry_of(kernel);
        let name = shared.unwrap_or(kernel.name);
        // u32 is for the CPU alone, and so are, but for casts, integers, and numbers of 16 bits in maps.
        let indices = kernel.indices.iter().filter(|index| **index != "u32").map(|index| format!("_{index}"));
        let indices: Vec<_> = if kernel.indices.is_empty() { vec![String::new()] } else { indices.collect() };
        for (value, index) in kernel
            .values
            .iter()
            .filter(|value| ["f32", "f64"].contains(value) || kernel.family != "map" && ["f16", "bf16"].contains(value))
            .flat_map(|value| indices.iter().map(move |index| (value, index)))
        {
            assert!(has(&format!("{name}_{value}{index}")), "no entry {name}_{value}{index}");
            assert!(
                shared.is_none() || !has(&format!("{}_{value}{index}", kernel.name)),
                "{} has an entry of its own",
                kernel.name
            );
        }
    }
}
