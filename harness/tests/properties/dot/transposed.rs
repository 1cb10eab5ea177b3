//! Plans, and the terms of a transposed product.
use crate::verdict::{Knobs, Output, told};
use lacuna::dot::{BlockEnds, block_ends_capacity, block_ends_scratch};
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, Index, Kernel, RowSparse, Split};
use lacuna_harness::backend::Backend;
use lacuna_runtime::PlanMemory;
use lacuna_testing::Real;
use std::collections::BTreeMap;
use std::ops::Range;

/// Memory of a plan, of exactly the lengths that are asked for, full of what an earlier plan may have left.
pub fn stale<I: Index>(entries: usize) -> PlanMemory<I> {
    PlanMemory::filled(entries, I::from_usize(99))
}

/// The plan of a product with all rows, or with those that `b` stores.
pub fn plan<'p, V: Real, I: Index>(
    memory: &'p mut PlanMemory<I>,
    backend: &dyn Backend,
    a: Csr<V, I>,
    b: Option<RowSparse<V, I>>,
    columns: Range<usize>,
) -> Result<SegmentPlan<'p, I>, String> {
    let (buffers, scratch) = memory.buffers();
    told(match b {
        None => backend.transpose_plan(a, columns, buffers, scratch),
        Some(b) => backend.transpose_plan_row_sparse(a, b, columns, buffers, scratch),
    })
}

/// Memory of block ends, of exactly the lengths that `terms` rows of a csr need, full of what earlier ones may have
/// left.
pub struct EndsMemory<I>([Vec<I>; 3]);

impl<I: Index> EndsMemory<I> {
    pub fn stale(terms: usize, nnz: usize, columns: usize) -> Self {
        let (places, scratch) =
            if terms <= 1024 { (0, 0) } else { (block_ends_capacity(nnz), block_ends_scratch(columns)) };
        Self([places, places, scratch].map(|length| vec![I::from_usize(99); length]))
    }

    /// The block ends of a product with all rows, or with those that `b` stores.
    pub fn find<V: Real>(
        &mut self,
        backend: &dyn Backend,
        a: Csr<V, I>,
        b: Option<RowSparse<V, I>>,
    ) -> Result<BlockEnds<'_, I>, String> {
        let [columns, entries, scratch] = &mut self.0;
        told(match b {
            None => backend.block_ends(a, columns, entries, scratch),
            Some(b) => backend.block_ends_row_sparse(a, b, columns, entries, scratch),
        })
    }
}

/// Runs a call in the parts of a case.
pub fn run_parts<K: Kernel<Output = ()> + Split>(call: K, knobs: &Knobs) -> Result<(), String> {
    told(call.check())?;
    let mut rest = call;
    for rows in knobs.parts(rest.rows()) {
        let (part, others) = rest.split_rows_at(rows.len());
        told(part.run())?;
        rest = others;
    }
    Ok(())
}

/// Rows at the places of their ids, `absent` elsewhere.
pub fn at_places<T: Copy>([rows, columns]: [usize; 2], ids: &[usize], stored: &[T], absent: T) -> Vec<T> {
    let mut dense = vec![absent; rows * columns];
    for (k, id) in ids.iter().enumerate() {
        dense[id * columns..(id + 1) * columns].copy_from_slice(&stored[k * columns..(k + 1) * columns]);
    }
    dense
}

/// The same plan in order, and its values, or both as they are.
pub fn in_order<'p, V: Real, I: Index>(
    backend: &dyn Backend,
    plan: SegmentPlan<'p, I>,
    values: &[V],
    wanted: bool,
) -> Result<(SegmentPlan<'p, I>, Vec<V>), String> {
    if !wanted {
        return Ok((plan, values.to_vec()));
    }
    let mut permuted = vec![V::narrow(-7.25); plan.terms()];
    told(backend.permute(plan.entries(), values, &mut permuted))?;
    let mut again = permuted.clone();
    told(plan.permute(values, &mut again))?;
    if permuted.iter().zip(&again).any(|(left, right)| left.key() != right.key()) {
        return Err("the plan permutes in another way".into());
    }
    Ok((plan.in_order(), permuted))
}

/// Ids as numbers.
pub fn numbers<I: Index>(ids: &[I]) -> Vec<usize> {
    ids.iter().map(|id| id.to_usize()).collect()
}

/// The sums by `rule`: terms in the order in which `terms` (output row, factor, row of the operand) gives them.
pub fn sums<'a, V: Real>(
    terms: impl Iterator<Item = (usize, V, &'a [V])>,
    columns: usize,
    rule: impl Fn(&[Option<V>]) -> V,
) -> Output<V> {
    let mut grouped = BTreeMap::<usize, Vec<(V, &[V])>>::new();
    for (id, factor, row) in terms {
        grouped.entry(id).or_default().push((factor, row));
    }
    let of_row = |terms: &Vec<(V, &[V])>| -> Vec<V> {
        (0..columns)
            .map(|j| rule(&terms.iter().map(|(factor, row)| Some(*factor * row[j])).collect::<Vec<_>>()))
            .collect()
    };
    Output { values: grouped.values().flat_map(of_row).collect(), structure: grouped.into_keys().collect() }
}
