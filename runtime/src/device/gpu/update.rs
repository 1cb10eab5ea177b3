//! Optimizers on a device.
use crate::optimizer::{Optimizer, for_each_optimizer, optimizers_of_list};
use lacuna::Value;
use lacuna::call::{AnyOperand, Erase};
use lacuna_arrays::array::{Array, ArrayError, Dtype, rows_of};
use lacuna_arrays::device::gpu::Own;
use lacuna_arrays::device::gpu::stored::{Form, Kept, dense_mut, form};
use lacuna_cuda::{DeviceRows, optim};

/// One update of a dense weight.
pub fn update(
    own: &Own,
    optimizer: &Optimizer,
    step: u64,
    gradient: &Array,
    weight: &mut Array,
    states: &mut [Array],
) -> Result<(), ArrayError> {
    match weight.dtype() {
        Dtype::F64 => of::<f64>(own, optimizer, step, gradient, weight, states),
        _ => of::<f32>(own, optimizer, step, gradient, weight, states),
    }
}

fn of<V: Kept + Value>(
    own: &Own,
    optimizer: &Optimizer,
    step: u64,
    gradient: &Array,
    weight: &mut Array,
    states: &mut [Array],
) -> Result<(), ArrayError> {
    let Ok((_, rule)) = optimizer.at_step(step) else { return weight.expect_host(optimizer.name()) };
    let (rows, row_length) = rows_of(weight.shape())?;
    let every_row;
    let gradient = match form::<V>(gradient)? {
        Form::RowSparse(stored) => stored.into(),
        // A dense gradient is one that stores every row.
        Form::Dense(dense) => {
            every_row = own.all_rows(rows)?;
            DeviceRows::new(&every_row, row_length, dense.data())?
        }
        Form::Csr(_) => return Err(ArrayError::Unsupported { operation: "an update", stype: gradient.stype() }),
    };
    let gpu = &own.gpu;
    let weight = dense_mut::<V>(gpu, weight)?;
    let expected = optimizer.states().len();
    if states.len() != expected {
        return Err(ArrayError::Length { shape: vec![], expected, found: states.len() });
    }
    let wrong = || ArrayError::Length { shape: vec![], expected, found: 0 };
    let mut states = states.iter_mut();
    let mut rule = AnyOperand::Rule(rule.of_numbers(V::ELEMENT));
    macro_rules! launch {
        ($($Rule:ident $kernel:ident $own:tt [$($state:ident)*] [$($number:ident)*];)*) => {
            match optimizer {
                $(Optimizer::$Rule(_) => {
                    let hyper = lacuna::optim::$Rule::<V>::restore(&mut rule).ok_or_else(wrong)?;
                    optim::$kernel(
                        gpu, &hyper, gradient, weight.into(), $(launch!(@state $state),)* $(launch!(@state $number),)*
                    )?;
                })*
                Optimizer::Composed(_) => {}
            }
        };
        (@state $state:ident) => { dense_mut(gpu, states.next().ok_or_else(wrong)?)?.into() };
    }
    for_each_optimizer!(launch);
    Ok(())
}
