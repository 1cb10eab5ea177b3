//! Calls that must be refused: what a device meets when a sensor or its program is wrong.
use crate::learner::{Memory, PlanMemory};
use crate::problem::{BATCH, COLUMNS, Float, OUTPUTS, ROWS};
use lacuna::segments::PlanBuffers;
use lacuna::{Csr, Dense, DenseMut, Error, dot};

/// The answers to three wrong calls, each of them an error, with nothing written.
pub fn refusals<V: Float>(readings: Csr<'_, V, i32>, memory: &mut Memory<V>) -> [Result<(), Error>; 3] {
    [unknown_sensor::<V>(), short_output(readings, memory), short_scratch(readings, memory)]
}

/// A reading from a sensor that the model does not know.
fn unknown_sensor<V: Float>() -> Result<(), Error> {
    let indices = [0, 5, 7, COLUMNS as i32];
    Csr::new(1, COLUMNS, &[0, indices.len() as i32], &indices, &[V::ONE; 4])?;
    Ok(())
}

/// A place for fewer predictions than there are readings.
fn short_output<V: Float>(readings: Csr<'_, V, i32>, memory: &mut Memory<V>) -> Result<(), Error> {
    let out = DenseMut::new(ROWS - 1, OUTPUTS, &mut memory.predictions)?;
    Ok(dot::csr_dense(readings, Dense::new(COLUMNS, OUTPUTS, &memory.weights)?, out)?)
}

/// The readings of two steps with the scratch of one.
fn short_scratch<V: Float>(readings: Csr<'_, V, i32>, memory: &mut Memory<V>) -> Result<(), Error> {
    let PlanMemory { ids, segments, rows, entries, scratch } = &mut memory.plan;
    let buffers = PlanBuffers { ids, segments, rows, entries };
    dot::transpose_plan(readings.row_range(0..2 * BATCH)?, 0..COLUMNS, buffers, scratch)?;
    Ok(())
}
