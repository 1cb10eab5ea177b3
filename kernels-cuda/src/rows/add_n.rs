//! The sum of row_sparse arrays.
use crate::array::{DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::check::Check;
use crate::driver::{Driver, DriverError};
use crate::entries;
use crate::entries::groups::{Input as InputRow, Inputs};
use crate::launch::{Groups, Launch, MOST_BLOCKS_Y};
use crate::scan::running_totals;
use crate::{Error, Gpu};
use lacuna::rows::{AddN, SumRows};
use lacuna::{Index, Kernel, RowSparse, RowSparseMut, Value};
use std::array;
use std::sync::Arc;

/// Words of an input: the addresses of its ids, their number and its data, and its capacity.
const WORDS: usize = 4;
/// Inputs that a launch puts into the table.
const AT_ONCE: usize = 8;

type Input<'a, D, V, I> = &'a DeviceRowSparse<D, V, I>;

/// The check of the CPU, on arrays of these shapes that store nothing.
fn check_inputs<D: Driver, V: Value, I: Index>(
    inputs: &[Input<'_, D, V, I>],
    rows: usize,
    row_length: usize,
) -> Result<(), Error> {
    let empty = |input: &Input<'_, D, V, I>| RowSparse::<V, I>::new(input.rows(), input.row_length, &[], &[]);
    let inputs = inputs.iter().map(empty).collect::<Result<Vec<_>, _>>()?;
    let out = RowSparseMut::new(rows, row_length, &[], &mut [])?;
    Ok(AddN { inputs: &inputs, cursors: &mut vec![0; inputs.len()], out, rows: SumRows::ALL }.check()?)
}

/// The inputs as a table on the device, which writes it itself: an upload would wait.
fn table<D: Driver, V: Value, I: Index>(
    driver: &D,
    inputs: &[Input<'_, D, V, I>],
) -> Result<Buffer<D, u64>, DriverError> {
    let mut words = Buffer::new(driver, inputs.len() * WORDS)?;
    for (chunk, inputs) in inputs.chunks(AT_ONCE).enumerate() {
        let row = |k: usize| {
            let input = inputs[k.min(inputs.len() - 1)];
            let (pattern, data) = (&input.pattern, &input.data);
            let [ids, stored, data] =
                [&pattern.ids.memory, &pattern.stored.memory, &data.memory].map(|memory| driver.address(memory));
            InputRow { ids, stored, data, capacity: pattern.capacity() }
        };
        let (first, count, [a, b, c, d, e, f, g, h]) = (chunk * AT_ONCE, inputs.len(), array::from_fn(row));
        entries::input_rows { table: &mut words, first, count, a, b, c, d, e, f, g, h }.on(driver).run_one()?;
    }
    Ok(words)
}

/// Launches on the table read memory that is not among their arguments.
fn with_inputs<'a, D: Driver, V: Value, I: Index>(
    mut launch: Launch<'a, D>,
    inputs: &[Input<'a, D, V, I>],
) -> Launch<'a, D> {
    for input in inputs {
        launch = launch.also(&input.pattern.ids).also(&input.pattern.stored).also(&input.data);
    }
    launch
}

/// The structure call of [`add_n`]: the union of the stored rows: [`lacuna::rows::add_n_ids`].
///
/// Each id is looked for in every input. There may be any number of inputs, eight for a launch of one thread.
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) if the inputs' shapes differ, [`Error::Driver`].
pub fn add_n_ids<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    inputs: &[Input<'_, D, V, I>],
) -> Result<Pattern<D, I>, Error> {
    let driver = gpu.driver();
    let rows = inputs.first().map_or(0, |first| first.rows());
    check_inputs(inputs, rows, inputs.first().map_or(0, |first| first.row_length))?;
    let length: usize = inputs.iter().map(|input| input.pattern.capacity()).sum();
    let longest = inputs.iter().map(|input| input.pattern.capacity()).max().unwrap_or(0);
    let capacity = length.min(rows);
    let (mut ids, mut stored) = (Buffer::new(driver, capacity)?, Buffer::new(driver, 1)?);
    if length == 0 {
        stored.fill(driver, 0)?;
    } else {
        let words = table(driver, inputs)?;
        // What no id is written to is above every row.
        let (mut merged, mut flags) =
            (Buffer::<D, I>::filled(driver, length, 0xff)?, Buffer::<D, I>::new(driver, length)?);
        for (part, some) in inputs.chunks(MOST_BLOCKS_Y).enumerate() {
            let first = part * MOST_BLOCKS_Y;
            let inputs_of = Inputs { table: &words, count: inputs.len(), rows };
            let launch = entries::merge_ids { inputs: inputs_of, first, merged: &mut merged }.on(driver);
            with_inputs(launch, inputs).run_table(longest, some.len())?;
        }
        entries::first_flags { keys: &merged, length, rows, flags: &mut flags }.on(driver).run(length)?;
        running_totals(driver, &mut flags, None)?;
        let values = Some(&merged);
        entries::compact_ids { totals: &flags, length, values, ids: &mut ids, capacity, stored: &mut stored }
            .on(driver)
            .run(length)?;
    }
    Ok(Pattern { rows, ids: Arc::new(ids), stored: Arc::new(stored), full: false })
}

/// The sum of row_sparse arrays: [`lacuna::rows::add_n`]. The pattern of `out` comes from [`add_n_ids`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Pattern`](lacuna::KernelError::Pattern) if `out` does not store the union; then nothing is written.
pub fn add_n<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    inputs: &[Input<'_, D, V, I>],
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    check_inputs(inputs, out.rows(), out.row_length)?;
    let (driver, pattern, columns) = (gpu.driver(), &out.pattern, out.row_length);
    let table = table(driver, inputs)?;
    let table = || Inputs { table: &table, count: inputs.len(), rows: pattern.rows };
    let mut check = gpu.begin(&[Check::Pattern])?;
    let launch = entries::check_union { inputs: table(), union: pattern.into(), check: check.words(0) }.on(driver);
    with_inputs(launch, inputs).run(pattern.capacity() + 1)?;
    let groups = Groups::new::<V>(columns, &[columns]);
    let (union, check) = (pattern.into(), check.words(0));
    let launch =
        entries::add_n { inputs: table(), columns, union, out: &mut out.data, groups: groups.into(), check }.on(driver);
    // At least one group, which says what was refused.
    Ok(with_inputs(launch, inputs).run_groups(pattern.capacity().max(1), groups)?)
}
