//! The list of structure calls.

/// Calls `$callback! { {context} rows }`, with the structure calls of the kernels:
///
/// ```text
/// /// what it finds
/// family::name [generics] (operand: Kind, ...) -> output how { the call of its function };
/// ```
///
/// - Generics are those of [`for_each_kernel!`](crate::for_each_kernel); `[I]`: there is an instance for each index
///   type.
/// - Kinds are those of [`for_each_kernel!`](crate::for_each_kernel), and `PlanBuffers`, `Keys` (scratch of a sort),
///   `Words` (scratch of a search).
/// - An output is what the function gives; of `Plan`, `BlockEnds` and `SellPlan` their sizes are the answer to a call,
///   of `Ids` their number.
/// - `how` names the level and stands only where there are loops for each.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_structure_call {
    ($callback:ident $({ $($context:tt)* })?) => {
        $callback! {
            { $($($context)*)? }
            /// the entries by column
            dot::transpose_plan [N I] (
                a: Csr, first_column: Size, end_column: Size, buffers: PlanBuffers, scratch: Keys
            ) -> Plan {
                $crate::dot::transpose_plan(a, first_column..end_column, buffers, scratch)
            };
            /// the entries by column, of the rows that `b` stores
            dot::transpose_plan_row_sparse [V I] (
                a: Csr, b: RowSparse, first_column: Size, end_column: Size, buffers: PlanBuffers, scratch: Keys
            ) -> Plan {
                $crate::dot::transpose_plan_row_sparse(a, b, first_column..end_column, buffers, scratch)
            };
            /// where sums by scattering end their blocks
            dot::block_ends [V I] (a: Csr, columns: IndicesMut, entries: IndicesMut, scratch: IndicesMut) -> BlockEnds {
                $crate::dot::block_ends(a, columns, entries, scratch)
            };
            /// where sums by scattering end their blocks, of the rows that `b` stores
            dot::block_ends_row_sparse [V I] (
                a: Csr, b: RowSparse, columns: IndicesMut, entries: IndicesMut, scratch: IndicesMut
            ) -> BlockEnds {
                $crate::dot::block_ends_row_sparse(a, b, columns, entries, scratch)
            };
            /// the pattern, analysed for products with one column
            dot::sell_plan [V I] (a: Csr, memory: IndicesMut) -> SellPlan { $crate::dot::sell_plan(a, memory) };
            /// the pattern, analysed for transposed products with one column
            dot::sell_plan_transposed [V I] (transposed: Csr, entries: Indices, memory: IndicesMut) -> SellPlan {
                $crate::dot::sell_plan_transposed(transposed, entries, memory)
            };
            /// the number of entries of each row of `A B`
            dot::csr_csr_row_nnz [V I] (a: Csr, b: Csr, counts: IndicesMut, scratch: Words) -> () {
                $crate::dot::csr_csr_row_nnz(a, b, counts, scratch)
            };
            /// the columns of each row of `A B`
            dot::csr_csr_indices [V I] (a: Csr, b: Csr, indptr: Indices, indices: IndicesMut, scratch: Words) -> () {
                $crate::dot::csr_csr_indices(a, b, indptr, indices, scratch)
            };
            /// the columns that occur, and the place of each entry's among them
            dot::occurring_columns [V I] (b: Csr, columns: IndicesMut, places: IndicesMut) -> usize {
                $crate::dot::occurring_columns(b, columns, places)
            };
            /// the pattern of the transposed matrix, and the entry that each of its entries is
            dot::transpose [N I] (a: Csr, indptr: IndicesMut, indices: IndicesMut, entries: IndicesMut) -> () {
                $crate::dot::transpose(a, $crate::dot::TransposeBuffers { indptr, indices, entries }).map(|_| ())
            };
            /// the number of elements `!= 0` of each row
            cast::dense_row_nnz [V I] (dense: Dense, counts: IndicesMut) -> () how {
                $crate::cast::RowNnz { dense, counts }.perform(how)
            };
            /// sums of counts, in place
            cast::accumulate_indptr [I] (indptr: IndicesMut) -> usize { $crate::cast::accumulate_indptr(indptr) };
            /// the rows with an element `!= 0`
            cast::dense_row_ids [V I] (dense: Dense, first_row: Size, ids: IndicesMut) -> usize how {
                $crate::cast::RowIds { dense, first_row, ids }.perform(how)
            };
            /// how many of the ids a retain stores
            rows::retain_ids [N I] (data: RowSparse, ids: Indices) -> Ids {
                $crate::rows::retain_ids(data, ids).map(<[I]>::len)
            };
            /// the number of columns of each row that either stores
            binary::csr_union_nnz [V I] (a: Csr, b: Csr, counts: IndicesMut) -> () {
                $crate::binary::csr_union_nnz(a, b, counts)
            };
            /// the number of columns of each row that both store
            binary::csr_intersection_nnz [V I] (a: Csr, b: Csr, counts: IndicesMut) -> () {
                $crate::binary::csr_intersection_nnz(a, b, counts)
            };
            /// the rows that both store
            binary::rows_intersection_ids [V I] (left: RowSparse, right: RowSparse, ids: IndicesMut) -> usize {
                $crate::binary::rows_intersection_ids(left, right, ids)
            };
            /// the stored rows by id
            rows::coalesce_plan [S I] (input: RowSparse, buffers: PlanBuffers, scratch: Keys) -> Plan {
                $crate::rows::coalesce_plan(input, buffers, scratch)
            };
            /// the entries of bags by id
            embedding::bag_plan [S I] (bags: Csr, padding: Size, buffers: PlanBuffers, scratch: Keys) -> Plan {
                $crate::embedding::bag_plan(bags, padding, buffers, scratch)
            };
            /// the union of the stored rows
            rows::add_n_ids [V I] (inputs: RowSparseList, cursors: Cursors, ids: IndicesMut) -> usize {
                $crate::rows::add_n_ids(inputs, cursors, ids)
            };
            /// the pointers of rows by ids
            slice::take_indptr [N I] (csr: Csr, ids: Indices, indptr: IndicesMut) -> usize {
                $crate::slice::take_indptr(csr, ids, indptr)
            };
            /// the pointers of a range of columns
            slice::columns_indptr [V I] (csr: Csr, first_column: Size, end_column: Size, indptr: IndicesMut) -> usize {
                $crate::slice::columns_indptr(csr, first_column..end_column, indptr)
            };
            /// counts and the lengths of rows, in place
            slice::add_row_nnz [V I] (csr: Csr, counts: IndicesMut) -> () { $crate::slice::add_row_nnz(csr, counts) };
            /// the pointers of the entries `!= 0`
            slice::prune_indptr [V I] (csr: Csr, indptr: IndicesMut) -> usize {
                $crate::slice::prune_indptr(csr, indptr)
            };
            /// the stored rows with an element `!= 0`
            slice::prune_ids [V I] (array: RowSparse, ids: IndicesMut) -> usize {
                $crate::slice::prune_ids(array, ids)
            };
            /// the pattern of triplets in any order, and the plan of their sums
            slice::canonical_coo [I] (rows: Size, columns: Size, row_indices: Indices, column_indices: Indices,
                indptr: IndicesMut, indices: IndicesMut, buffers: PlanBuffers,
                scratch: Keys) -> Plan {
                let buffers = $crate::slice::CanonicalBuffers { indptr, indices, plan: buffers };
                $crate::slice::canonical_coo(
                    (rows, columns), row_indices, column_indices, buffers, scratch
                ).map(|canonical| *canonical.plan())
            };
            /// the pattern of entries in any order, and the plan of their sums
            slice::canonical_csr [V I] (
                csr: Csr, indptr: IndicesMut, indices: IndicesMut, buffers: PlanBuffers, scratch: Keys
            ) -> Plan {
                let buffers = $crate::slice::CanonicalBuffers { indptr, indices, plan: buffers };
                $crate::slice::canonical_csr(csr, buffers, scratch).map(|canonical| *canonical.plan())
            };
            /// the pointers of the entries in some rows and columns
            graph::subgraph_indptr [V I] (graph: Csr, rows: Indices, columns: Indices, indptr: IndicesMut) -> usize {
                $crate::graph::subgraph_indptr(graph, rows, columns, indptr)
            };
            /// the pointers of samples of neighbours
            graph::sample_indptr [V I] (graph: Csr, vertices: Indices, most: Size, indptr: IndicesMut) -> usize {
                $crate::graph::sample_indptr(graph, vertices, most, indptr)
            };
            /// different classes of the log-uniform distribution, and in how many tries
            random::log_uniform_unique [I] (stream: Stream, classes: Size, ids: IndicesMut) -> usize {
                $crate::random::log_uniform_unique(stream, classes, ids)
            };
            /// a random pattern
            random::uniform_pattern [V I] (
                stream: Stream, columns: Size, density: Scalar, indptr: IndicesMut, indices: IndicesMut
            ) -> usize {
                $crate::random::uniform_pattern(stream, columns, density, indptr, indices)
            };
            /// random ids
            random::row_ids [V I] (stream: Stream, rows: Size, density: Scalar, ids: IndicesMut) -> usize {
                $crate::random::row_ids(stream, rows, density, ids)
            };
            /// a pattern whose rows are twice as long from row to row
            random::power_law_pattern [I] (columns: Size, indptr: IndicesMut, indices: IndicesMut) -> () {
                $crate::random::power_law_pattern(columns, indptr, indices)
            };
        }
    };
}
