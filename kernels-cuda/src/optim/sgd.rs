//! SGD, and SGD with momentum.
use super::touched_rows::{Needed, check_shape, check_stored, partial};
use crate::array::{DeviceDense, DeviceRowSparse, DeviceRowsMut};
use crate::driver::Driver;
use crate::launch::{Groups, Launch};
use crate::{Error, Gpu};
use lacuna::error::Operand;
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::{Index, Value};

/// One step: [`lacuna::optim::sgd`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::MissingRow`](lacuna::KernelError::MissingRow) if a row_sparse weight does not store a row of the gradient; then nothing is written.
pub fn sgd<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    hyper: &Sgd<V>,
    gradient: &DeviceRowSparse<D, V, I>,
    weight: DeviceRowsMut<'_, D, V, I>,
) -> Result<(), Error> {
    check_shape(Operand::Weight, gradient, &weight)?;
    let mut needed = Vec::new();
    if let Some(stored) = partial(&weight) {
        needed.push(Needed { operand: Operand::Weight, rows: Some(&gradient.pattern), stored });
    }
    let mut checks = check_stored(gpu, &needed)?;
    let count = needed.len();
    drop(needed);
    let groups = Groups::new::<V>(gradient.row_length, &[gradient.row_length, stride(&weight)]);
    let rows = touched(hyper.update, gradient, &weight);
    let launch = hyper_arguments(Launch::of_values::<V, I>(gpu.driver(), "sgd"), hyper, None);
    let launch = state(gradient_arguments(launch, gradient), weight).groups(groups);
    let (words, first) = checks.words(0);
    Ok(launch.write_from(words, first).size(count).run_groups(rows, groups)?)
}

/// One step: [`lacuna::optim::sgd_momentum`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::MissingRow`](lacuna::KernelError::MissingRow) if a row_sparse weight or momentum does not store a row that must be written; then nothing is written.
pub fn sgd_momentum<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    hyper: &SgdMomentum<V>,
    gradient: &DeviceRowSparse<D, V, I>,
    weight: DeviceRowsMut<'_, D, V, I>,
    momentum: DeviceRowsMut<'_, D, V, I>,
) -> Result<(), Error> {
    check_shape(Operand::Weight, gradient, &weight)?;
    check_shape(Operand::Momentum, gradient, &momentum)?;
    let (of_weight, of_momentum) = (partial(&weight), partial(&momentum));
    let mut needed = Vec::new();
    for (operand, stored) in [(Operand::Weight, of_weight), (Operand::Momentum, of_momentum)] {
        needed.extend(stored.map(|stored| Needed { operand, rows: Some(&gradient.pattern), stored }));
    }
    if hyper.sgd.update == Update::Standard {
        // It moves momentum into the weight in every row, so each must store what the other stores.
        needed.extend(of_momentum.map(|stored| Needed { operand: Operand::Momentum, rows: of_weight, stored }));
        needed.extend(of_weight.map(|stored| Needed { operand: Operand::Weight, rows: of_momentum, stored }));
    }
    let mut checks = check_stored(gpu, &needed)?;
    let count = needed.len();
    drop(needed);
    let strides = [gradient.row_length, stride(&weight), stride(&momentum)];
    let groups = Groups::new::<V>(gradient.row_length, &strides);
    let rows = touched(hyper.sgd.update, gradient, &weight);
    let launch = hyper_arguments(Launch::of_values::<V, I>(gpu.driver(), "sgd_momentum"), &hyper.sgd, Some(hyper.momentum));
    let launch = state(state(gradient_arguments(launch, gradient), weight), momentum).groups(groups);
    let (words, first) = checks.words(0);
    Ok(launch.write_from(words, first).size(count).run_groups(rows, groups)?)
}

fn hyper_arguments<'a, D: Driver, V: Value>(launch: Launch<'a, D>, hyper: &Sgd<V>, momentum: Option<V>) -> Launch<'a, D> {
    let launch = launch.value(hyper.learning_rate).value(hyper.weight_decay).value(hyper.rescale_gradient);
    let mut launch = launch.value(hyper.clip_gradient.unwrap_or(V::ZERO));
    if let Some(momentum) = momentum {
        launch = launch.value(momentum);
    }
    launch.number(u32::from(hyper.clip_gradient.is_some())).number(u32::from(hyper.update == Update::Standard))
}

fn gradient_arguments<'a, D: Driver, V: Value, I: Index>(launch: Launch<'a, D>, gradient: &'a DeviceRowSparse<D, V, I>) -> Launch<'a, D> {
    let pattern = &gradient.pattern;
    let launch = launch.read(&pattern.ids).read(&pattern.stored).size(pattern.capacity()).read(&gradient.data);
    launch.size(pattern.rows).size(gradient.row_length)
}

fn stride<D: Driver, V: Value, I: Index>(rows: &DeviceRowsMut<'_, D, V, I>) -> usize {
    match rows {
        DeviceRowsMut::Dense(dense) => dense.stride,
        DeviceRowsMut::RowSparse(stored) => stored.row_length,
    }
}

/// Ids, their number and capacity, data and stride.
fn state<'a, D: Driver, V: Value, I: Index>(launch: Launch<'a, D>, rows: DeviceRowsMut<'a, D, V, I>) -> Launch<'a, D> {
    match rows {
        DeviceRowsMut::Dense(DeviceDense { data, stride, .. }) => launch.null().null().size(0).write(data).size(*stride),
        DeviceRowsMut::RowSparse(DeviceRowSparse { pattern, data, row_length }) => {
            launch.read(&pattern.ids).read(&pattern.stored).size(pattern.capacity()).write(data).size(*row_length)
        }
    }
}

/// Rows that are looked at: those of the gradient, or all that the weight stores.
fn touched<D: Driver, V: Value, I: Index>(
    update: Update,
    gradient: &DeviceRowSparse<D, V, I>,
    weight: &DeviceRowsMut<'_, D, V, I>,
) -> usize {
    match (update, weight) {
        (Update::Lazy, _) => gradient.pattern.capacity(),
        (Update::Standard, DeviceRowsMut::Dense(dense)) => dense.rows,
        (Update::Standard, DeviceRowsMut::RowSparse(stored)) => stored.pattern.capacity(),
    }
}
