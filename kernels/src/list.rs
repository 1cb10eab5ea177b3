//! The table of kernels: data only. Tests, benches and the tables of the documentation are derived from it.

/// A storage type of an operand or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Storage {
    Dense,
    Csr,
    /// A csr read as its transpose.
    CsrTransposed,
    RowSparse,
}

impl Storage {
    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dense => "dense",
            Self::Csr => "csr",
            Self::CsrTransposed => "csr^T",
            Self::RowSparse => "row_sparse",
        }
    }
}

/// What a kernel promises about its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Guarantee {
    /// The same bits at every level, on any number of threads, on every processor.
    Bitwise,
}

/// One kernel.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Kernel {
    /// The module.
    pub family: &'static str,
    /// The function, in the module and in [`crate::scalar`].
    pub name: &'static str,
    /// What it computes.
    pub formula: &'static str,
    /// Storage of the operands, in order.
    pub operands: &'static [Storage],
    /// Storage of the result; the operand itself where it is updated in place.
    pub result: Storage,
    /// Functions that must be called before it: they find the pattern of a result whose size depends on data.
    pub structure: &'static [&'static str],
    /// Value types.
    pub values: &'static [&'static str],
    /// Index types.
    pub indices: &'static [&'static str],
    /// The promise about its bits.
    pub guarantee: Guarantee,
}

const VALUES: &[&str] = &["f32", "f64"];
const INDICES: &[&str] = &["i32", "i64", "u32"];

const fn kernel(
    family: &'static str,
    name: &'static str,
    formula: &'static str,
    operands: &'static [Storage],
    result: Storage,
    structure: &'static [&'static str],
) -> Kernel {
    Kernel { family, name, formula, operands, result, structure, values: VALUES, indices: INDICES, guarantee: Guarantee::Bitwise }
}

use Storage::{Csr, CsrTransposed, Dense, RowSparse};

/// All kernels, by family.
pub const KERNELS: &[Kernel] = &[
    kernel("dot", "csr_dense", "C = A B", &[Csr, Dense], Dense, &[]),
    kernel("dot", "csr_row_sparse", "C = A B", &[Csr, RowSparse], Dense, &[]),
    kernel("dot", "csr_t_dense", "C = A^T B", &[CsrTransposed, Dense], RowSparse, &["transpose_plan"]),
    kernel("dot", "csr_t_dense_to_dense", "C = A^T B", &[CsrTransposed, Dense], Dense, &["transpose_plan"]),
    kernel("dot", "csr_t_row_sparse", "C = A^T B", &[CsrTransposed, RowSparse], RowSparse, &["transpose_plan_row_sparse"]),
    kernel("cast", "dense_to_csr", "entries != 0", &[Dense], Csr, &["dense_row_nnz", "accumulate_indptr"]),
    kernel("cast", "dense_to_csr_one_pass", "entries != 0", &[Dense], Csr, &[]),
    kernel("cast", "csr_to_dense", "entries, else 0", &[Csr], Dense, &[]),
    kernel("cast", "dense_to_row_sparse", "rows with an element != 0", &[Dense], RowSparse, &["dense_row_ids"]),
    kernel("cast", "row_sparse_to_dense", "stored rows, else 0", &[RowSparse], Dense, &[]),
    kernel("rows", "retain", "the rows asked for", &[RowSparse], RowSparse, &["retain_ids"]),
    kernel("rows", "coalesce", "sum of rows with equal id", &[RowSparse], RowSparse, &["coalesce_plan"]),
    kernel("rows", "add_n", "sum of arrays", &[RowSparse, RowSparse], RowSparse, &["add_n_ids"]),
    kernel("optim", "sgd", "w = (1 - lr wd) w - lr g", &[RowSparse, Dense], Dense, &[]),
    kernel("optim", "sgd_momentum", "m = mu m - lr wd w - lr g; w = w + m", &[RowSparse, Dense, Dense], Dense, &[]),
];
