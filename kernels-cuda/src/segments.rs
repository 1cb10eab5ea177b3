//! What transposed products and coalesce share: plans made from keys, and the sums of their segments.
use crate::array::{DevicePlan, Pattern};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::gpu::Begun;
use crate::launch::{Groups, Launch};
use crate::scan::running_totals;
use crate::sort::sort_by_key;
use crate::{Error, Gpu};
use lacuna::order::BLOCK;
use lacuna::rows::PlanShape;
use lacuna::{Index, Value};
use std::sync::Arc;

/// A key for each entry, not below the number of rows where it is no term.
pub(crate) struct Keys<D: Driver, I> {
    pub(crate) keys: Buffer<D, I>,
    pub(crate) entries: Buffer<D, I>,
    /// The operand's row of each entry; the entries themselves without.
    pub(crate) sources: Option<Buffer<D, I>>,
}

/// Groups entries by key, of which none stands for more than `longest_segment` entries. `refused` are the ids that a check has looked at.
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
        Launch::of_indices::<I>(driver, "first_flags").read(&keys).size(length).size(rows).write(&mut totals).run(length)?;
        running_totals(driver, &mut totals, None)?;
        let launch = Launch::of_indices::<I>(driver, "plan_finish").read(&keys).read(&sorted).size(length).size(rows).read(&totals);
        let launch = launch.read_or_null(sources.as_ref()).write(&mut ids).write(&mut segments).write(&mut plan_rows);
        let launch = launch.write(&mut plan_entries).write(&mut stored);
        match refused {
            None => launch.null().null().run(length)?,
            Some((mut check, ids)) => {
                let (words, first) = check.words(0);
                launch.write_from(words, first).read(ids).run(length)?;
            }
        }
    }
    let pattern = Pattern { rows, ids: Arc::new(ids), stored: Arc::new(stored), full: false };
    let PlanShape { values, operand_rows, .. } = shape;
    Ok(DevicePlan { pattern, segments, rows: plan_rows, entries: plan_entries, values, operand_rows, longest_segment })
}

/// The operand whose rows are added.
#[derive(Clone, Copy)]
pub(crate) struct Operand<'a, D: Driver, V> {
    pub(crate) data: &'a Buffer<D, V>,
    pub(crate) rows: usize,
    pub(crate) stride: usize,
    pub(crate) columns: usize,
}

/// Where sums go: to consecutive rows, or to the rows of the plan's ids.
pub(crate) struct Target<'a, D: Driver, V> {
    pub(crate) data: &'a mut Buffer<D, V>,
    pub(crate) rows: usize,
    pub(crate) stride: usize,
    pub(crate) by_id: bool,
}

/// Which sums the two launches for long rows put together.
pub(crate) struct LongRows<'a, D: Driver, I> {
    pub(crate) bounds: &'a Buffer<D, I>,
    pub(crate) stored: Option<&'a Buffer<D, I>>,
    pub(crate) count: usize,
    pub(crate) terms: usize,
    /// No row has more terms.
    pub(crate) longest: usize,
}

impl<D: Driver, I: Index> LongRows<'_, D, I> {
    /// Blocks of rows of more than a block of terms, at most.
    fn blocks(&self) -> usize {
        if self.terms.min(self.longest) > BLOCK { 2 * self.terms.div_ceil(BLOCK) } else { 0 }
    }

    /// Runs `blocks`, an entry that writes the sums of blocks, and adds those up. `blocks` has its arguments up to the sums.
    pub(crate) fn run<V: Value>(
        &self,
        driver: &D,
        columns: usize,
        groups: Groups,
        ids: Option<&Buffer<D, I>>,
        target: &mut Target<'_, D, V>,
        blocks: Launch<'_, D>,
    ) -> Result<(), Error> {
        let count = self.blocks();
        if count == 0 {
            return Ok(());
        }
        let mut sums = Buffer::<D, V>::new(driver, count.saturating_mul(columns))?;
        blocks.write(&mut sums).groups(groups).run_groups(count, groups)?;
        let totals = Groups::new::<V>(columns, &[1]);
        let launch = Launch::of_values::<V, I>(driver, "block_totals").read(self.bounds).read_or_null(self.stored).size(self.count);
        let launch = launch.size(self.terms).size(columns).read(&sums).write(target.data).size(target.stride).size(target.rows);
        Ok(launch.read_or_null(ids).number(totals.lane_bits).run_groups(count, totals)?)
    }
}

/// The sum of each segment, by `entry`.
pub(crate) fn segment_sums<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    entry: &str,
    plan: &DevicePlan<D, I>,
    values: Option<&Buffer<D, V>>,
    operand: Operand<'_, D, V>,
    mut target: Target<'_, D, V>,
) -> Result<(), Error> {
    let (driver, pattern, columns) = (gpu.driver(), &plan.pattern, operand.columns);
    let terms = plan.entries.len();
    if columns == 0 || pattern.capacity() == 0 || operand.rows == 0 {
        return Ok(());
    }
    let groups = if columns == 1 { Groups::lanes() } else { Groups::new::<V>(columns, &[operand.stride, target.stride]) };
    let ids = target.by_id.then_some(&*pattern.ids);
    let launch =
        Launch::of_values::<V, I>(driver, entry).read(&plan.segments).read(&pattern.stored).size(pattern.capacity()).read(&plan.rows);
    match values {
        Some(values) => {
            let launch = launch.read(&plan.entries).read(values).size(values.len()).size(terms).read(operand.data).size(operand.rows);
            let launch = launch.size(operand.stride).size(columns).write(target.data).size(target.stride).size(target.rows);
            launch.read_or_null(ids).groups(groups).run_groups(pattern.capacity(), groups)?;
        }
        None => {
            let launch = launch.size(terms).read(operand.data).size(operand.rows).size(columns).write(target.data);
            launch.groups(groups).run_groups(pattern.capacity(), groups)?;
        }
    }
    let long =
        LongRows { bounds: &plan.segments, stored: Some(&pattern.stored), count: pattern.capacity(), terms, longest: plan.longest_segment };
    let blocks = Launch::of_values::<V, I>(driver, "plan_blocks").read(&plan.segments).read(&pattern.stored).size(pattern.capacity());
    let blocks = blocks.read(&plan.rows).read(&plan.entries).read_or_null(values).size(values.map_or(0, Buffer::len)).size(terms);
    let blocks = blocks.read(operand.data).size(operand.rows).size(operand.stride).size(columns);
    long.run(driver, columns, groups, ids, &mut target, blocks)
}
