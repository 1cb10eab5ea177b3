//! What transposed products and coalesce share: plans made from keys, and the sums of their segments.
use crate::array::{DevicePlan, Pattern};
use crate::buffer::Buffer;
use crate::driver::{Driver, DriverError};
use crate::entries;
use crate::entries::groups::{Matrix, MatrixMut, Planned, Segments};
use crate::gpu::Begun;
use crate::launch::Groups;
use crate::scan::running_totals;
use crate::sort::sort_by_key;
use crate::{Error, Gpu};
use lacuna::order::BLOCK;
use lacuna::segments::PlanShape;
use lacuna::{Index, Storage};
use std::sync::Arc;

/// A key for each entry, not below the number of rows where it is no term.
pub(crate) struct Keys<D: Driver, I> {
    pub(crate) keys: Buffer<D, I>,
    pub(crate) entries: Buffer<D, I>,
    /// The operand's row of each entry; the entries themselves without.
    pub(crate) sources: Option<Buffer<D, I>>,
}

/// Groups entries by key, of which none stands for more than `longest_segment` entries. `refused` are the ids that a
/// check has looked at.
pub(crate) fn plan<D: Driver, I: Index>(
    gpu: &Gpu<D>,
    keys: Keys<D, I>,
    shape: PlanShape,
    longest_segment: usize,
    refused: Option<(Begun<D>, &Buffer<D, I>)>,
) -> Result<DevicePlan<D, I>, Error> {
    let (driver, rows, length) = (gpu.driver(), shape.output_rows, keys.keys.len());
    let Keys { keys, entries, sources } = keys;
    let capacity = length.min(rows);
    let new = |length| Buffer::<D, I>::new(driver, length);
    let (mut ids, mut stored) = (new(capacity)?, new(1)?);
    let (mut segments, mut plan_rows, mut plan_entries) = (new(capacity + 1)?, new(length)?, new(length)?);
    if length == 0 {
        stored.fill(driver, 0)?;
        segments.fill(driver, 0)?;
    } else {
        // Entries that are no terms have the key `rows`.
        let (keys, sorted) = sort_by_key(driver, (keys, entries), rows)?;
        let mut totals = new(length)?;
        entries::first_flags { keys: &keys, length, rows, flags: &mut totals }.on(driver).run(length)?;
        running_totals(driver, &mut totals, None)?;
        let (mut check, checked) = refused.map_or((None, None), |(check, ids)| (Some(check), Some(ids)));
        entries::plan_finish {
            keys: &keys,
            sorted: &sorted,
            length,
            rows,
            totals: &totals,
            sources: sources.as_ref(),
            ids: &mut ids,
            segments: &mut segments,
            plan_rows: &mut plan_rows,
            plan_entries: &mut plan_entries,
            stored: &mut stored,
            check: check.as_mut().map(|check| check.words(0)),
            checked,
        }
        .on(driver)
        .run(length)?;
    }
    let pattern = Pattern { rows, ids: Arc::new(ids), stored: Arc::new(stored), full: false };
    let PlanShape { values, operand_rows, .. } = shape;
    Ok(DevicePlan { pattern, segments, rows: plan_rows, entries: plan_entries, values, operand_rows, longest_segment })
}

/// The sums of the blocks of rows that have more than a block of terms, which are not yet rounded to what memory holds.
pub(crate) struct BlockSums<D: Driver, V: Storage> {
    pub(crate) sums: Buffer<D, V::Arithmetic>,
    /// How many there are, at most.
    pub(crate) count: usize,
}

impl<D: Driver, V: Storage> BlockSums<D, V> {
    /// Memory for them, unless there are no such rows. No row has more than `longest` terms.
    pub(crate) fn new(driver: &D, terms: usize, longest: usize, columns: usize) -> Result<Option<Self>, DriverError> {
        if terms.min(longest) <= BLOCK {
            return Ok(None);
        }
        let count = 2 * terms.div_ceil(BLOCK);
        Ok(Some(Self { sums: Buffer::new(driver, count.saturating_mul(columns))?, count }))
    }

    /// Adds them up.
    pub(crate) fn add_up<I: Index>(
        &self,
        driver: &D,
        segments: Segments<'_, D, I>,
        columns: usize,
        out: MatrixMut<'_, D, V>,
        ids: Option<&Buffer<D, I>>,
    ) -> Result<(), DriverError> {
        let groups = Groups::new::<V>(columns, &[1]);
        let entry =
            entries::block_totals { segments, columns, sums: &self.sums, out, ids, lane_bits: groups.lane_bits };
        entry.on(driver).run_groups(self.count, groups)
    }
}

/// The sum of each segment of rows of `b`, with the values of the entries as factors, if there are any. Into
/// consecutive rows, or those of the plan's ids.
pub(crate) fn segment_sums<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    values: Option<&Buffer<D, V>>,
    b: Matrix<'_, D, V>,
    mut out: MatrixMut<'_, D, V>,
    by_id: bool,
) -> Result<(), Error> {
    let (driver, pattern, columns) = (gpu.driver(), &plan.pattern, b.columns);
    if columns == 0 || pattern.capacity() == 0 {
        return Ok(());
    }
    // Without rows to add or values to multiply them by there are no terms, whatever the plan says: each sum is zero.
    let terms_count = if b.rows == 0 || values.is_some_and(Buffer::is_empty) { 0 } else { plan.entries.len() };
    let segments = || Segments { terms: terms_count, ..plan.into() };
    let groups = if columns == 1 { Groups::lanes() } else { Groups::new::<V>(columns, &[b.stride, out.stride]) };
    let ids = by_id.then_some(&*pattern.ids);
    let terms =
        || Planned { rows: &plan.rows, entries: &plan.entries, values, value_count: values.map_or(0, Buffer::len) };
    let sums = match values {
        Some(_) => {
            let out = out.reborrow();
            entries::planned_products { segments: segments(), terms: terms(), b, out, ids, groups: groups.into() }
                .on(driver)
        }
        None => {
            let out = out.reborrow();
            entries::coalesce { segments: segments(), rows: &plan.rows, b, out, groups: groups.into() }.on(driver)
        }
    };
    sums.run_groups(pattern.capacity(), groups)?;
    if let Some(mut blocks) = BlockSums::new(driver, terms_count, plan.longest_segment, columns)? {
        let entry = entries::plan_blocks {
            segments: segments(),
            terms: terms(),
            b,
            sums: &mut blocks.sums,
            groups: groups.into(),
        };
        entry.on(driver).run_groups(blocks.count, groups)?;
        blocks.add_up(driver, segments(), columns, out, ids)?;
    }
    Ok(())
}
