//! The kernels on a GPU: inputs as files that the peers read too, times of this project's kernels, and the table of all times.
//!
//! `benches/gpu/README.md` says what is measured.
mod bytes;
mod cast;
mod compare;
mod copy;
pub mod inputs;
mod load;
pub mod measure;
mod optim;
mod plan;
mod product;
mod rows;
mod stored_rows;
pub mod table;
mod transposed;

/// Elements of a row of the weights, and of what else is made of rows.
pub const ROW_LENGTH: usize = 128;

/// A square csr.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// Its name, and that of its files.
    pub name: &'static str,
    /// Columns of the dense operands that it is multiplied by.
    pub widths: &'static [usize],
}

/// The csr of the products. Only `small` and `tiny` fit the second-level cache.
pub const PATTERNS: [Pattern; 5] = [
    Pattern { name: "uniform", widths: &[1, 8, 32, 128] },
    Pattern { name: "power_law", widths: &[1, 8, 32, 128] },
    Pattern { name: "laplacian", widths: &[1, 8, 32, 128] },
    Pattern { name: "small", widths: &[1, 8, 32, 128] },
    Pattern { name: "tiny", widths: &[8] },
];

/// Stored rows of the gradients. A hundred show what a call costs.
pub const TOUCHED: [usize; 4] = [100, 10_000, 100_000, 500_000];

/// Percentages of stored elements of the matrices that are cast.
pub const PERCENTAGES: [usize; 2] = [1, 10];

/// The names of all workloads, in the order in which they are measured.
pub fn workloads() -> Vec<String> {
    let with_widths = |kernel: &'static str| {
        PATTERNS.iter().flat_map(move |pattern| pattern.widths.iter().map(move |width| format!("{kernel}_{}_{width}", pattern.name)))
    };
    let with_percentages =
        |kernels: [&'static str; 4]| PERCENTAGES.iter().flat_map(move |of| kernels.map(|kernel| format!("{kernel}_{of}")));
    let with_touched = |kernel: &'static str| TOUCHED.iter().map(move |touched| format!("{kernel}_{touched}"));
    let plain = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let mut all = plain(&["copy"]);
    all.extend(with_widths("csr_dense"));
    for pattern in &PATTERNS {
        all.push(format!("transpose_plan_{}", pattern.name));
        for width in pattern.widths {
            all.extend(["csr_t_dense", "csr_t_dense_anew"].map(|kernel| format!("{kernel}_{}_{width}", pattern.name)));
        }
    }
    all.extend(plain(&["csr_row_sparse", "transpose_plan_row_sparse", "csr_t_row_sparse"]));
    all.extend(with_percentages(["csr_to_dense", "csr_structure", "dense_to_csr", "fill_csr"]));
    all.extend(plain(&["row_sparse_to_dense", "dense_row_ids", "dense_to_row_sparse"]));
    all.extend(plain(&["add_n_ids", "add_n", "add_n_anew", "retain_ids", "retain"]));
    all.extend(plain(&["coalesce_plan", "coalesce", "coalesce_anew"]));
    all.extend(with_touched("sgd"));
    all.extend(with_touched("sgd_momentum"));
    all.extend(plain(&["sgd_momentum_standard"]));
    all
}
