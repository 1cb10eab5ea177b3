//! Rows of row_sparse arrays.
use crate::raw::{exports, with_keys};

exports! {
    /// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
    rows::retain_ids(data: RowSparse, ids: Indices[ids_length], stored_rows: SizeOut) {
        stored_rows.set(lacuna::rows::retain_ids(data, ids)?.len());
        Ok(())
     } as {
        lacuna_rows_retain_ids_f32_i32: f32, i32;
        lacuna_rows_retain_ids_f32_i64: f32, i64;
        lacuna_rows_retain_ids_f32_u32: f32, u32;
        lacuna_rows_retain_ids_f64_i32: f64, i32;
        lacuna_rows_retain_ids_f64_i64: f64, i64;
        lacuna_rows_retain_ids_f64_u32: f64, u32;
    }

    /// Copies the rows that `out` stores from `data`; rows that `data` does not store become zero.
    rows::retain(data: RowSparse, out: RowSparseMut) { Ok(lacuna::rows::retain(data, out)?) } as {
        lacuna_rows_retain_f32_i32: f32, i32;
        lacuna_rows_retain_f32_i64: f32, i64;
        lacuna_rows_retain_f32_u32: f32, u32;
        lacuna_rows_retain_f64_i32: f64, i32;
        lacuna_rows_retain_f64_i64: f64, i64;
        lacuna_rows_retain_f64_u32: f64, u32;
    }

    /// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
    rows::coalesce_plan(input: RowSparse, buffers: PlanBuffers, scratch: Scratch[scratch_bytes], plan: PlanOut) {
        plan.set(with_keys(scratch, |keys| lacuna::rows::coalesce_plan(input, buffers, keys))?);
        Ok(())
     } as {
        lacuna_rows_coalesce_plan_f32_i32: f32, i32;
        lacuna_rows_coalesce_plan_f32_i64: f32, i64;
        lacuna_rows_coalesce_plan_f32_u32: f32, u32;
        lacuna_rows_coalesce_plan_f64_i32: f64, i32;
        lacuna_rows_coalesce_plan_f64_i64: f64, i64;
        lacuna_rows_coalesce_plan_f64_u32: f64, u32;
    }

    /// Adds the rows of equal id of `input`, whose plan is `plan`.
    rows::coalesce(plan: Plan, input: RowSparse, out: RowSparseMut) { Ok(lacuna::rows::coalesce(&plan, input, out)?) } as {
        lacuna_rows_coalesce_f32_i32: f32, i32;
        lacuna_rows_coalesce_f32_i64: f32, i64;
        lacuna_rows_coalesce_f32_u32: f32, u32;
        lacuna_rows_coalesce_f64_i32: f64, i32;
        lacuna_rows_coalesce_f64_i64: f64, i64;
        lacuna_rows_coalesce_f64_u32: f64, u32;
    }

    /// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch` bytes.
    ///
    /// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
    rows::add_n_ids(inputs: RowSparseList[inputs_length], scratch: Scratch[scratch_bytes], ids: IndicesMut[ids_length], stored_rows: SizeOut) {
        let (inputs, cursors) = inputs.views(scratch)?;
        stored_rows.set(lacuna::rows::add_n_ids(inputs, cursors, ids)?);
        Ok(())
     } as {
        lacuna_rows_add_n_ids_f32_i32: f32, i32;
        lacuna_rows_add_n_ids_f32_i64: f32, i64;
        lacuna_rows_add_n_ids_f32_u32: f32, u32;
        lacuna_rows_add_n_ids_f64_i32: f64, i32;
        lacuna_rows_add_n_ids_f64_i64: f64, i64;
        lacuna_rows_add_n_ids_f64_u32: f64, u32;
    }

    /// `out = inputs[0] + inputs[1] + ...`, with the ids of `lacuna_rows_add_n_ids_*`. `scratch`: `lacuna_add_n_scratch` bytes.
    rows::add_n(inputs: RowSparseList[inputs_length], scratch: Scratch[scratch_bytes], out: RowSparseMut) {
        let (inputs, cursors) = inputs.views(scratch)?;
        Ok(lacuna::rows::add_n(inputs, cursors, out)?)
     } as {
        lacuna_rows_add_n_f32_i32: f32, i32;
        lacuna_rows_add_n_f32_i64: f32, i64;
        lacuna_rows_add_n_f32_u32: f32, u32;
        lacuna_rows_add_n_f64_i32: f64, i32;
        lacuna_rows_add_n_f64_i64: f64, i64;
        lacuna_rows_add_n_f64_u32: f64, u32;
    }
}
