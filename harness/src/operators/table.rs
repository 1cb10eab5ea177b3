//! The rows of the table: those of MXNet's sparse operators, in the order of its own table.
use super::{Entry, Form};

/// What needs no kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The values of a sparse array as a slice: a function of values keeps the pattern.
    Values,
    /// A range of rows of a csr or row_sparse, as it lies in memory.
    Rows,
    /// The array itself, or a copy of its arrays.
    Copy,
    /// Zeros, pointers and all.
    Zeros,
}

impl View {
    /// All of them, by the names that paths have for them.
    pub const ALL: &[(&str, Self)] = &[("values()", Self::Values), ("rows()", Self::Rows), ("copy", Self::Copy), ("fill(0)", Self::Zeros)];

    /// That of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, view)| *view)
    }
}

const fn form(operands: &'static str, result: char, path: &'static [&'static str]) -> Form {
    Form { operands, result, when: "", path }
}

const fn form_when(operands: &'static str, result: char, when: &'static str, path: &'static [&'static str]) -> Form {
    Form { operands, result, when, path }
}

/// All of them.
pub const OPERATORS: &[Entry] = &[
    Entry {
        operator: "dot",
        names: &["dot"],
        forms: &[
            form("CD", 'D', &["dot::csr_dense"]),
            form("CR", 'D', &["dot::csr_row_sparse"]),
            form_when("CD", 'R', "transpose_a", &["dot::transpose_plan", "dot::csr_t_dense"]),
            form_when("CD", 'D', "transpose_a", &["dot::block_ends", "dot::csr_t_dense_scatter"]),
            form_when("CD", 'D', "transpose_a, repeated", &["dot::transpose_plan", "dot::csr_t_dense_to_dense"]),
            form_when("CD", 'D', "one column, repeated", &["dot::sell_plan", "rows::permute", "dot::sell_column"]),
            form_when("CR", 'R', "transpose_a", &["dot::transpose_plan_row_sparse", "dot::csr_t_row_sparse"]),
            form_when("CR", 'D', "transpose_a", &["dot::block_ends_row_sparse", "dot::csr_t_row_sparse_scatter"]),
            form("DC", 'C', &["dot::occurring_columns", "dot::dense_csr"]),
            form("DC", 'D', &["dot::dense_csr"]),
            form_when("DC", 'D', "transpose_b", &["dot::dense_csr_t"]),
            form("DD", 'D', &["dot::dense_dense"]),
            form_when("DD", 'D', "transpose_a", &["dot::dense_t_dense"]),
            form_when("DD", 'D', "transpose_b", &["dot::dense_dense_t"]),
            form("CC", 'C', &["dot::csr_csr_row_nnz", "cast::accumulate_indptr", "dot::csr_csr_indices", "dot::csr_csr"]),
        ],
        gradient: &["of a dense or row_sparse operand: `dot` with the csr transposed", "of a csr, on its own pattern: `dot::sddmm`"],
        note: "MXNet does not have C x C, or gradients of a csr on its pattern",
    },
    Entry {
        operator: "elemwise_add, elemwise_sub",
        names: &["elemwise_add", "elemwise_sub"],
        forms: &[
            form("CC", 'C', &["binary::csr_union_nnz", "cast::accumulate_indptr", "binary::csr_add"]),
            form_when("CC", 'C', "one pass, into arrays of an upper bound", &["binary::csr_add_one_pass"]),
            form("RR", 'R', &["rows::add_n_ids", "binary::rows_add"]),
            form("CD", 'D', &["binary::csr_broadcast_add"]),
            form("DC", 'D', &["binary::broadcast_subtract_csr"]),
            form("RD", 'D', &["binary::rows_add"]),
            form("DR", 'D', &["binary::rows_add"]),
        ],
        gradient: &["the gradient of the result; `map::negative` of it"],
        note: "",
    },
    Entry {
        operator: "elemwise_mul",
        names: &["elemwise_mul"],
        forms: &[
            form("CC", 'C', &["binary::csr_intersection_nnz", "cast::accumulate_indptr", "binary::csr_multiply"]),
            form("RR", 'R', &["binary::rows_intersection_ids", "binary::rows_multiply"]),
            form("RD", 'R', &["binary::rows_multiply"]),
            form("DR", 'R', &["binary::rows_multiply"]),
            form("CD", 'C', &["binary::entries_multiply"]),
            form("DC", 'C', &["binary::entries_multiply"]),
        ],
        gradient: &["`elemwise_mul` with the other operand"],
        note: "the pattern of a product of two sparse arrays is the intersection",
    },
    Entry {
        operator: "elemwise_div",
        names: &["elemwise_div"],
        forms: &[form("RR", 'D', &["binary::rows_divide"]), form("CD", 'C', &["binary::entries_divide"])],
        gradient: &["`binary::divide`, `map::square` on dense arrays"],
        note: "",
    },
    Entry {
        operator: "_maximum, _minimum",
        names: &["_maximum", "_minimum"],
        forms: &[
            form("CC", 'C', &["binary::csr_union_nnz", "cast::accumulate_indptr", "binary::csr_maximum"]),
            form("RR", 'R', &["rows::add_n_ids", "binary::rows_maximum"]),
            form("RD", 'D', &["binary::rows_maximum"]),
            form("DR", 'D', &["binary::rows_maximum"]),
        ],
        gradient: &[
            "where the right operand decides, `binary::csr_greater` or `binary::rows_greater` of both times the gradient; the rest of it is the left one's",
        ],
        note: "MXNet computes these with dense copies",
    },
    Entry {
        operator: "_greater, _lesser, _not_equal",
        names: &["_greater", "_lesser", "_not_equal"],
        forms: &[
            form("CC", 'C', &["binary::csr_union_nnz", "cast::accumulate_indptr", "binary::csr_greater"]),
            form_when("CC", 'C', "_not_equal", &["binary::csr_union_nnz", "cast::accumulate_indptr", "binary::csr_not_equal"]),
            form("RR", 'R', &["rows::add_n_ids", "binary::rows_greater"]),
            form_when("RR", 'R', "_not_equal", &["rows::add_n_ids", "binary::rows_not_equal"]),
            form("RD", 'D', &["binary::rows_greater"]),
            form("DR", 'D', &["binary::rows_greater"]),
        ],
        gradient: &[],
        note: "`_lesser` is `_greater` with the operands exchanged; MXNet computes these with dense copies",
    },
    Entry {
        operator: "_equal, _greater_equal, _lesser_equal",
        names: &["_equal", "_greater_equal", "_lesser_equal"],
        forms: &[
            form("CC", 'D', &["cast::csr_to_dense", "binary::greater_equal"]),
            form_when(
                "CC",
                'C',
                "where elements differ, instead",
                &["binary::csr_union_nnz", "cast::accumulate_indptr", "binary::csr_not_equal"],
            ),
            form("RR", 'D', &["cast::row_sparse_to_dense", "binary::greater_equal"]),
            form_when("RR", 'R', "where elements differ, instead", &["rows::add_n_ids", "binary::rows_not_equal"]),
        ],
        gradient: &[],
        note: "the result is 1 where both operands are 0, so it cannot be sparse: dense copies are the nearest path; `_lesser_equal` is `_greater_equal` with the operands exchanged",
    },
    Entry {
        operator: "_grad_add",
        names: &["_grad_add"],
        forms: &[
            form("RR", 'R', &["rows::add_n_ids", "rows::add_n"]),
            form("CC", 'C', &["binary::csr_union_nnz", "cast::accumulate_indptr", "binary::csr_add"]),
        ],
        gradient: &[],
        note: "",
    },
    Entry {
        operator: "broadcast_add, broadcast_sub",
        names: &["broadcast_add", "broadcast_sub"],
        forms: &[
            form_when("CD", 'D', "by row, column, scalar or all", &["binary::csr_broadcast_add"]),
            form_when("DC", 'D', "by row, column, scalar or all", &["binary::broadcast_subtract_csr"]),
        ],
        gradient: &["sums over the broadcast axis: `reduce::sum_rows`, `reduce::sum_columns`, `reduce::sum`"],
        note: "the caller names the axis",
    },
    Entry {
        operator: "broadcast_mul, broadcast_div",
        names: &["broadcast_mul", "broadcast_div"],
        forms: &[
            form_when("CD", 'C', "by row, column, scalar or all", &["binary::entries_multiply"]),
            form_when("CD", 'C', "quotient", &["binary::entries_divide"]),
        ],
        gradient: &["of the csr: `binary::entries_multiply`; of the other: sums over the axis"],
        note: "",
    },
    Entry {
        operator: "add_n",
        names: &["add_n"],
        forms: &[
            form("R*", 'R', &["rows::add_n_ids", "rows::add_n"]),
            form("DCD", 'D', &["binary::add", "binary::accumulate_csr"]),
            form_when("D*", 'D', "any mix", &["binary::accumulate_csr", "binary::accumulate_rows"]),
        ],
        gradient: &["the gradient of the result"],
        note: "",
    },
    Entry {
        operator: "_plus_scalar, _minus_scalar",
        names: &["_plus_scalar", "_minus_scalar"],
        forms: &[
            form_when("C", 'C', "scalar 0", &["copy"]),
            form_when("R", 'R', "scalar 0", &["copy"]),
            form("C", 'D', &["binary::csr_broadcast_add"]),
            form("R", 'D', &["binary::rows_add"]),
        ],
        gradient: &["the gradient of the result"],
        note: "",
    },
    Entry {
        operator: "_mul_scalar, _div_scalar",
        names: &["_mul_scalar", "_div_scalar"],
        forms: &[form("C", 'C', &["values()", "map::mul_scalar"]), form("R", 'R', &["values()", "map::mul_scalar"])],
        gradient: &["`map::mul_scalar`, `map::div_scalar`"],
        note: "",
    },
    Entry {
        operator: "comparison scalars (6)",
        names: &[
            "_equal_scalar",
            "_not_equal_scalar",
            "_greater_scalar",
            "_greater_equal_scalar",
            "_lesser_scalar",
            "_lesser_equal_scalar",
        ],
        forms: &[
            form_when("C", 'C', "where the comparison of 0 is false", &["values()", "map::greater_scalar"]),
            form_when("R", 'R', "where the comparison of 0 is false", &["values()", "map::greater_scalar"]),
        ],
        gradient: &[],
        note: "",
    },
    Entry {
        operator: "_scatter_plus_scalar, _scatter_minus_scalar",
        names: &["_scatter_plus_scalar", "_scatter_minus_scalar"],
        forms: &[form("C", 'C', &["values()", "map::plus_scalar"]), form("R", 'R', &["values()", "map::plus_scalar"])],
        gradient: &["the gradient of the result"],
        note: "",
    },
    Entry {
        operator: "_scatter_elemwise_div",
        names: &["_scatter_elemwise_div"],
        forms: &[
            form("RR", 'R', &["binary::rows_divide"]),
            form("RD", 'R', &["binary::rows_divide"]),
            form("RC", 'R', &["cast::csr_to_dense", "binary::rows_divide"]),
        ],
        gradient: &["as of `elemwise_div`"],
        note: "",
    },
    Entry {
        operator: "zero-preserving unary",
        names: &[
            "relu",
            "negative",
            "abs",
            "sign",
            "round",
            "rint",
            "ceil",
            "floor",
            "trunc",
            "fix",
            "sin",
            "tan",
            "arcsin",
            "arctan",
            "degrees",
            "radians",
            "sinh",
            "tanh",
            "arcsinh",
            "arctanh",
            "log1p",
            "expm1",
            "square",
            "sqrt",
            "cbrt",
            "_copy",
            "BlockGrad",
            "make_loss",
            "_contrib_round_ste",
            "_contrib_sign_ste",
            "_contrib_gradientmultiplier",
        ],
        forms: &[form("C", 'C', &["values()", "map::relu"]), form("R", 'R', &["values()", "map::relu"])],
        gradient: &["`map::relu_backward` and its siblings; zeros for the rounding functions and `sign`"],
        note: "the kernel of each function's name in `map`; `fix` is `map::trunc`; `_copy`, `BlockGrad` and `make_loss` are copies",
    },
    Entry {
        operator: "clip",
        names: &["clip"],
        forms: &[
            form_when("C", 'C', "a_min <= 0 <= a_max", &["values()", "map::clip"]),
            form_when("R", 'R', "a_min <= 0 <= a_max", &["values()", "map::clip"]),
        ],
        gradient: &["`map::clip_backward`"],
        note: "another range gives dense",
    },
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
        forms: &[form_when("C", 'C', "rows", &["rows()"]), form_when("C", 'C', "columns", &["slice::columns_indptr", "slice::columns"])],
        gradient: &["the gradient at its place, zeros elsewhere"],
        note: "",
    },
    Entry {
        operator: "concat (dim 0)",
        names: &["Concat"],
        forms: &[form_when("C*", 'C', "axis 0 or 1", &["slice::add_row_nnz", "cast::accumulate_indptr", "slice::concat"])],
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
    Entry {
        operator: "random_uniform, random_normal, .. with out=rsp",
        names: &["_random_uniform", "_random_normal"],
        forms: &[
            form_when("R", 'R', "all rows", &["values()", "random::uniform", "random::normal"]),
            form("D", 'D', &["random::uniform", "random::normal"]),
        ],
        gradient: &[],
        note: "",
    },
    Entry {
        operator: "LinearRegressionOutput, LogisticRegressionOutput",
        names: &["LinearRegressionOutput", "LogisticRegressionOutput"],
        forms: &[form_when("DC", 'D', "linear", &["copy"]), form_when("DC", 'D', "logistic", &["map::sigmoid"])],
        gradient: &["`loss::csr_regression_gradient` of a csr label, or `loss::regression_gradient`, by grad_scale / m"],
        note: "",
    },
    Entry {
        operator: "FullyConnected",
        names: &["FullyConnected"],
        forms: &[
            form_when("DR", 'D', "no bias", &["dot::dense_row_sparse_t"]),
            form("DRR", 'D', &["dot::dense_row_sparse_t", "binary::rows_add"]),
            form("DRD", 'D', &["dot::dense_row_sparse_t", "binary::rows_add"]),
            form("DDR", 'D', &["binary::rows_add"]),
        ],
        gradient: &[],
        note: "a weight row that is not stored counts as zero",
    },
    Entry {
        operator: "_contrib_getnnz",
        names: &["_contrib_getnnz"],
        forms: &[
            form_when("C", 'D', "axis 1", &["reduce::nnz_rows"]),
            form_when("C", 'D', "axis 0, which MXNet does not have", &["reduce::nnz_columns"]),
        ],
        gradient: &[],
        note: "the whole is `nnz()` of the view",
    },
    Entry {
        operator: "_contrib_quadratic",
        names: &["_contrib_quadratic"],
        forms: &[
            form_when("C", 'C', "c = 0", &["values()", "map::quadratic"]),
            form_when("R", 'R', "c = 0", &["values()", "map::quadratic"]),
        ],
        gradient: &["`map::quadratic_backward`"],
        note: "",
    },
    Entry {
        operator: "sparse optimizers",
        names: &[
            "sgd_update",
            "sgd_mom_update",
            "nag_mom_update",
            "_sparse_adagrad_update",
            "adam_update",
            "ftrl_update",
            "_contrib_group_adagrad_update",
        ],
        forms: &[
            form("DR", 'D', &["optim::sgd"]),
            form("RR", 'R', &["optim::sgd"]),
            form_when("DRD", 'D', "momentum", &["optim::sgd_momentum"]),
            form_when("DRD", 'D', "AdaGrad", &["optim::adagrad"]),
            form_when("DRD", 'D', "history of one number per row", &["optim::group_adagrad"]),
            form_when("DRDD", 'D', "Adam", &["optim::adam"]),
            form_when("RRRR", 'R', "FTRL", &["optim::ftrl"]),
        ],
        gradient: &[],
        note: "kernels.md lists the others, each dense or row_sparse, lazy or standard; MXNet does not have FTRL of dense arrays",
    },
    Entry {
        operator: "_identity_with_attr_like_rhs",
        names: &["_identity_with_attr_like_rhs"],
        forms: &[
            form("CC", 'C', &["copy"]),
            form("CD", 'D', &["cast::csr_to_dense"]),
            form("RD", 'D', &["cast::row_sparse_to_dense"]),
            form("RR", 'R', &["copy"]),
        ],
        gradient: &[],
        note: "",
    },
    Entry {
        operator: "contrib dgl_*, edge_id",
        names: &["_contrib_edge_id", "_contrib_dgl_adjacency"],
        forms: &[
            form_when("CDD", 'D', "edge_id", &["graph::edge_id"]),
            form_when("CDR", 'D', "edge_id", &["graph::edge_id"]),
            form_when("CRD", 'D', "edge_id", &["graph::edge_id"]),
            form_when("CRR", 'D', "edge_id", &["graph::edge_id"]),
            form_when("C", 'C', "adjacency: the pattern with ones", &["copy"]),
            form_when("C", 'C', "subgraph, compact", &["graph::subgraph_indptr", "graph::subgraph"]),
            form_when("C", 'C', "neighbours, uniform", &["graph::sample_indptr", "graph::sample_neighbors"]),
            form_when("CD", 'C', "neighbours, non-uniform", &["graph::sample_indptr", "graph::sample_neighbors_weighted"]),
        ],
        gradient: &[],
        note: "",
    },
];
