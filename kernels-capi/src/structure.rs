//! Structure calls: they find the pattern of a result whose size depends on data. That of each kernel stands in the list.
use crate::raw::{exports, with_integers};

exports! {
    /// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
    ///
    /// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
    dot::transpose_plan [V I] (a: Csr, first_column: Size, end_column: Size, buffers: PlanBuffers, scratch: Scratch, plan: PlanOut) {
        plan.set(with_integers(scratch, |keys| lacuna::dot::transpose_plan(a, first_column..end_column, buffers, keys))?);
        Ok(())
    }

    /// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
    ///
    /// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
    dot::transpose_plan_row_sparse [V I] (a: Csr, b: RowSparse, first_column: Size, end_column: Size, buffers: PlanBuffers, scratch: Scratch, plan: PlanOut) {
        plan.set(with_integers(scratch, |keys| lacuna::dot::transpose_plan_row_sparse(a, b, first_column..end_column, buffers, keys))?);
        Ok(())
    }

    /// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`, and to `ends` which parts of them hold something.
    ///
    /// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch_*` bytes of the columns of `a`. An `a` of at most 1024 rows needs none of this.
    /// If one is too short, the error says how many elements are needed, and they hold anything.
    dot::block_ends [V I] (a: Csr, columns: IndicesMut, entries: IndicesMut, scratch: Scratch, ends: BlockEndsOut) {
        ends.set(with_integers(scratch, |counts| lacuna::dot::block_ends(a, columns, entries, counts))?);
        Ok(())
    }

    /// As `lacuna_dot_block_ends_*`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these are at most 1024, neither the arrays nor `scratch` need any memory.
    dot::block_ends_row_sparse [V I] (a: Csr, b: RowSparse, columns: IndicesMut, entries: IndicesMut, scratch: Scratch, ends: BlockEndsOut) {
        ends.set(with_integers(scratch, |counts| lacuna::dot::block_ends_row_sparse(a, b, columns, entries, counts))?);
        Ok(())
    }

    /// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is. `memory` has `lacuna_sliced_plan_length` elements.
    ///
    /// `lacuna_rows_permute_*` with `plan->entries` brings the values of `a` into the order of the plan.
    dot::sliced_plan [V I] (a: Csr, memory: IndicesMut, plan: SlicedPlanOut) {
        plan.set(lacuna::dot::sliced_plan(a, memory)?);
        Ok(())
    }

    /// As `lacuna_dot_sliced_plan_*`, of a transposed matrix: the product has the bits of the transposed product of the matrix itself.
    ///
    /// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose_*` gives them with its pattern: so `plan->entries` brings the values of the matrix itself into
    /// the order of the plan. The values of `transposed` are not read, and may be anything.
    dot::sliced_plan_transposed [V I] (transposed: Csr, entries: Indices, memory: IndicesMut, plan: SlicedPlanOut) {
        plan.set(lacuna::dot::sliced_plan_transposed(transposed, entries, memory)?);
        Ok(())
    }

    /// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
    /// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
    dot::transpose [V I] (a: Csr, indptr: IndicesMut, indices: IndicesMut, entries: IndicesMut) {
        lacuna::dot::transpose(a, lacuna::dot::TransposeBuffers { indptr, indices, entries })?;
        Ok(())
    }

    /// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
    cast::dense_row_nnz [V I] (dense: Dense, counts: IndicesMut) {
        Ok(lacuna::cast::dense_row_nnz(dense, counts)?)
    }

    /// Turns counts into pointers in place: `indptr[r] = indptr[0] + ... + indptr[r]`. `nnz` gets the last one.
    cast::accumulate_indptr [I] (indptr: IndicesMut, nnz: SizeOut) {
        nnz.set(lacuna::cast::accumulate_indptr(indptr)?);
        Ok(())
    }

    /// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from `first_row`. `stored_rows` gets their number.
    ///
    /// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
    cast::dense_row_ids [V I] (dense: Dense, first_row: Size, ids: IndicesMut, stored_rows: SizeOut) {
        stored_rows.set(lacuna::cast::dense_row_ids(dense, first_row, ids)?);
        Ok(())
    }

    /// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
    rows::retain_ids [V I] (data: RowSparse, ids: Indices, stored_rows: SizeOut) {
        stored_rows.set(lacuna::rows::retain_ids(data, ids)?.len());
        Ok(())
    }

    /// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
    rows::coalesce_plan [V I] (input: RowSparse, buffers: PlanBuffers, scratch: Scratch, plan: PlanOut) {
        plan.set(with_integers(scratch, |keys| lacuna::rows::coalesce_plan(input, buffers, keys))?);
        Ok(())
    }

    /// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch` bytes.
    ///
    /// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
    rows::add_n_ids [V I] (inputs: RowSparseList, scratch: Scratch, ids: IndicesMut, stored_rows: SizeOut) {
        let (inputs, cursors) = inputs.views(scratch)?;
        stored_rows.set(lacuna::rows::add_n_ids(inputs, cursors, ids)?);
        Ok(())
    }
}
