//! The kernels of the list.
use crate::raw::exports;

/// What a C program must know of a kernel beside its formula, as far as the types of the arguments do not say it.
pub const NOTES: &[(&str, &str)] = &[
    ("csr_dense", "`a` is R x K, `b` K x n, `out` R x n."),
    ("csr_row_sparse", "`a` is R x K, `b` K x n, `out` R x n."),
    (
        "csr_t_dense",
        "`a` is R x K: its `lacuna_dot_transpose_plan` and its values. `b` is R x n, `out` K x n with the ids of the \
            plan.",
    ),
    (
        "csr_t_dense_to_dense",
        "`a` is R x K: its `lacuna_dot_transpose_plan` and its values. `b` is R x n, `out` K x n.",
    ),
    (
        "csr_t_row_sparse",
        "`a` is R x K: its `lacuna_dot_transpose_plan_row_sparse` and its values. `b` is R x n, `out` K x n with the \
            ids of the plan.",
    ),
    (
        "csr_t_dense_scatter",
        "`a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends` of `a`, all zero if `a` has at \
            most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.",
    ),
    (
        "csr_t_column",
        "`a` is R x K, `b` R x 1, `out` K x 1. `columns` is scratch: K + 32768 numbers, as many as \
            `lacuna_block_ends_scratch` has room for, and `totals` K values; both may be empty if `a` has at most 1024 rows.",
    ),
    (
        "csr_t_row_sparse_scatter",
        "`a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse` of both, all zero if \
            `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.",
    ),
    (
        "sell_column",
        "`plan` is the `lacuna_dot_sell_plan` of an R x K matrix, `values` are its values, put in order by \
            `lacuna_rows_permute` with the entries of the plan. `b` is K x 1, `out` R x 1.",
    ),
    (
        "csr_csr",
        "`a` is R x K, `b` K x C, `out` R x C with its columns, which are read: those of `lacuna_dot_csr_csr_indices`, \
            or any, and then the product is sampled there. `scratch`: none, or C values.",
    ),
    (
        "dense_csr",
        "`a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_csr_scratch` values, none for at most 1024 \
            rows of `b`.",
    ),
    ("dense_csr_t", "`a` is R x K, `b` C x K, `out` R x C."),
    ("dense_row_sparse_t", "`a` is R x K, `b` C x K, `out` R x C."),
    (
        "dense_dense",
        "`a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.",
    ),
    (
        "dense_t_dense",
        "`a` is K x R, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.",
    ),
    (
        "dense_dense_t",
        "`a` is R x K, `b` C x K, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.",
    ),
    ("sddmm", "`a` is R x n, `b` C x n, `out` R x C with its columns, which are read."),
    (
        "dense_to_csr",
        "At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a \
            part of it, written.",
    ),
    (
        "dense_to_csr_one_pass",
        "Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says \
            what is needed, and they hold anything.",
    ),
    ("dense_to_row_sparse", "The ids of `out` are known: those of `lacuna_cast_dense_row_ids`, or any others."),
    ("coalesce", "`plan` is the `lacuna_rows_coalesce_plan` of `input`."),
    (
        "permute",
        "`out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the \
            values for that plan in order.",
    ),
    ("sum", "`out` is one value."),
    ("sum_rows", "`a` is R x C, `out` R values."),
    ("sum_columns", "`a` is R x C, `out` C values."),
    ("sum_csr_rows", "`a` is R x C, `out` R values."),
    ("sum_csr_columns", "`a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows."),
    ("mean", "`out` is one value. `count` is the number of elements, of which `values` are those stored."),
    ("mean_rows", "`a` is R x C, `out` R values."),
    ("mean_columns", "`a` is R x C, `out` C values."),
    ("mean_csr_rows", "`a` is R x C, `out` R values."),
    ("mean_csr_columns", "`a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows."),
    ("norm1", "`out` is one value."),
    ("norm1_rows", "`a` is R x C, `out` R values."),
    ("norm1_columns", "`a` is R x C, `out` C values."),
    ("norm1_csr_rows", "`a` is R x C, `out` R values."),
    (
        "norm1_csr_columns",
        "`a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows.",
    ),
    ("norm2", "`out` is one value."),
    ("norm2_rows", "`a` is R x C, `out` R values."),
    ("norm2_columns", "`a` is R x C, `out` C values."),
    ("norm2_csr_rows", "`a` is R x C, `out` R values."),
    (
        "norm2_csr_columns",
        "`a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows.",
    ),
    ("square_sum", "`out` is one value."),
    ("square_sum_rows", "`a` is R x C, `out` R values."),
    ("square_sum_columns", "`a` is R x C, `out` C values."),
    ("square_sum_csr_rows", "`a` is R x C, `out` R values."),
    (
        "square_sum_csr_columns",
        "`a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows.",
    ),
    ("max", "`out` is one value. `count` is the number of elements, of which `values` are those stored."),
    ("max_rows", "`a` is R x C, `out` R values."),
    ("max_columns", "`a` is R x C, `out` C values."),
    ("max_csr_rows", "`a` is R x C, `out` R values. An element that is not stored counts as zero."),
    (
        "max_csr_columns",
        "`a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows. \
            An element that is not stored counts as zero.",
    ),
    ("min", "`out` is one value. `count` is the number of elements, of which `values` are those stored."),
    ("min_rows", "`a` is R x C, `out` R values."),
    ("min_columns", "`a` is R x C, `out` C values."),
    ("min_csr_rows", "`a` is R x C, `out` R values. An element that is not stored counts as zero."),
    (
        "min_csr_columns",
        "`a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows. \
            An element that is not stored counts as zero.",
    ),
    ("argmax_rows", "`a` is R x C, `out` R numbers."),
    (
        "extreme_rows_backward",
        "`a` and `out` are R x C, `gradient` and `result` R values, `result` the extremes of the rows of `a`.",
    ),
    (
        "extreme_columns_backward",
        "`a` and `out` are R x C, `gradient` and `result` C values, `result` the extremes of the columns of `a`.",
    ),
    (
        "csr_add",
        "The pointers of `out` are those of `lacuna_binary_csr_union_nnz`. At the first row whose number of entries is \
            not what they say it stops, with the rows before it, and parts of it and the next, written.",
    ),
    ("csr_subtract", "As `lacuna_binary_csr_add`."),
    (
        "csr_multiply",
        "The pointers of `out` are those of `lacuna_binary_csr_intersection_nnz`. At the first row whose number of \
            entries is not what they say it stops, with the rows before it, and parts of it and the next, \
            written.",
    ),
    ("csr_maximum", "As `lacuna_binary_csr_add`, its pointers too."),
    ("csr_minimum", "As `lacuna_binary_csr_add`, its pointers too."),
    (
        "csr_greater",
        "As `lacuna_binary_csr_add`, its pointers too: 1 where an element of `a` is greater than that of `b`, 0 at the \
            other entries.",
    ),
    ("csr_not_equal", "As `lacuna_binary_csr_add`, its pointers too: 1 where elements differ, 0 at the other entries."),
    (
        "csr_add_one_pass",
        "Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says \
            what is needed, and they hold anything, as they do behind the stored entries. The entries of both matrices \
            together are always enough.",
    ),
    ("csr_subtract_one_pass", "As `lacuna_binary_csr_add_one_pass`."),
    ("csr_multiply_one_pass", "As `lacuna_binary_csr_add_one_pass`; the entries of either matrix are always enough."),
    (
        "rows_add",
        "`out` is written in the rows that it has; a row that a row_sparse operand does not store counts as zero.",
    ),
    ("rows_subtract", "As `lacuna_binary_rows_add`."),
    (
        "rows_multiply",
        "As `lacuna_binary_rows_add`. `lacuna_binary_rows_intersection_ids` finds the rows that two row_sparse \
            operands store.",
    ),
    ("rows_divide", "As `lacuna_binary_rows_add`."),
    ("rows_maximum", "As `lacuna_binary_rows_add`."),
    ("rows_minimum", "As `lacuna_binary_rows_add`."),
    (
        "rows_greater",
        "As `lacuna_binary_rows_add`: 1 where an element of `left` is greater than that of `right`, or 0.",
    ),
    ("rows_not_equal", "As `lacuna_binary_rows_add`: 1 where elements differ, or 0."),
    ("csr_broadcast_add", "An entry that `a` does not store counts as zero."),
    ("csr_broadcast_subtract", "An entry that `a` does not store counts as zero."),
    ("broadcast_subtract_csr", "An entry that `a` does not store counts as zero."),
    ("entries_multiply", "`out` has a value for each entry of `a`."),
    ("entries_divide", "`out` has a value for each entry of `a`."),
    ("entries_gather", "`out` has a value for each entry of `a`, whose values are not read."),
    ("accumulate_csr", "`sum` is updated in place."),
    ("accumulate_rows", "`sum` is updated in place; rows that a row_sparse `input` does not store stay as they are."),
    ("take", "`csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr`."),
    (
        "columns",
        "`csr` is R x C, `out` R x W: the columns of `csr` from `first_column` on, `lacuna_slice_columns_indptr`. A \
            range of rows needs no call: the same arrays, with `indptr + first_row` and `trusted`.",
    ),
    (
        "concat",
        "`csr` is R x C, `out` R x W, of which just the places of `csr` are written: columns from `first_column` on, \
            and in each row the entries from `starts` on, which has R elements. One call for each array. Beside each \
            other: `starts` are the sums of `lacuna_slice_add_row_nnz` of the arrays before. Below each other: into \
            the rows of `out`, with 0 and zeros.",
    ),
    ("prune", "`csr` and `out` are R x C, `out` with the `lacuna_slice_prune_indptr` of `csr`."),
    ("select", "All are R x C. An explicit zero of `condition` selects `y`, NaN selects `x`."),
    ("select_x_gradient", "All are R x C."),
    ("select_y_gradient", "All are R x C."),
    (
        "diagonal",
        "`csr` is R x C, `out` has min(R, C - `first_column`) elements: those at `(r, first_column + r)`, 0 where \
            nothing is stored.",
    ),
    (
        "edge_id",
        "Edge `t` leads from row `sources[t]` of `graph` to column `targets[t]`. The three lists have one length.",
    ),
    (
        "subgraph",
        "`out` has the `lacuna_graph_subgraph_indptr` of these rows, in any order, and columns, which ascend. At the \
            first row whose number of entries is another one it stops, with the rows before it, and a part of it, \
            written.",
    ),
    (
        "sample_neighbors",
        "`out` has a row for each of the vertices, with the `lacuna_graph_sample_indptr`, or others with no more edges \
            than the vertex has; its columns are those of `graph`. Which edges are chosen depends on the stream, the \
            vertex and their number alone.",
    ),
    (
        "sample_neighbors_weighted",
        "As `lacuna_graph_sample_neighbors`; `weight` has an element for each column of `graph`, in proportion to \
            which edges are chosen, one after the other.",
    ),
    (
        "uniform",
        "`u` are numbers from 0 to below 1, of 24 random bits in `f32` and 53 in `f64`. `low` and `high` point to one \
            value each.",
    ),
    (
        "bernoulli",
        "With `value` 1 / `probability` a mask for dropout. `probability` and `value` point to one value each.",
    ),
    (
        "normal",
        "`z` are normally distributed with mean 0 and standard deviation 1, none beyond 5.77 in `f32` and 8.58 in \
            `f64`. `mean` and `deviation` point to one value each.",
    ),
    (
        "log_uniform",
        "`ids` and `out` have one length `n`; the ids are from 0 to below `classes`, drawn with repetition, and `out` \
            says how often each is expected among them.",
    ),
    (
        "expected_counts",
        "`p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)` of each of the `ids`, which are below `classes`; `out` \
            has as many elements.",
    ),
    (
        "expected_counts_unique",
        "As `lacuna_random_expected_counts`, of the ids and the number of tries of `lacuna_random_log_uniform_unique`.",
    ),
    ("lookup", "`ids` are rows of `weight`, in any order; `out` has as many rows as there are."),
    (
        "lookup_row_sparse",
        "`ids` are rows of `weight`, in any order; `out` has as many rows as there are, zero where `weight` does not \
            store one.",
    ),
    (
        "bag_sum",
        "`bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, \
            `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.",
    ),
    ("bag_mean", "As `lacuna_embedding_bag_sum`; the sums are divided by the numbers of entries that are not padding."),
    (
        "bag_shares",
        "As many values as `bags` has entries: the values of `bags` for the gradient of `lacuna_embedding_bag_mean`.",
    ),
    (
        "bag_max",
        "As `lacuna_embedding_bag_sum`. `entries` gets, for each element of `out`, the entry that it comes from, the \
            largest index where a bag is empty.",
    ),
    (
        "bag_max_gradient",
        "`plan` is the `lacuna_embedding_bag_plan` of B bags, `entries` are those of `lacuna_embedding_bag_max`, \
            `gradient` is B x L, `out` R x L with the ids of the plan.",
    ),
    (
        "regression_gradient",
        "`scale` is `grad_scale` over the numbers in a row of the label. It points to one value, as `margin` does \
            below.",
    ),
    ("mae_gradient", "As `lacuna_loss_regression_gradient`."),
    ("sigmoid_cross_entropy", "A label is a number from 0 to 1."),
    ("sigmoid_cross_entropy_gradient", "As `lacuna_loss_sigmoid_cross_entropy`."),
    ("hinge", "A label is 1 or -1."),
    ("hinge_gradient", "A label is 1 or -1."),
    ("squared_hinge", "A label is 1 or -1."),
    ("squared_hinge_gradient", "A label is 1 or -1."),
    ("csr_regression_gradient", "All are R x C. An entry that `label` does not store counts as zero."),
    ("softmax", "Both are R x C. The largest number of a row is subtracted first, so that nothing overflows."),
    (
        "softmax_columns",
        "Both are N C x P, with C = `classes`: of an array of N elements, C classes and P positions. As \
            `lacuna_loss_softmax`, of each column of each C rows.",
    ),
    ("softmax_backward", "All are R x C; `result` is that of `lacuna_loss_softmax`."),
    ("log_softmax", "As `lacuna_loss_softmax`."),
    ("log_softmax_backward", "All are R x C; `result` is that of `lacuna_loss_log_softmax`."),
    (
        "softmax_cross_entropy",
        "`logits` is R x C, `labels` R classes below C, `out` R values. A label that equals `ignore`, a class or not, \
            has loss 0; where that is `SIZE_MAX`, so has one below 0. Any other label that is no class is refused.",
    ),
    ("softmax_cross_entropy_gradient", "As `lacuna_loss_softmax_cross_entropy`; `out` is R x C."),
    (
        "softmax_output_gradient",
        "As `lacuna_loss_softmax_cross_entropy_gradient`, from the results of `lacuna_loss_softmax`. `smooth_alpha` of \
            the label's probability belongs to the other classes.",
    ),
    (
        "softmax_output_gradient_columns",
        "As `lacuna_loss_softmax_output_gradient`, from the results of `lacuna_loss_softmax_columns`, with N P labels. \
            MXNet divides the scale by P, except for `normalization` valid.",
    ),
    (
        "sampled_softmax",
        "`noise_logits` and `out` are R x k, `noise_counts` and `noise` have k elements, all others R. Counts are \
            logarithms of expected counts. Noise that is the label of a row is left out there; a row of weight 0 is \
            not looked at, and all of its results are 0.",
    ),
    ("repeat_rows", "`out` is R x C, `values` R values."),
    ("repeat_columns", "`out` is R x C, `values` C values."),
    ("nnz_rows", "`a` is R x C, `out` R numbers."),
    ("nnz_columns", "`a` is R x C, `out` C numbers."),
    ("add_n", "`out` has the ids of `lacuna_rows_add_n_ids`. `cursors` is scratch of `lacuna_add_n_scratch` bytes."),
];

/// Rows of the list as entries of [`exports!`].
macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $types:tt ($($operands:tt)*) -> $output:tt, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        $(kernels! { @row $output, #[doc = $formula] $family::$name $types ($($operands)*) })*

        /// The functions of this file, by name and type.
        #[doc(hidden)]
        pub const FUNCTIONS: &[crate::describe::Function] = &[$($name::FUNCTION),*];
    };
    (@row (), $($row:tt)*) => { exports! { @entry $($row)* ; } };
    (@row usize, #[doc = $formula:literal] $family:ident::$name:ident $types:tt ($($operands:tt)*)) => {
        exports! { @entry #[doc = $formula] $family::$name $types ($($operands)*, count: SizeOut) ; }
    };
}
lacuna::for_each_kernel!(kernels);
