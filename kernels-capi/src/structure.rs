//! Structure calls: they find the pattern of a result whose size depends on data. That of each kernel stands in the
//! list.
use crate::raw::exports;

exports! {
    /// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into
    /// `buffers`, and to `plan` where it is.
    ///
    /// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`:
    /// `lacuna_plan_scratch` bytes of the entries of `a`.
    dot::transpose_plan [N I] (
        a: Csr, first_column: Size, end_column: Size, buffers: PlanBuffers, scratch: Keys, plan: PlanOut
    );

    /// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
    ///
    /// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`:
    /// `lacuna_plan_scratch` bytes of the entries of `a`.
    dot::transpose_plan_row_sparse [V I] (
        a: Csr, b: RowSparse, first_column: Size, end_column: Size, buffers: PlanBuffers, scratch: Keys, plan: PlanOut
    );

    /// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`,
    /// and to `ends` which parts of them hold something.
    ///
    /// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch` bytes of the
    /// columns of `a`. An `a` of at most 1024 rows needs none of this. If one is too short, the error says how many
    /// elements are needed, and they hold anything.
    dot::block_ends [V I] (
        a: Csr, columns: IndicesMut, entries: IndicesMut, scratch: IndicesScratch, ends: BlockEndsOut
    );

    /// As `lacuna_dot_block_ends`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these
    /// are at most 1024, neither the arrays nor `scratch` need any memory.
    dot::block_ends_row_sparse [V I] (
        a: Csr, b: RowSparse, columns: IndicesMut, entries: IndicesMut, scratch: IndicesScratch, ends: BlockEndsOut
    );

    /// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is.
    /// `memory` has `lacuna_sell_plan_length` elements.
    ///
    /// `lacuna_rows_permute` with `plan->entries` brings the values of `a` into the order of the plan.
    dot::sell_plan [V I] (a: Csr, memory: IndicesMut, plan: SellPlanOut);

    /// As `lacuna_dot_sell_plan`, of a transposed matrix: the product has the bits of the transposed product of the
    /// matrix itself.
    ///
    /// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose` gives them with its
    /// pattern: so `plan->entries` brings the values of the matrix itself into the order of the plan. The values of
    /// `transposed` are not read, and may be anything.
    dot::sell_plan_transposed [V I] (transposed: Csr, entries: Indices, memory: IndicesMut, plan: SellPlanOut);

    /// Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`,
    /// they become pointers by `lacuna_cast_accumulate_indptr`.
    ///
    /// `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`.
    dot::csr_csr_row_nnz [V I] (a: Csr, b: Csr, counts: IndicesMut, scratch: Words);

    /// Writes the columns of each row of the product `a b`, ascending, for the pointers of
    /// `lacuna_dot_csr_csr_row_nnz`. `scratch` as there.
    ///
    /// At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part
    /// of it, written.
    dot::csr_csr_indices [V I] (a: Csr, b: Csr, indptr: Indices, indices: IndicesMut, scratch: Words);

    /// Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count`
    /// gets their number. Both arrays have room for as many elements as `b` stores.
    ///
    /// With `places` as columns, `b` is a matrix of `count` columns.
    dot::occurring_columns [V I] (b: Csr, columns: IndicesMut, places: IndicesMut, count: SizeOut);

    /// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to
    /// `indices`, and to `entries` the entry of `a` that each of its entries is. `lacuna_rows_permute` with these
    /// entries brings the values of `a` into their order. Longer arrays may be passed.
    dot::transpose [N I] (a: Csr, indptr: IndicesMut, indices: IndicesMut, entries: IndicesMut);

    /// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least
    /// or largest integer beyond it, and 0 of NaN; from one integer type to another the low bits; to a float the
    /// nearest number, of two the even one.
    cast::cast [N M] (input: Values, out: NumbersMut) {
        Ok(lacuna::cast::cast(input, out)?)
    }

    /// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with
    /// `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr`.
    cast::dense_row_nnz [V I] (dense: Dense, counts: IndicesMut);

    /// Turns counts into pointers in place: `indptr[r] = indptr[0] + ... + indptr[r]`. `nnz` gets the last one.
    cast::accumulate_indptr [I] (indptr: IndicesMut, nnz: SizeOut);

    /// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from
    /// `first_row`. `stored_rows` gets their number.
    ///
    /// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
    cast::dense_row_ids [V I] (dense: Dense, first_row: Size, ids: IndicesMut, stored_rows: SizeOut);

    /// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if
    /// `data` stores no row.
    rows::retain_ids [N I] (data: RowSparse, ids: Indices, stored_rows: SizeOut);

    /// Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`,
    /// they become pointers by `lacuna_cast_accumulate_indptr`.
    binary::csr_union_nnz [V I] (a: Csr, b: Csr, counts: IndicesMut);

    /// Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with
    /// `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr`.
    binary::csr_intersection_nnz [V I] (a: Csr, b: Csr, counts: IndicesMut);

    /// Writes the ids of the rows that both arrays store. `stored_rows` gets their number.
    ///
    /// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
    binary::rows_intersection_ids [V I] (left: RowSparse, right: RowSparse, ids: IndicesMut, stored_rows: SizeOut);

    /// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`.
    /// `scratch`: `lacuna_plan_scratch` bytes of the stored rows.
    rows::coalesce_plan [S I] (input: RowSparse, buffers: PlanBuffers, scratch: Keys, plan: PlanOut);

    /// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the
    /// gradients of a weight. Entries of the id `padding` are no terms; `SIZE_MAX` is no id. `scratch`:
    /// `lacuna_plan_scratch` bytes of the entries.
    embedding::bag_plan [S I] (bags: Csr, padding: Size, buffers: PlanBuffers, scratch: Keys, plan: PlanOut);

    /// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch`
    /// bytes.
    ///
    /// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
    rows::add_n_ids [V I] (inputs: RowSparseList, scratch: Cursors, ids: IndicesMut, stored_rows: SizeOut);

    /// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets
    /// the number of entries.
    slice::take_indptr [N I] (csr: Csr, ids: Indices, indptr: IndicesMut, nnz: SizeOut);

    /// Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has
    /// `csr->rows + 1` elements. `nnz` gets the number of entries.
    slice::columns_indptr [V I] (csr: Csr, first_column: Size, end_column: Size, indptr: IndicesMut, nnz: SizeOut);

    /// Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the
    /// others, they are first the `starts` of `lacuna_slice_concat`, and written to `indptr + 1` with `indptr[0] = 0`
    /// they become pointers in the end, by `lacuna_cast_accumulate_indptr`.
    slice::add_row_nnz [V I] (csr: Csr, counts: IndicesMut);

    /// Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements.
    /// `nnz` gets their number.
    slice::prune_indptr [V I] (csr: Csr, indptr: IndicesMut, nnz: SizeOut);

    /// Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row.
    /// `stored_rows` gets their number. `lacuna_rows_retain` copies these rows.
    ///
    /// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
    slice::prune_ids [V I] (array: RowSparse, ids: IndicesMut, stored_rows: SizeOut);

    /// Writes the pattern of the csr that has an entry for each place of the triplets
    /// `(row_indices[k], column_indices[k])`, which come in any order and any number: `rows + 1` pointers to `indptr`,
    /// the columns to `indices`, and the plan of the sums into `buffers`, and to `plan` where it is.
    /// `plan->stored_rows` is the number of entries.
    ///
    /// `lacuna_rows_coalesce` with the plan adds the values: as rows of one element, with any ids in, and those of the
    /// plan out. `indices` and the buffers are as long as for as many entries as there are triplets. `scratch`:
    /// `lacuna_plan_scratch` bytes of them.
    slice::canonical_coo [I] (
        rows: Size, columns: Size, row_indices: Indices, column_indices: Indices, indptr: IndicesMut,
            indices: IndicesMut, buffers: PlanBuffers, scratch: Keys, plan: PlanOut
    );

    /// As `lacuna_slice_canonical_coo`, of the entries of a trusted `csr` whose columns are in any order and repeated.
    slice::canonical_csr [V I] (
        csr: Csr, indptr: IndicesMut, indices: IndicesMut, buffers: PlanBuffers, scratch: Keys, plan: PlanOut
    );

    /// Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which
    /// ascend. `nnz` gets the last one.
    ///
    /// `indptr` has at least one element more than `rows`.
    graph::subgraph_indptr [V I] (graph: Csr, rows: Indices, columns: Indices, indptr: IndicesMut, nnz: SizeOut);

    /// Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.
    ///
    /// `indptr` has at least one element more than `vertices`.
    graph::sample_indptr [V I] (graph: Csr, vertices: Indices, most: Size, indptr: IndicesMut, nnz: SizeOut);

    /// Writes different classes of the log-uniform distribution, ascending, as many as `ids` has elements. `tries` gets
    /// how many draws they took, as `lacuna_random_expected_counts_unique` takes it. Near as many ids as classes take
    /// very many draws: all of 10,000 about 700,000, all of 1,000,000 about 160 million, which is most of a minute.
    random::log_uniform_unique [I] (stream: Stream, classes: Size, ids: IndicesMut, tries: SizeOut);

    /// Writes the pattern of a csr of which each element is stored with the probability `density`, a `double`: `indptr`
    /// has one element more than there are rows. `nnz` gets the number of entries.
    ///
    /// If `indices` is too short, not all pointers are written, and the error reports one entry more than there is room
    /// for. For `n` elements, `n d + 6 sqrt(n d) + 9` entries are enough.
    random::uniform_pattern [V I] (
        stream: Stream, columns: Size, density: Scalar, indptr: IndicesMut, indices: IndicesMut, nnz: SizeOut
    );

    /// Writes the ids of a row_sparse of which each row is stored with the probability `density`, a `double`,
    /// ascending, as `lacuna_random_uniform_pattern` writes those of one row. `stored_rows` gets their number.
    random::row_ids [V I] (stream: Stream, rows: Size, density: Scalar, ids: IndicesMut, stored_rows: SizeOut);

    /// Writes the pattern of a csr whose rows are twice as long from row to row, until there are as many entries as
    /// `indices` has elements; those behind have the first column alone.
    ///
    /// `indptr` has one element more than there are rows, `indices` at least two for each.
    random::power_law_pattern [I] (columns: Size, indptr: IndicesMut, indices: IndicesMut);
}
