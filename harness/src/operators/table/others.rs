//! Random numbers, losses, layers and graphs.
use super::{form, form_when};
use crate::operators::Entry;

pub const OPERATORS: &[Entry] = &[
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
        gradient: &[
            "`loss::csr_regression_gradient` of a csr label, or `loss::regression_gradient`, by grad_scale / m",
        ],
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
        note: "kernels.md lists the others, each dense or row_sparse, lazy or standard; MXNet does not have FTRL of \
            dense arrays",
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
            form_when(
                "CD",
                'C',
                "neighbours, non-uniform",
                &["graph::sample_indptr", "graph::sample_neighbors_weighted"],
            ),
        ],
        gradient: &[],
        note: "",
    },
];
