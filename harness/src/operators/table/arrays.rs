//! Casts, reductions, slices and embeddings.
use super::{form, form_when};
use crate::operators::Entry;

pub const OPERATORS: &[Entry] = &[
    Entry {
        operator: "cast_storage",
        names: &["cast_storage"],
        forms: &[
            form("D", 'C', &["cast::dense_row_nnz", "cast::accumulate_indptr", "cast::dense_to_csr"]),
            form_when("D", 'C', "one pass", &["cast::dense_to_csr_one_pass"]),
            form("D", 'R', &["cast::dense_row_ids", "cast::dense_to_row_sparse"]),
            form("C", 'D', &["cast::csr_to_dense"]),
            form("R", 'D', &["cast::row_sparse_to_dense"]),
            form("C", 'C', &["copy"]),
            form("R", 'R', &["copy"]),
        ],
        gradient: &["`cast_storage` to the operand's storage type"],
        note: "",
    },
    Entry {
        operator: "sparse_retain",
        names: &["_sparse_retain"],
        forms: &[form("RD", 'R', &["rows::retain_ids", "rows::retain"])],
        gradient: &["`rows::retain` with the ids"],
        note: "ids ascend and are in range",
    },
    Entry {
        operator: "sum, mean",
        names: &["sum", "mean"],
        forms: &[
            form_when("C", 'D', "axis 0", &["reduce::sum_csr_columns"]),
            form_when("C", 'D', "axis 1", &["reduce::sum_csr_rows"]),
            form_when("C", 'D', "whole", &["values()", "reduce::sum"]),
            form_when("R", 'D', "whole", &["values()", "reduce::sum"]),
            form_when("R", 'D', "axis 1 of the stored rows", &["values()", "reduce::sum_rows"]),
        ],
        gradient: &["the gradient, broadcast along the axis"],
        note: "",
    },
    Entry {
        operator: "norm",
        names: &["norm"],
        forms: &[
            form_when("C", 'D', "whole", &["values()", "reduce::norm2"]),
            form_when("R", 'D', "whole", &["values()", "reduce::norm2"]),
            form_when("C", 'D', "axis 0", &["reduce::norm2_csr_columns"]),
            form_when("C", 'D', "axis 1", &["reduce::norm2_csr_rows"]),
        ],
        gradient: &["`x * g / y` by `map` and `binary`"],
        note: "order 1 too: `reduce::norm1` and its siblings",
    },
    Entry {
        operator: "_square_sum",
        names: &["_square_sum"],
        forms: &[
            form_when("R", 'D', "axis 0", &["values()", "reduce::square_sum_columns"]),
            form_when("R", 'D', "axis 1", &["values()", "reduce::square_sum_rows"]),
            form_when("R", 'R', "axis 1, keepdims", &["values()", "reduce::square_sum_rows"]),
        ],
        gradient: &["`2 x g`: `map::square_backward`"],
        note: "",
    },
    Entry {
        operator: "slice",
        names: &["slice"],
        forms: &[
            form_when("C", 'C', "rows", &["rows()"]),
            form_when("C", 'C', "columns", &["slice::columns_indptr", "slice::columns"]),
        ],
        gradient: &["the gradient at its place, zeros elsewhere"],
        note: "",
    },
    Entry {
        operator: "concat (dim 0)",
        names: &["Concat"],
        forms: &[form_when(
            "C*",
            'C',
            "axis 0 or 1",
            &["slice::add_row_nnz", "cast::accumulate_indptr", "slice::concat"],
        )],
        gradient: &["slices"],
        note: "MXNet does not have axis 1",
    },
    Entry {
        operator: "where",
        names: &["where"],
        forms: &[form("CDD", 'D', &["slice::select"])],
        gradient: &["`slice::select_x_gradient`, `slice::select_y_gradient`"],
        note: "",
    },
    Entry {
        operator: "take",
        names: &["take"],
        forms: &[form("CD", 'C', &["slice::take_indptr", "slice::take"])],
        gradient: &[],
        note: "",
    },
    Entry {
        operator: "Embedding",
        names: &["Embedding"],
        forms: &[form("DD", 'D', &["embedding::lookup"]), form("DR", 'D', &["embedding::lookup_row_sparse"])],
        gradient: &["sparse: `rows::coalesce_plan`, `rows::coalesce`"],
        note: "ids out of range are an error in all forms",
    },
    Entry {
        operator: "zeros, zeros_like",
        names: &["zeros_like"],
        forms: &[form("C", 'C', &["fill(0)"]), form("R", 'R', &["fill(0)"])],
        gradient: &[],
        note: "",
    },
];
