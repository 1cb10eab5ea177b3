//! Linear regression by SGD with momentum, lazy: a step reads and writes the weights of only those features that its
//! readings store.
use crate::problem::{BATCH, COLUMNS, Float, INDPTR, OUTPUTS, ROWS};
use lacuna::optim::{SgdMomentum, sgd_momentum};
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{Csr, Dense, DenseMut, Error, RowSparse, RowSparseMut, RowsMut, dot};

const _: () = assert!(ROWS.is_multiple_of(BATCH));

/// The most entries that a step has.
pub(crate) const BATCH_ENTRIES: usize = {
    let (mut most, mut row) = (0, 0);
    while row < ROWS {
        let entries = (INDPTR[row + BATCH] - INDPTR[row]) as usize;
        most = if entries > most { entries } else { most };
        row += BATCH;
    }
    most
};

/// The model, and all memory that learning needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory<V> {
    /// What is learned: a row for each feature.
    pub weights: [V; COLUMNS * OUTPUTS],
    pub momentum: [V; COLUMNS * OUTPUTS],
    /// Of all readings.
    pub predictions: [V; ROWS * OUTPUTS],
    pub(crate) plan: PlanMemory,
    /// Predictions of a step, then what they are above the targets.
    residuals: [V; BATCH * OUTPUTS],
    gradient: [V; COLUMNS * OUTPUTS],
}

/// The entries of a step grouped by feature, and the scratch for that.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlanMemory {
    pub(crate) ids: [i32; COLUMNS],
    pub(crate) segments: [i32; COLUMNS + 1],
    pub(crate) rows: [i32; BATCH_ENTRIES],
    pub(crate) entries: [i32; BATCH_ENTRIES],
    pub(crate) scratch: [u64; plan_scratch(BATCH_ENTRIES)],
}

impl<V: Float> Memory<V> {
    /// A model that predicts 0. As a `static` it takes no flash: all of it is zero.
    pub const fn new() -> Self {
        Self {
            weights: [V::ZERO; COLUMNS * OUTPUTS],
            momentum: [V::ZERO; COLUMNS * OUTPUTS],
            predictions: [V::ZERO; ROWS * OUTPUTS],
            plan: PlanMemory {
                ids: [0; COLUMNS],
                segments: [0; COLUMNS + 1],
                rows: [0; BATCH_ENTRIES],
                entries: [0; BATCH_ENTRIES],
                scratch: [0; plan_scratch(BATCH_ENTRIES)],
            },
            residuals: [V::ZERO; BATCH * OUTPUTS],
            gradient: [V::ZERO; COLUMNS * OUTPUTS],
        }
    }
}

impl<V: Float> Default for Memory<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// One pass over the readings. The mean of the squared errors, each taken before its step.
pub fn epoch<V: Float>(readings: Csr<'_, V, i32>, memory: &mut Memory<V>) -> Result<V, Error> {
    let mut squares = V::ZERO;
    let (batches, _) = V::TARGETS.as_chunks();
    for (batch, targets) in batches.iter().enumerate() {
        squares += step(readings.row_range(batch * BATCH..(batch + 1) * BATCH)?, targets, memory)?;
    }
    Ok(squares * V::PER_OUTPUT)
}

/// One step on some readings. The sum of the squared errors before it.
fn step<V: Float>(
    readings: Csr<'_, V, i32>,
    targets: &[V; BATCH * OUTPUTS],
    memory: &mut Memory<V>,
) -> Result<V, Error> {
    let Memory {
        weights,
        momentum,
        plan: PlanMemory { ids, segments, rows, entries, scratch },
        residuals,
        gradient,
        ..
    } = memory;

    // predictions = readings x weights
    dot::csr_dense(readings, Dense::new(COLUMNS, OUTPUTS, weights)?, DenseMut::new(BATCH, OUTPUTS, residuals)?)?;
    let mut squares = V::ZERO;
    for (residual, &target) in residuals.iter_mut().zip(targets) {
        *residual = *residual - target;
        squares += *residual * *residual;
    }

    // gradient = readings^T x residuals, for the features that occur. New readings, new pattern: so the plan is made in
    // each step.
    let buffers = PlanBuffers { ids, segments, rows, entries };
    let plan = dot::transpose_plan(readings, 0..COLUMNS, buffers, scratch)?;
    let gradient = gradient.get_mut(..plan.stored_rows() * OUTPUTS).unwrap_or_default();
    let out = RowSparseMut::new(COLUMNS, OUTPUTS, plan.ids(), gradient)?;
    dot::csr_t_dense(&plan, readings.values(), Dense::new(BATCH, OUTPUTS, residuals)?, out)?;

    let steps = SgdMomentum::new(V::LEARNING_RATE, V::MOMENTUM);
    sgd_momentum(
        &SgdMomentum { weight_decay: V::WEIGHT_DECAY, rescale_gradient: V::PER_BATCH, ..steps },
        RowSparse::new(COLUMNS, OUTPUTS, plan.ids(), gradient)?,
        RowsMut::Dense(DenseMut::new(COLUMNS, OUTPUTS, weights)?),
        RowsMut::Dense(DenseMut::new(COLUMNS, OUTPUTS, momentum)?),
    )?;
    Ok(squares)
}

/// Predicts from all readings.
pub fn predict<V: Float>(readings: Csr<'_, V, i32>, memory: &mut Memory<V>) -> Result<(), Error> {
    let Memory { weights, predictions, .. } = memory;
    Ok(dot::csr_dense(readings, Dense::new(COLUMNS, OUTPUTS, weights)?, DenseMut::new(ROWS, OUTPUTS, predictions)?)?)
}
