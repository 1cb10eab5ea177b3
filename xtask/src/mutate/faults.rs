//! The faults, and what is meant to see them.
use super::Expected;
use super::edit::Edit::{self, *};

/// One small edit of an entry.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) entry: &'static str,
    pub(super) edit: Edit,
    /// Why it changes no result, if it does not.
    equivalent: Option<&'static str>,
}

impl Fault {
    const fn of(entry: &'static str, edit: Edit) -> Self {
        Self { entry, edit, equivalent: None }
    }

    const fn equivalent(entry: &'static str, edit: Edit, why: &'static str) -> Self {
        Self { entry, edit, equivalent: Some(why) }
    }

    pub(super) fn name(&self) -> String {
        format!("{}: {}", self.entry, self.edit)
    }

    pub(super) fn expected(&self) -> Expected {
        self.equivalent.map_or(Expected::Caught, Expected::Equivalent)
    }
}

/// Faults of a kernel, and what runs first because it is about this kernel. What is missed there is run with all there
/// is.
#[derive(Debug)]
pub(super) struct Sight {
    /// `lacuna verify --filter`.
    pub(super) golden: Option<&'static str>,
    /// Words that stand in the names of tests, between their `::`, or several of them with these.
    pub(super) tests: &'static str,
    pub(super) faults: &'static [Fault],
}

impl Sight {
    const fn new(golden: &'static str, tests: &'static str, faults: &'static [Fault]) -> Self {
        Self { golden: if golden.is_empty() { None } else { Some(golden) }, tests, faults }
    }

    /// Whether a test is one of those that run first.
    pub(super) fn names(&self, test: &str) -> bool {
        self.tests.split(' ').any(|word| test == word || test.split("::").any(|part| part == word))
    }
}

/// What an offset of 32 bits needs to be seen: arrays of more than 4 GiB.
pub(super) const SIGHTS: &[Sight] = &[
    // products
    Sight::new(
        "dot/csr_dense",
        "csr_dense products_of_every_length",
        &[
            Fault::of("csr_dense_f32_i32", Operand("setp.lt", 2, 2, "1024")),
            Fault::of("csr_dense_f32_i64", Fused(5)),
            Fault::of("csr_dense_f64_i32", Reordered(1)),
            Fault::of("csr_dense_f64_i64", Operand("shfl", 3, 2, "3")),
            Fault::of("csr_dense_f32_i32", Exchanged("selp.f32", 1)),
            Fault::of("csr_dense_f64_i32", Without("st.global.v2", 1)),
            Fault::equivalent("csr_dense_f32_i64", Parameter(10, 4), "the result has the rows of a, or is refused"),
            Fault::of("csr_blocks_f32_i32", Reordered(2)),
            Fault::of("csr_blocks_f64_i64", Flipped(2)),
            Fault::of("block_totals_f32_i64", Without("st.global", 1)),
            Fault::of("block_totals_f64_i32", Becomes("add.rn", "sub.rn", 1)),
        ],
    ),
    Sight::new(
        "",
        "rows_far_apart matrices_of_many_rows",
        &[
            Fault::of("csr_dense_f32_i32", Narrow("shl.b64", 8)),
            Fault::of("csr_to_dense_f32_i32", Narrow("shl.b64", 1)),
            Fault::of("dense_to_csr_f64_i64", Narrow("shl.b64", 2)),
        ],
    ),
    Sight::new(
        "dot/csrT_dense",
        "csr_t_dense csr_t_dense_to_dense products_of_every_length",
        &[
            Fault::equivalent("planned_products_f32_i32", Fused(1), "the first product is added to +0"),
            Fault::of("planned_products_f32_i32", Fused(3)),
            Fault::of("planned_products_f64_i64", Reordered(1)),
            Fault::of("plan_blocks_f32_i64", Exchanged("selp.f32", 1)),
            Fault::of("plan_blocks_f64_i32", Reordered(2)),
            Fault::of("zero_absent_rows_f32_i32", Flipped(7)),
        ],
    ),
    Sight::new(
        "dot/csr_row_sparse",
        "csr_row_sparse",
        &[
            Fault::of("csr_row_sparse_f32_i32", Reordered(1)),
            Fault::of("csr_row_sparse_f64_i64", Exchanged("selp.f64", 1)),
            Fault::of("stored_positions_i32", Becomes("setp.lt.u32", "setp.le.u32", 1)),
            Fault::equivalent(
                "stored_positions_i32",
                Becomes("setp.gt", "setp.ge", 1),
                "only an operand that breaks its rules has a column of that number",
            ),
            Fault::of("stored_positions_i64", Flipped(2)),
        ],
    ),
    Sight::new(
        "dot/",
        "csr_csr dense_csr dense_csr_t dense_row_sparse_t dense_dense dense_t_dense dense_dense_t",
        &[
            Fault::of("csr_csr_f32_i32", Fused(1)),
            Fault::of("dense_csr_f64_i32", Fused(1)),
            Fault::of("dense_csr_t_f32_i32", Fused(1)),
            Fault::of("dense_row_sparse_t_f64_i64", Operand("shfl", 6, 2, "1")),
            Fault::of("dense_products_f32", Operand("fma.rn", 3, 2, "0f3F800000")),
            Fault::of("dense_products_f64", Parameter(1, 2)),
        ],
    ),
    Sight::new(
        "sampled_dot",
        "sddmm",
        &[Fault::of("sddmm_f32_i32", Fused(1)), Fault::of("sddmm_f64_i32", Reordered(1))],
    ),
    Sight::new(
        "coalesce",
        "coalesce",
        &[Fault::of("coalesce_f32_i32", Reordered(1)), Fault::of("coalesce_f64_i64", Further("ld.global", 3, 8))],
    ),
    // cast
    Sight::new(
        "",
        "casts",
        &[
            Fault::of("cast_f32_i8", Operand("max.f32", 1, 2, "0fC2FE0000")),
            Fault::of("cast_f32_i32", Becomes("cvt.rzi", "cvt.rni", 1)),
            Fault::of("cast_f64_f32", Becomes("cvt.rn", "cvt.rz", 1)),
            Fault::of("cast_i64_f32", Becomes("cvt.rn", "cvt.rm", 1)),
            Fault::of("cast_i32_f64", Becomes("cvt.rn.f64.s32", "cvt.rn.f64.u32", 1)),
        ],
    ),
    Sight::new(
        "cast_storage",
        "csr_to_dense dense_to_csr dense_to_csr_one_pass dense_to_row_sparse row_sparse_to_dense",
        &[
            Fault::of("dense_row_nnz_f32_i32", Becomes("setp.neu", "setp.ne", 2)),
            Fault::of("dense_row_nnz_f64_i32", Operand("shfl", 1, 2, "1")),
            Fault::of("dense_row_flags_f64_i32", Becomes("setp.neu", "setp.ne", 1)),
            Fault::of("csr_to_dense_f32_i32", Without("bar.warp.sync", 1)),
            Fault::of("csr_to_dense_f64_i64", Becomes("setp.lt", "setp.le", 7)),
            Fault::of("dense_to_csr_f32_i32", Without("st.global", 5)),
            Fault::of("dense_to_csr_f64_i32", Without("atom.global", 1)),
            Fault::equivalent(
                "dense_to_csr_one_pass_f32_i32",
                Becomes("setp.lt", "setp.le", 3),
                "a result without room for all entries was refused before",
            ),
            Fault::of("dense_to_csr_one_pass_f32_i32", Becomes("setp.lt", "setp.le", 2)),
            Fault::of("row_sparse_to_dense_f32_i32", Becomes("setp.gt", "setp.ge", 1)),
            Fault::of("dense_to_row_sparse_f32_i32", Further("st.global.b64", 2, -8)),
        ],
    ),
    // rows
    Sight::new(
        "sparse_retain",
        "retain",
        &[
            Fault::of("retain_f32_i32", Without("st.global", 1)),
            Fault::of("retain_f64_i64", Becomes("setp.lt", "setp.le", 1)),
        ],
    ),
    Sight::new(
        "add_n",
        "add_n union_of_two",
        &[
            Fault::of("add_n_f32_i32", Becomes("add.rn", "sub.rn", 1)),
            Fault::of("merge_ids_i32", Becomes("setp.le", "setp.lt", 1)),
            Fault::of("check_union_i32", Without("atom.global", 1)),
        ],
    ),
    Sight::new("permute", "permute", &[Fault::of("permute_f32_i32", Without("st.global", 3))]),
    // slice
    Sight::new(
        "take",
        "take",
        &[
            Fault::of("take_f32_i32", Without("st.global", 5)),
            Fault::of("check_take_i32", Becomes("setp.le", "setp.lt", 1)),
        ],
    ),
    Sight::new("slice", "columns", &[Fault::of("columns_f32_i32", Becomes("setp.gt", "setp.ge", 3))]),
    Sight::new("concat", "concat", &[Fault::of("concat_f64_i32", Without("st.global", 3))]),
    Sight::new("prune", "prune prune_counts_nan", &[Fault::of("prune_f32_i32", Becomes("setp.neu", "setp.ne", 1))]),
    Sight::new(
        "where",
        "select select_x_gradient select_y_gradient",
        &[
            Fault::of("select_f32_i32", Without("bar.warp.sync", 1)),
            Fault::of("select_f64_i64", Becomes("setp.eq.f64", "setp.equ.f64", 1)),
        ],
    ),
    Sight::new("diag", "diagonal", &[Fault::of("diagonal_f32_i32", Becomes("setp.gt", "setp.ge", 1))]),
    // embedding
    Sight::new(
        "Embedding",
        "the_least_of_two_places_is_reported lookup lookup_row_sparse rows_far_apart matrices_of_many_rows",
        &[
            Fault::of("lookup_f32_i32", Narrow("shl.b64", 3)),
            Fault::of("lookup_f32_i64", Narrow("shl.b64", 4)),
            Fault::of("lookup_row_sparse_f32_i32", Narrow("shl.b64", 5)),
            Fault::of("lookup_f64_i32", Without("st.global", 2)),
            Fault::of("lookup_row_sparse_f64_i32", Becomes("setp.lt.u32", "setp.le.u32", 1)),
        ],
    ),
    Sight::new(
        "EmbeddingBag",
        "the_least_of_two_places_is_reported bag_sum bag_mean bag_max bag_max_gradient bag_shares padding_at_each_place_is_left_out the_first_of_the_largest_is_found rows_far_apart matrices_of_many_rows",
        &[
            Fault::of("bag_sum_f32_i32", Fused(1)),
            Fault::of("bag_sum_f32_i32", Narrow("shl.b64", 11)),
            Fault::of("bag_mean_f32_i32", Fused(2)),
            Fault::of("bag_mean_f32_i32", Operand("max.u64", 1, 2, "2")),
            Fault::of("bag_mean_f64_i64", Without("div.rn", 2)),
            Fault::of("bag_max_f32_i32", Becomes("setp.gtu", "setp.gt", 1)),
            Fault::of("bag_max_f32_i32", Becomes("setp.le", "setp.lt", 4)),
            Fault::of("bag_max_f64_i32", Becomes("setp.le.f64", "setp.lt.f64", 1)),
            Fault::of("bag_max_f64_i64", Becomes("setp.nan", "setp.num", 1)),
            Fault::of("bag_max_gradient_f32_i32", Exchanged("selp.f32", 1)),
            Fault::of("bag_shares_f32_i32", Exchanged("div.rn", 1)),
            Fault::of("bag_keys_i32", Without("atom.global", 1)),
        ],
    ),
    // segments
    Sight::new(
        "",
        "the_least_of_two_places_is_reported plans_of_keys_of_every_digit dense_to_row_sparse a_plan_of_many_tiles_and_passes running_totals_of_many_tiles csr_t_dense coalesce",
        &[
            Fault::of("sort_count_i32", Without("bar.sync", 2)),
            Fault::of("sort_count_i64", Without("bar.warp.sync", 1)),
            Fault::of("sort_count_i32", Operand("vote", 3, 2, "65535")),
            Fault::of("sort_scatter_i32", Without("bar.sync", 2)),
            Fault::of("sort_scatter_i64", Without("bar.warp.sync", 3)),
            Fault::of("sort_scatter_i64", Operand("setp.gt", 1, 2, "128")),
            Fault::of("sort_scatter_i32", Without("st.global", 2)),
            Fault::of("scan_tiles_i32", Operand("shfl", 6, 2, "2")),
            Fault::of("scan_tiles_i64", Without("bar.sync", 1)),
            Fault::of("scan_totals", Without("bar.sync", 2)),
            Fault::of("scan_totals", Without("st.global", 1)),
            Fault::of("scan_totals", Operand("setp.gt.u32", 4, 2, "160")),
            Fault::of("scan_elements_i32", Becomes("setp.lt.u32", "setp.le.u32", 2)),
            Fault::of("scan_elements_i64", Without("st.global", 8)),
            Fault::of("plan_finish_i32", Without("st.global", 10)),
            Fault::of("compact_ids_i32", Without("st.global", 2)),
            Fault::equivalent(
                "compact_ids_i32",
                Becomes("setp.lt", "setp.le", 1),
                "there is room for as many as can be flagged",
            ),
            Fault::of("transpose_keys_i64", Without("st.global", 3)),
            Fault::of("first_flags_i32", Exchanged("selp", 1)),
            Fault::of("id_keys_i32", Without("atom.global", 1)),
        ],
    ),
    // optim
    Sight::new(
        "sgd_update",
        "sgd",
        &[
            Fault::of("sgd_f32_i32", Without("neg", 1)),
            Fault::of("sgd_f32_i64", Exchanged("sub.rn", 4)),
            Fault::of("check_stored_i32", Without("atom.global", 2)),
        ],
    ),
    Sight::new(
        "adam_update",
        "adam",
        &[
            Fault::of("adam_f32_i32", Fused(1)),
            Fault::of("adam_f64_i32", Becomes("sqrt.rn", "abs", 1)),
            Fault::of("adam_f32_i64", Exchanged("div.rn", 1)),
            Fault::of("adam_f32_i32", Without("st.global", 2)),
        ],
    ),
    Sight::new(
        "lamb",
        "lamb lars",
        &[
            Fault::of("lamb_f32_i32", Without("bar.warp.sync", 1)),
            Fault::of("lamb_f64_i32", Operand("shfl", 3, 2, "2")),
            Fault::of("lars_f64_i32", Reordered(1)),
        ],
    ),
    Sight::new(
        "group_adagrad",
        "group_adagrad",
        &[
            Fault::of("group_adagrad_f32_i32", Becomes("cvt.rn", "cvt.rz", 1)),
            Fault::of("group_adagrad_f64_i64", Without("bar.warp.sync", 1)),
        ],
    ),
    // map
    Sight::new(
        "exp/",
        "exp",
        &[
            Fault::of("exp_f32", Becomes("cvt.rn.f32.f64", "cvt.rz.f32.f64", 1)),
            Fault::of("exp_f64", Operand("mul.rn", 2, 2, "0dBFE62E42FEFA39EF")),
            Fault::equivalent("exp_f64", Fused(2), "a whole number times the first bits of ln 2 is exact"),
        ],
    ),
    Sight::new(
        "clip/",
        "clip",
        &[Fault::of("clip_f32", Becomes("setp.gt", "setp.ge", 1)), Fault::of("clip_f64", Without("st.global", 1))],
    ),
    Sight::new("round/", "round", &[Fault::of("round_f32", Becomes("setp.ge", "setp.gt", 1))]),
    Sight::new("sqrt/", "sqrt", &[Fault::of("sqrt_f32", Without("st.global", 1))]),
    Sight::new("sigmoid/", "sigmoid", &[Fault::of("sigmoid_f32", Becomes("cvt.rn.f32.f64", "cvt.rz.f32.f64", 1))]),
    Sight::new("relu/", "relu", &[Fault::of("relu_f32", Exchanged("selp", 1))]),
    // binary
    Sight::new(
        "elemwise_add",
        "csr_add rows_add",
        &[
            Fault::of("csr_add_f32_i32", Without("st.global", 3)),
            Fault::of("csr_add_f64_i32", Becomes("setp.le", "setp.lt", 2)),
            Fault::of("csr_pair_refusal_f32_i32", Without("st.global", 1)),
            Fault::of("rows_add_f32_i32", Parameter(6, 5)),
        ],
    ),
    Sight::new("add_n", "accumulate_csr", &[Fault::of("accumulate_csr_f32_i32", Exchanged("setp.gt", 1))]),
    Sight::new(
        "elemwise_div",
        "divide",
        &[
            Fault::of("divide_f32", Exchanged("div.rn", 6)),
            Fault::equivalent(
                "divide_f32",
                Exchanged("div.rn", 2),
                "of the elements that are computed singly there are never four",
            ),
        ],
    ),
    Sight::new(
        "broadcast_mul",
        "entries_multiply",
        &[Fault::of("entries_multiply_f32_i32", Becomes("mul.rn", "add.rn", 1))],
    ),
    // reduce
    Sight::new(
        "sum/",
        "reduce sum sum_rows sum_columns sum_csr_columns",
        &[
            Fault::of("reduce_rows_f32", Operand("shfl", 4, 2, "0")),
            Fault::of("reduce_rows_f64", Reordered(1)),
            Fault::of("reduce_blocks_f64", Operand("shfl", 3, 2, "4")),
            Fault::of("reduce_blocks_f32", Without("st.global", 1)),
            Fault::of("reduce_column_blocks_f32", Without("st.global", 1)),
            Fault::of("reduce_columns_f64", Becomes("sub.rn", "add.rn", 1)),
            Fault::of("reduce_csr_columns_f32_i32", Without("st.global", 1)),
            Fault::of("reduce_csr_rows_f32_i32", Flipped(3)),
            Fault::of("reduce_totals_f32", Without("st.global", 1)),
        ],
    ),
    Sight::new(
        "max",
        "extremes max max_rows argmax_rows extreme_rows_backward",
        &[
            Fault::of("argmax_rows_f32_i32", Becomes("setp.nan.f32", "setp.num.f32", 1)),
            Fault::equivalent(
                "argmax_rows_f32_i32",
                Becomes("setp.gt.f32", "setp.ge.f32", 1),
                "it looks for the largest number, and then for its first place",
            ),
            Fault::of("extreme_rows_backward_f32", Exchanged("selp.f32", 1)),
        ],
    ),
    Sight::new(
        "getnnz",
        "repeat nnz_columns nnz_rows",
        &[Fault::of("nnz_columns_i32", Becomes("setp.gt", "setp.ge", 1))],
    ),
    // loss
    Sight::new(
        "softmax",
        "softmax softmax_cross_entropy softmax_cross_entropy_gradient",
        &[
            Fault::of("softmax_f32", Operand("shfl", 2, 2, "0")),
            Fault::of("softmax_f64", Exchanged("sub.rn", 1)),
            Fault::of("softmax_cross_entropy_gradient_f32_i32", Becomes("setp.eq.b64", "setp.ne.b64", 7)),
            Fault::of("check_labels_i32", Without("atom.global", 1)),
            Fault::of("softmax_cross_entropy_f64_i32", Becomes("sub.rn", "add.rn", 1)),
        ],
    ),
    Sight::new("HingeLoss", "hinge", &[Fault::of("hinge_f32", Exchanged("selp", 1))]),
    // random
    Sight::new(
        "random_uniform",
        "uniform",
        &[Fault::of("uniform_f32", Fused(1)), Fault::of("uniform_f32", Without("st.global", 4))],
    ),
    Sight::new("random_normal", "normal", &[Fault::of("normal_f32", Becomes("cvt.rn.f32.f64", "cvt.rz.f32.f64", 1))]),
    Sight::new("rand_zipfian", "log_uniform", &[Fault::of("log_uniform_f32_i32", Narrow("mul.wide.u32", 2))]),
    // graph
    Sight::new(
        "edge_id",
        "edge_id the_least_of_two_places_is_reported",
        &[
            Fault::of("edge_id_f32_i32", Becomes("setp.gt", "setp.ge", 1)),
            Fault::of("edge_id_f64_i64", Without("st.global", 5)),
            Fault::of("edge_id_f64_i64", Without("st.global", 4)),
        ],
    ),
    Sight::new(
        "neighbor",
        "sample_neighbors sample_neighbors_weighted",
        &[
            Fault::of("sample_neighbors_f32_i32", Without("st.global", 6)),
            Fault::of("check_degrees_i32", Without("atom.global", 1)),
            Fault::of("sample_neighbors_weighted_f64_i64", Without("st.global", 6)),
        ],
    ),
    Sight::new("dgl_subgraph", "subgraph", &[Fault::of("subgraph_f32_i32", Flipped(8))]),
    // half
    Sight::new(
        "f16",
        "sixteen_bits padding_at_each_place_is_left_out",
        &[
            Fault::of("csr_dense_f16_i32", Becomes("cvt.rn.f16", "cvt.rz.f16", 1)),
            Fault::of("csr_dense_f16_i64", Becomes("cvt.rn.f16x2", "cvt.rz.f16x2", 1)),
            Fault::of("csr_dense_bf16_i32", Becomes("cvt.rn.bf16", "cvt.rz.bf16", 1)),
            Fault::of("planned_products_bf16_i32", Becomes("cvt.rn.bf16", "cvt.rz.bf16", 1)),
            Fault::equivalent("planned_products_f16_i32", Fused(3), "the product of two f16 is exact in f32"),
            Fault::of("bag_mean_f16_i32", Exchanged("div.rn", 1)),
            Fault::of("coalesce_bf16_i32", Becomes("cvt.rn.bf16", "cvt.rz.bf16", 1)),
            Fault::of("coalesce_f16_i64", Becomes("cvt.rn", "cvt.rz", 2)),
            Fault::of("bag_sum_bf16_i64", Becomes("cvt.rn.bf16", "cvt.rz.bf16", 1)),
            Fault::of("bag_sum_f16_i32", Becomes("cvt.rn.f16", "cvt.rz.f16", 1)),
            Fault::of("bag_mean_bf16_i32", Becomes("cvt.rn.bf16", "cvt.rz.bf16", 1)),
            Fault::of("block_totals_f16_i32", Becomes("cvt.rn.f16", "cvt.rz.f16", 1)),
            Fault::of("csr_dense_bf16_i64", Becomes("cvt.rn.bf16", "cvt.rz.bf16", 3)),
            Fault::of("planned_products_f16_i64", Becomes("cvt.rn.f16x2", "cvt.rz.f16x2", 1)),
            Fault::of("coalesce_bf16_i32", Becomes("cvt.rn.bf16", "cvt.rz.bf16", 2)),
            Fault::of("block_totals_bf16_i64", Becomes("cvt.rn.bf16", "cvt.rz.bf16", 1)),
            Fault::of("lookup_f16_i32", Without("st.global", 3)),
            Fault::of("take_bf16_i64", Without("st.global", 5)),
        ],
    ),
    Sight::new(
        "Cast",
        "casts",
        &[
            Fault::of("cast_f32_f16", Becomes("setp.gt", "setp.ge", 1)),
            Fault::of("cast_f32_f16", Operand("add.rn", 1, 2, "0f3E800000")),
            Fault::of("cast_f32_f16", Operand("add.s32", 2, 2, "-939520000")),
            Fault::of("cast_f32_f16", Operand("min.u32", 1, 2, "31743")),
            Fault::of("cast_f32_bf16", Operand("add.s32", 2, 2, "32768")),
            Fault::of("cast_f32_bf16", Operand("or.b32", 1, 2, "0")),
            Fault::of("cast_f64_f16", Operand("selp.b32", 3, 1, "1")),
            Fault::of("cast_i64_bf16", Operand("selp.b64", 1, 2, "0")),
            Fault::equivalent(
                "cast_f64_bf16",
                Becomes("cvt.rn", "cvt.rz", 1),
                "the f32 on the way is made the odd one of its neighbours",
            ),
            Fault::of("cast_f64_bf16", Operand("selp.b32", 3, 1, "1")),
            Fault::of("cast_bf16_i8", Becomes("cvt.rzi", "cvt.rni", 1)),
        ],
    ),
];
