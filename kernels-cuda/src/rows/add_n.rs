//! The sum of row_sparse arrays.
use crate::array::{DeviceRowSparse, Pattern};
use crate::buffer::Buffer;
use crate::check::Check;
use crate::driver::{Driver, DriverError};
use crate::launch::{Groups, Launch};
use crate::scan::running_totals;
use crate::{Error, Gpu, expect};
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Value};
use std::sync::Arc;

/// Words of an input: the addresses of its ids, their number and its data, and its capacity.
const WORDS: usize = 4;

type Input<'a, D, V, I> = &'a DeviceRowSparse<D, V, I>;

fn check_inputs<D: Driver, V: Value, I: Index>(inputs: &[Input<'_, D, V, I>], rows: usize, row_length: usize) -> Result<(), KernelError> {
    for input in inputs {
        expect(Operand::Input, 0, rows, input.rows())?;
        expect(Operand::Input, 1, row_length, input.row_length)?;
    }
    Ok(())
}

/// The inputs as a table on the device, which writes it itself: an upload would wait.
fn table<D: Driver, V: Value, I: Index>(driver: &D, inputs: &[Input<'_, D, V, I>]) -> Result<Buffer<D, u64>, DriverError> {
    let mut words = Buffer::new(driver, inputs.len() * WORDS)?;
    for (row, input) in inputs.iter().enumerate() {
        let pattern = &input.pattern;
        let launch = Launch::plain(driver, "input_row").write(&mut words).size(row).address(&pattern.ids).address(&pattern.stored);
        launch.address(&input.data).size(pattern.capacity()).run_one()?;
    }
    Ok(words)
}

/// Launches on the table read memory that is not among their arguments.
fn with_inputs<'a, D: Driver, V: Value, I: Index>(mut launch: Launch<'a, D>, inputs: &[Input<'a, D, V, I>]) -> Launch<'a, D> {
    for input in inputs {
        launch = launch.also(&input.pattern.ids).also(&input.pattern.stored).also(&input.data);
    }
    launch
}

/// The structure call of [`add_n`]: the union of the stored rows: [`lacuna::rows::add_n_ids`].
///
/// # Errors
/// [`KernelError::Shape`] if the inputs' shapes differ, [`Error::Driver`].
pub fn add_n_ids<D: Driver, V: Value, I: Index>(gpu: &Gpu<D>, inputs: &[Input<'_, D, V, I>]) -> Result<Pattern<D, I>, Error> {
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
        let (mut merged, mut flags) = (Buffer::<D, I>::filled(driver, length, 0xff)?, Buffer::<D, I>::new(driver, length)?);
        let launch = Launch::of_indices::<I>(driver, "merge_ids").read(&words).size(inputs.len()).size(rows).write(&mut merged);
        with_inputs(launch, inputs).run_table(longest, inputs.len())?;
        Launch::of_indices::<I>(driver, "first_flags").read(&merged).size(length).size(rows).write(&mut flags).run(length)?;
        running_totals(driver, &mut flags, None)?;
        let launch = Launch::of_indices::<I>(driver, "compact_ids").read(&flags).size(length).read(&merged).write(&mut ids).size(capacity);
        launch.write(&mut stored).run(length)?;
    }
    Ok(Pattern { rows, ids: Arc::new(ids), stored: Arc::new(stored), full: false })
}

/// The sum of row_sparse arrays: [`lacuna::rows::add_n`]. The pattern of `out` comes from [`add_n_ids`].
///
/// # Errors
/// [`KernelError::Shape`], with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Pattern`] if `out` does not store the union; then nothing is written.
pub fn add_n<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    inputs: &[Input<'_, D, V, I>],
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    check_inputs(inputs, out.rows(), out.row_length)?;
    let (driver, pattern, length) = (gpu.driver(), &out.pattern, out.row_length);
    let words = table(driver, inputs)?;
    let mut check = gpu.begin(&[Check::Pattern])?;
    let (slots, first) = check.words(0);
    let launch = Launch::of_indices::<I>(driver, "check_union").read(&words).size(inputs.len()).size(pattern.rows).read(&pattern.ids);
    let launch = launch.read(&pattern.stored).size(pattern.capacity()).write_from(slots, first);
    with_inputs(launch, inputs).run(pattern.capacity() + 1)?;
    let groups = Groups::new::<V>(length, &[length]);
    let launch = Launch::of_values::<V, I>(driver, "add_n").read(&words).size(inputs.len()).size(pattern.rows).size(length);
    let launch = launch.read(&pattern.ids).read(&pattern.stored).size(pattern.capacity()).write(&mut out.data).groups(groups);
    // At least one group, which says what was refused.
    Ok(with_inputs(launch.write_from(slots, first), inputs).run_groups(pattern.capacity().max(1), groups)?)
}
