//! Casts of numbers to other types.
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::{Error, Gpu, entries};
use lacuna::Number;
use lacuna::cast::CastTo;
use lacuna::checks::expect;
use lacuna::error::Operand;

/// Numbers of a thread, as the entry has it.
const NUMBERS: usize = 4;

/// Each number in another type: [`lacuna::cast::cast`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun; [`Error::Driver`].
pub fn cast<D: Driver, A: CastTo<B>, B: Number>(
    gpu: &Gpu<D>,
    input: &Buffer<D, A>,
    out: &mut Buffer<D, B>,
) -> Result<(), Error> {
    expect(Operand::Output, 2, input.len(), out.len())?;
    let length = out.len();
    Ok(entries::cast { input, out, length }.on(gpu.driver()).run(length.div_ceil(NUMBERS))?)
}
