//! The columns of a csr, grouped once for all operators of a step.
use crate::operator::{Context, OperatorError};
use lacuna::dot::transpose_plan;
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan, plan_scratch};
use lacuna::{Csr, Index, Value};
use lacuna_arrays::array::reserve;
use std::ops::Deref;

/// The entries of the csr that was transposed last by column, and a copy of its pattern: the next csr of that pattern
/// takes what was made for it.
///
/// Several operators of a step transpose the same batch; to compare two patterns takes a tenth of the time of a sort.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    columns: usize,
    indptr: Vec<i64>,
    indices: Vec<i64>,
    ids: Vec<i64>,
    segments: Vec<i64>,
    rows: Vec<i64>,
    entries: Vec<i64>,
    scratch: Vec<<i64 as Index>::Key>,
    /// Of each entry, the place of its column among those that occur; empty until someone asks.
    places: Vec<i64>,
}

/// Columns that go back to their context.
pub(in crate::operator) struct Taken<'c> {
    context: &'c Context,
    own: Columns,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.context.columns.replace(std::mem::take(&mut self.own));
    }
}

impl Deref for Taken<'_> {
    type Target = Columns;
    fn deref(&self) -> &Columns {
        &self.own
    }
}

/// As many numbers as `length`, of any content.
fn resize<T: Copy + Default>(memory: &mut Vec<T>, length: usize) -> Result<(), OperatorError> {
    reserve(memory, length.saturating_sub(memory.len()))?;
    memory.resize(length, T::default());
    Ok(())
}

impl Columns {
    /// Those of a csr.
    pub fn of<'c, V: Value>(context: &'c Context, x: Csr<'_, V, i64>) -> Result<Taken<'c>, OperatorError> {
        let mut taken = Taken { context, own: context.columns.take() };
        if !taken.own.are_of(x) {
            taken.own.group(x)?;
        }
        Ok(taken)
    }

    /// The same, with the [places](Self::places).
    pub fn with_places<'c, V: Value>(context: &'c Context, x: Csr<'_, V, i64>) -> Result<Taken<'c>, OperatorError> {
        let mut taken = Self::of(context, x)?;
        if taken.own.places.is_empty() {
            taken.own.place()?;
        }
        Ok(taken)
    }

    fn are_of<V: Value>(&self, x: Csr<'_, V, i64>) -> bool {
        self.columns == x.columns() && self.indptr == x.indptr() && self.indices == x.indices()
    }

    fn group<V: Value>(&mut self, x: Csr<'_, V, i64>) -> Result<(), OperatorError> {
        let entries = x.nnz();
        // Of no csr until all is there.
        self.indptr.clear();
        self.indices.clear();
        self.places.clear();
        for memory in [&mut self.ids, &mut self.rows, &mut self.entries] {
            resize(memory, entries)?;
        }
        resize(&mut self.segments, entries.saturating_add(1))?;
        resize(&mut self.scratch, plan_scratch(entries))?;
        let Self { ids, segments, rows, entries, scratch, .. } = self;
        let plan = transpose_plan(x, 0..x.columns(), PlanBuffers { ids, segments, rows, entries }, scratch)?;
        let (stored, terms) = (plan.stored_rows(), plan.terms());
        self.ids.truncate(stored);
        self.segments.truncate(stored + 1);
        self.rows.truncate(terms);
        self.entries.truncate(terms);
        reserve(&mut self.indices, x.nnz())?;
        reserve(&mut self.indptr, x.indptr().len())?;
        self.indices.extend_from_slice(x.indices());
        self.indptr.extend_from_slice(x.indptr());
        self.columns = x.columns();
        Ok(())
    }

    fn place(&mut self) -> Result<(), OperatorError> {
        resize(&mut self.places, self.indices.len())?;
        for (column, segment) in (0..).zip(self.segments.windows(2)) {
            let &[start, end] = segment else { continue };
            for &entry in self.entries.get(start as usize..end as usize).unwrap_or_default() {
                if let Some(place) = self.places.get_mut(entry as usize) {
                    *place = column;
                }
            }
        }
        Ok(())
    }

    /// The columns that occur, ascending.
    pub fn ids(&self) -> &[i64] {
        &self.ids
    }

    /// Of each entry, the place of its column among those that occur.
    pub fn places(&self) -> &[i64] {
        &self.places
    }

    /// The plan of transposed products.
    pub fn plan(&self) -> Result<SegmentPlan<'_, i64>, OperatorError> {
        let shape = PlanShape {
            values: self.indices.len(),
            operand_rows: self.indptr.len().saturating_sub(1),
            output_rows: self.columns,
        };
        Ok(SegmentPlan::trusted(&self.ids, &self.segments, &self.rows, &self.entries, shape)?)
    }
}
