//! Casts between dense, csr and row_sparse. An element is stored if it is not equal to 0: -0.0 is not, NaN is.
use crate::raw::exports;

exports! {
    /// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
    cast::dense_row_nnz(dense: Dense, counts: IndicesMut[counts_length]) { Ok(lacuna::cast::dense_row_nnz(dense, counts)?) } as {
        lacuna_cast_dense_row_nnz_f32_i32: f32, i32;
        lacuna_cast_dense_row_nnz_f32_i64: f32, i64;
        lacuna_cast_dense_row_nnz_f32_u32: f32, u32;
        lacuna_cast_dense_row_nnz_f64_i32: f64, i32;
        lacuna_cast_dense_row_nnz_f64_i64: f64, i64;
        lacuna_cast_dense_row_nnz_f64_u32: f64, u32;
    }

    /// Turns counts into pointers in place: `indptr[r] = indptr[0] + ... + indptr[r]`. `nnz` gets the last one.
    ///
    /// At a pointer that does not fit the index type it stops, with those before it written.
    cast::accumulate_indptr(indptr: IndicesMut[indptr_length], nnz: SizeOut) {
        nnz.set(lacuna::cast::accumulate_indptr(indptr)?);
        Ok(())
     } as {
        lacuna_cast_accumulate_indptr_i32: (), i32;
        lacuna_cast_accumulate_indptr_i64: (), i64;
        lacuna_cast_accumulate_indptr_u32: (), u32;
    }

    /// Fills columns and values of a csr whose `indptr` is known.
    ///
    /// At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.
    cast::dense_to_csr(dense: Dense, out: CsrMut) { Ok(lacuna::cast::dense_to_csr(dense, out)?) } as {
        lacuna_cast_dense_to_csr_f32_i32: f32, i32;
        lacuna_cast_dense_to_csr_f32_i64: f32, i64;
        lacuna_cast_dense_to_csr_f32_u32: f32, u32;
        lacuna_cast_dense_to_csr_f64_i32: f64, i32;
        lacuna_cast_dense_to_csr_f64_i64: f64, i64;
        lacuna_cast_dense_to_csr_f64_u32: f64, u32;
    }

    /// Dense to csr in one pass, into arrays of any sufficient length. `nnz` gets the number of stored entries.
    ///
    /// If the arrays are too short, the error says how many elements are needed, and what they hold is unspecified.
    cast::dense_to_csr_one_pass(dense: Dense, indptr: IndicesMut[indptr_length], indices: IndicesMut[indices_length], values: ValuesMut[values_length], nnz: SizeOut) {
        nnz.set(lacuna::cast::dense_to_csr_one_pass(dense, indptr, indices, values)?);
        Ok(())
     } as {
        lacuna_cast_dense_to_csr_one_pass_f32_i32: f32, i32;
        lacuna_cast_dense_to_csr_one_pass_f32_i64: f32, i64;
        lacuna_cast_dense_to_csr_one_pass_f32_u32: f32, u32;
        lacuna_cast_dense_to_csr_one_pass_f64_i32: f64, i32;
        lacuna_cast_dense_to_csr_one_pass_f64_i64: f64, i64;
        lacuna_cast_dense_to_csr_one_pass_f64_u32: f64, u32;
    }

    /// `out` gets the entries of `csr`, and 0 elsewhere.
    cast::csr_to_dense(csr: Csr, out: DenseMut) { Ok(lacuna::cast::csr_to_dense(csr, out)?) } as {
        lacuna_cast_csr_to_dense_f32_i32: f32, i32;
        lacuna_cast_csr_to_dense_f32_i64: f32, i64;
        lacuna_cast_csr_to_dense_f32_u32: f32, u32;
        lacuna_cast_csr_to_dense_f64_i32: f64, i32;
        lacuna_cast_csr_to_dense_f64_i64: f64, i64;
        lacuna_cast_csr_to_dense_f64_u32: f64, u32;
    }

    /// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from `first_row`. `stored_rows` gets their number.
    ///
    /// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
    cast::dense_row_ids(dense: Dense, first_row: Size, ids: IndicesMut[ids_length], stored_rows: SizeOut) {
        stored_rows.set(lacuna::cast::dense_row_ids(dense, first_row, ids)?);
        Ok(())
     } as {
        lacuna_cast_dense_row_ids_f32_i32: f32, i32;
        lacuna_cast_dense_row_ids_f32_i64: f32, i64;
        lacuna_cast_dense_row_ids_f32_u32: f32, u32;
        lacuna_cast_dense_row_ids_f64_i32: f64, i32;
        lacuna_cast_dense_row_ids_f64_i64: f64, i64;
        lacuna_cast_dense_row_ids_f64_u32: f64, u32;
    }

    /// Fills the values of a row_sparse whose ids are known.
    cast::dense_to_row_sparse(dense: Dense, out: RowSparseMut) { Ok(lacuna::cast::dense_to_row_sparse(dense, out)?) } as {
        lacuna_cast_dense_to_row_sparse_f32_i32: f32, i32;
        lacuna_cast_dense_to_row_sparse_f32_i64: f32, i64;
        lacuna_cast_dense_to_row_sparse_f32_u32: f32, u32;
        lacuna_cast_dense_to_row_sparse_f64_i32: f64, i32;
        lacuna_cast_dense_to_row_sparse_f64_i64: f64, i64;
        lacuna_cast_dense_to_row_sparse_f64_u32: f64, u32;
    }

    /// `out` gets the stored rows of `row_sparse`, and 0 elsewhere.
    cast::row_sparse_to_dense(row_sparse: RowSparse, out: DenseMut) { Ok(lacuna::cast::row_sparse_to_dense(row_sparse, out)?) } as {
        lacuna_cast_row_sparse_to_dense_f32_i32: f32, i32;
        lacuna_cast_row_sparse_to_dense_f32_i64: f32, i64;
        lacuna_cast_row_sparse_to_dense_f32_u32: f32, u32;
        lacuna_cast_row_sparse_to_dense_f64_i32: f64, i32;
        lacuna_cast_row_sparse_to_dense_f64_i64: f64, i64;
        lacuna_cast_row_sparse_to_dense_f64_u32: f64, u32;
    }
}
