//! Products of a csr matrix, or of its transpose.
use crate::raw::{exports, with_keys};

exports! {
    /// `out = a b`: csr R x K, dense K x n, dense R x n.
    dot::csr_dense(a: Csr, b: Dense, out: DenseMut) { Ok(lacuna::dot::csr_dense(a, b, out)?) } as {
        lacuna_dot_csr_dense_f32_i32: f32, i32;
        lacuna_dot_csr_dense_f32_i64: f32, i64;
        lacuna_dot_csr_dense_f32_u32: f32, u32;
        lacuna_dot_csr_dense_f64_i32: f64, i32;
        lacuna_dot_csr_dense_f64_i64: f64, i64;
        lacuna_dot_csr_dense_f64_u32: f64, u32;
    }

    /// `out = a b`: csr R x K, row_sparse K x n, dense R x n.
    dot::csr_row_sparse(a: Csr, b: RowSparse, out: DenseMut) { Ok(lacuna::dot::csr_row_sparse(a, b, out)?) } as {
        lacuna_dot_csr_row_sparse_f32_i32: f32, i32;
        lacuna_dot_csr_row_sparse_f32_i64: f32, i64;
        lacuna_dot_csr_row_sparse_f32_u32: f32, u32;
        lacuna_dot_csr_row_sparse_f64_i32: f64, i32;
        lacuna_dot_csr_row_sparse_f64_i64: f64, i64;
        lacuna_dot_csr_row_sparse_f64_u32: f64, u32;
    }

    /// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
    ///
    /// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
    dot::transpose_plan(a: Csr, first_column: Size, end_column: Size, buffers: PlanBuffers, scratch: Scratch[scratch_bytes], plan: PlanOut) {
        plan.set(with_keys(scratch, |keys| lacuna::dot::transpose_plan(a, first_column..end_column, buffers, keys))?);
        Ok(())
     } as {
        lacuna_dot_transpose_plan_f32_i32: f32, i32;
        lacuna_dot_transpose_plan_f32_i64: f32, i64;
        lacuna_dot_transpose_plan_f32_u32: f32, u32;
        lacuna_dot_transpose_plan_f64_i32: f64, i32;
        lacuna_dot_transpose_plan_f64_i64: f64, i64;
        lacuna_dot_transpose_plan_f64_u32: f64, u32;
    }

    /// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
    ///
    /// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
    dot::transpose_plan_row_sparse(a: Csr, b: RowSparse, first_column: Size, end_column: Size, buffers: PlanBuffers, scratch: Scratch[scratch_bytes], plan: PlanOut) {
        plan.set(with_keys(scratch, |keys| lacuna::dot::transpose_plan_row_sparse(a, b, first_column..end_column, buffers, keys))?);
        Ok(())
     } as {
        lacuna_dot_transpose_plan_row_sparse_f32_i32: f32, i32;
        lacuna_dot_transpose_plan_row_sparse_f32_i64: f32, i64;
        lacuna_dot_transpose_plan_row_sparse_f32_u32: f32, u32;
        lacuna_dot_transpose_plan_row_sparse_f64_i32: f64, i32;
        lacuna_dot_transpose_plan_row_sparse_f64_i64: f64, i64;
        lacuna_dot_transpose_plan_row_sparse_f64_u32: f64, u32;
    }

    /// `out = a^T b`: csr R x K as its plan and `values`, dense R x n, row_sparse K x n with the ids of the plan.
    dot::csr_t_dense(plan: Plan, values: Values[values_length], b: Dense, out: RowSparseMut) { Ok(lacuna::dot::csr_t_dense(&plan, values, b, out)?) } as {
        lacuna_dot_csr_t_dense_f32_i32: f32, i32;
        lacuna_dot_csr_t_dense_f32_i64: f32, i64;
        lacuna_dot_csr_t_dense_f32_u32: f32, u32;
        lacuna_dot_csr_t_dense_f64_i32: f64, i32;
        lacuna_dot_csr_t_dense_f64_i64: f64, i64;
        lacuna_dot_csr_t_dense_f64_u32: f64, u32;
    }

    /// `out = a^T b`: csr R x K as its plan and `values`, dense R x n, dense K x n.
    dot::csr_t_dense_to_dense(plan: Plan, values: Values[values_length], b: Dense, out: DenseMut) { Ok(lacuna::dot::csr_t_dense_to_dense(&plan, values, b, out)?) } as {
        lacuna_dot_csr_t_dense_to_dense_f32_i32: f32, i32;
        lacuna_dot_csr_t_dense_to_dense_f32_i64: f32, i64;
        lacuna_dot_csr_t_dense_to_dense_f32_u32: f32, u32;
        lacuna_dot_csr_t_dense_to_dense_f64_i32: f64, i32;
        lacuna_dot_csr_t_dense_to_dense_f64_i64: f64, i64;
        lacuna_dot_csr_t_dense_to_dense_f64_u32: f64, u32;
    }

    /// `out = a^T b`: csr R x K as its `transpose_plan_row_sparse` and `values`, row_sparse R x n, row_sparse K x n with the ids of the plan.
    dot::csr_t_row_sparse(plan: Plan, values: Values[values_length], b: RowSparse, out: RowSparseMut) { Ok(lacuna::dot::csr_t_row_sparse(&plan, values, b, out)?) } as {
        lacuna_dot_csr_t_row_sparse_f32_i32: f32, i32;
        lacuna_dot_csr_t_row_sparse_f32_i64: f32, i64;
        lacuna_dot_csr_t_row_sparse_f32_u32: f32, u32;
        lacuna_dot_csr_t_row_sparse_f64_i32: f64, i32;
        lacuna_dot_csr_t_row_sparse_f64_i64: f64, i64;
        lacuna_dot_csr_t_row_sparse_f64_u32: f64, u32;
    }
}
