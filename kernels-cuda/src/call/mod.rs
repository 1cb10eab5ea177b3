//! Calls whose types are known only when they run: [`lacuna::call`] on a device.
//!
//! A Rust program calls the function of a family. What learns the kernel from another language or from a file, makes
//! [`DeviceOperand`]s and calls [`run`]: that is the one place where the kernels are compiled for all types.
//!
//! A device needs no scratch: where the host's kernel takes values as scratch, none will do, and where it takes other
//! things, [`DeviceOperand::Scratch`]. Structure calls, and kernels whose results are made on the device, are functions
//! of their families.
//!
//! ```no_run
//! use lacuna::call::Operator;
//! use lacuna::{Csr, Dense, DenseMut};
//! use lacuna_cuda::call::{DeviceOperand, run};
//! use lacuna_cuda::{DeviceCsr, DeviceDense, Gpu};
//!
//! let gpu = Gpu::open(0)?;
//! let a = DeviceCsr::upload(&gpu, Csr::new(2, 3, &[0, 2, 2], &[0, 2], &[10.0, 2.0_f32])?)?;
//! let b = DeviceDense::upload(&gpu, Dense::new(3, 1, &[1.0, 2.0, 3.0])?)?;
//! let out = DeviceDense::zeros(&gpu, 2, 1)?;
//! let mut operands = [DeviceOperand::Csr(a), DeviceOperand::Dense(b), DeviceOperand::Dense(out)];
//! run(&gpu, Operator::csr_dense, &mut operands)?;
//! let mut result = [0.0; 2];
//! if let [.., DeviceOperand::Dense(out)] = &operands {
//!     out.download(&gpu, DenseMut::new(2, 1, &mut result)?)?;
//! }
//! assert_eq!(result, [16.0, 0.0]);
//! # Ok::<(), lacuna_cuda::Error>(())
//! ```
mod forms;
mod operand;

pub use operand::DeviceOperand;

use crate::driver::Driver;
use crate::{Error, Gpu};
use lacuna::call::{AnyRule, ElementType, Operator};
use lacuna::optim::Common;
use lacuna::{Index, Storage, Value};
use operand::lent;

/// A call without types does not fit its operator. Nothing was begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// There are too many operands, or too few.
    #[error("{operator:?} has {expected} operands, not {found}")]
    Count {
        /// The operator.
        operator: Operator,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An operand is of another kind than the operator takes.
    #[error("{name}, operand {operand} of {operator:?}, is of another kind")]
    Operand {
        /// The operator.
        operator: Operator,
        /// Which one, from 1.
        operand: usize,
        /// Its name.
        name: &'static str,
    },
    /// A device has no such call for these types.
    #[error("{operator:?} of {} and {} is no call of a device", value.name(), index.name())]
    Types {
        /// The operator.
        operator: Operator,
        /// The type of the values.
        value: ElementType,
        /// The type of the indices.
        index: ElementType,
    },
}

// Apart, for each of a thousand calls would have its own.
#[cold]
fn miscounted(operator: Operator, found: usize) -> Result<(), Error> {
    let expected = operator.row().map_or(0, |row| row.operands.len());
    Err(CallError::Count { operator, expected, found }.into())
}

#[cold]
fn misfit(operator: Operator, operand: usize) -> Result<(), Error> {
    let named = operator.row().and_then(|row| row.operands.get(operand - 1));
    Err(CallError::Operand { operator, operand, name: named.map_or("", |(name, _)| name) }.into())
}

/// Begins a kernel, unless an operand is not one of the operator.
type Begin<D, V, I> = fn(&Gpu<D>, &mut [DeviceOperand<'_, D, V, I>]) -> Result<(), Error>;

macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        fn function_of<D: Driver, V: Value, I: Index>(operator: Operator) -> Option<Begin<D, V, I>> {
            Some(match operator {
                $(Operator::$name => kernels! {
                    @begin $cut V $family $name ($($operand: $kind $(($($detail)*))?),*)
                },)*
                _ => return None,
            })
        }

        fn function_of_stored<D: Driver, V: Storage, I: Index>(operator: Operator) -> Option<Begin<D, V, I>> {
            Some(match operator {
                $(Operator::$name => kernels! {
                    @begin_stored $family $generics $cut V $family $name ($($operand: $kind $(($($detail)*))?),*)
                },)*
                _ => return None,
            })
        }

        /// The rule of an optimizer by its operator, of these hyper-parameters. `own` are those that it has for itself,
        /// in the order of its struct's fields. Nothing, if it has more or fewer, or if the operator is no optimizer.
        pub fn rule(operator: Operator, common: Common<f64>, own: &[f64]) -> Option<AnyRule> {
            let Common { learning_rate, weight_decay, rescale_gradient, clip_gradient, update } = common;
            match operator {
                $(Operator::$name => kernels! {
                    @rule [own learning_rate weight_decay rescale_gradient clip_gradient update] $($operand: $kind $(($($detail)*))?),*
                },)*
                _ => None,
            }
        }
    };
    // Those functions of numbers are there for values to compute with.
    (@begin_stored map $($rest:tt)*) => { return None };
    (@begin_stored $module:ident [S I] $($rest:tt)*) => { kernels! { @begin $($rest)* } };
    (@begin_stored $module:ident [N I] $($rest:tt)*) => { kernels! { @begin $($rest)* } };
    (@begin_stored $module:ident $generics:tt $($rest:tt)*) => { return None };
    (@begin parts $V:ident $family:ident $name:ident ($($operand:ident: $kind:ident $(($($detail:tt)*))?),*)) => {
        |gpu, operands| {
            let found = operands.len();
            let [$($operand),*] = operands else { return miscounted(Operator::$name, found) };
            let mut place = 0;
            $(
                place += 1;
                let Some($operand) = lent!($kind $(($($detail)*))? $operand $V) else {
                    return misfit(Operator::$name, place);
                };
            )*
            forms::$family::$name(gpu, $(lacuna::lent_operand!($operand $kind)),*)
        }
    };
    (@begin $cut:ident $($rest:tt)*) => { return None };
    (@rule [$numbers:ident $($common:ident)*] $hyper:ident: Rule($rule:ident [$($own:ident)*]) $($rest:tt)*) => {{
        let &[$($own),*] = $numbers else { return None };
        Some(lacuna::optim::$rule::<f64> { $($common,)* $($own),* }.into())
    }};
    (@rule $names:tt $($rest:tt)*) => { None };
}
lacuna::for_each_kernel!(kernels);

/// Whether [`run`] has an operator for these types.
#[must_use]
pub fn has<D: Driver, V: Value, I: Index>(operator: Operator) -> bool {
    function_of::<D, V, I>(operator).is_some()
}

/// Whether [`run_stored`] has one.
#[must_use]
pub fn has_stored<D: Driver, V: Storage, I: Index>(operator: Operator) -> bool {
    function_of_stored::<D, V, I>(operator).is_some()
}

/// Begins a kernel on values to compute with.
///
/// # Errors
/// [`Error::Call`] for other operands than the operator's, and for one that is not [there](has), with nothing begun;
/// and those of the function.
pub fn run<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    operator: Operator,
    operands: &mut [DeviceOperand<'_, D, V, I>],
) -> Result<(), Error> {
    let begin = function_of::<D, V, I>(operator);
    begin.ok_or(CallError::Types { operator, value: V::ELEMENT, index: I::ELEMENT })?(gpu, operands)
}

/// Begins a kernel that takes numbers of any [`Storage`].
///
/// # Errors
/// As [`run`].
pub fn run_stored<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    operator: Operator,
    operands: &mut [DeviceOperand<'_, D, V, I>],
) -> Result<(), Error> {
    let begin = function_of_stored::<D, V, I>(operator);
    begin.ok_or(CallError::Types { operator, value: V::ELEMENT, index: I::ELEMENT })?(gpu, operands)
}
