//! Learns, checks, and says so: the same text on every machine.
use crate::Hash;
use crate::learner::{Memory, epoch, predict};
use crate::problem::{COLUMNS, ENTRIES, EPOCHS, Float, OUTPUTS, ROWS, readings};
use crate::refusals::refusals;
use core::fmt::{self, Display, Formatter, Write};
use lacuna::Error;

/// Epochs whose loss is printed: the first, and each that is a multiple of this.
const PRINTED: u32 = 20;

/// Why the report ends early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// The text could not be written.
    Output,
    /// A kernel refused what it should do.
    Refused(Error),
    /// A kernel did what it should refuse.
    NotRefused { call: usize },
    /// Other bits than expected.
    Bits { what: &'static str, expected: Hash, found: Hash },
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output => f.write_str("the output could not be written"),
            Self::Refused(error) => error.fmt(f),
            Self::NotRefused { call } => write!(f, "wrong call {call} was not refused"),
            Self::Bits { what, expected, found } => write!(f, "{what}: hash {found}, expected {expected}"),
        }
    }
}

impl core::error::Error for Failure {}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

/// Learns in `f32` and in `f64`, writes what happens, and compares the bits of the results with the expected ones.
pub fn report(out: &mut impl Write, single: &mut Memory<f32>, double: &mut Memory<f64>) -> Result<(), Failure> {
    line(
        out,
        format_args!("{ROWS} readings of {COLUMNS} features, {ENTRIES} entries, {OUTPUTS} outputs; i32 indices"),
    )?;
    learn(out, single)?;
    learn(out, double)
}

fn learn<V: Float>(out: &mut impl Write, memory: &mut Memory<V>) -> Result<(), Failure> {
    let readings = readings::<V>()?;
    let digits = 2 * size_of::<V>();
    for number in 1..=EPOCHS {
        let loss = epoch(readings, memory)?;
        if number == 1 || number.is_multiple_of(PRINTED) {
            let (units, millionths) = (loss.millionths() / 1_000_000, loss.millionths() % 1_000_000);
            let bits = loss.bits();
            line(
                out,
                format_args!("{}: epoch {number}: loss {units}.{millionths:06}, bits {bits:0digits$x}", V::NAME),
            )?;
        }
    }
    predict(readings, memory)?;
    for (call, answer) in refusals(readings, memory).into_iter().enumerate() {
        match answer {
            Ok(()) => return Err(Failure::NotRefused { call }),
            Err(error) => line(out, format_args!("{}: refused: {error}", V::NAME))?,
        }
    }
    // After the refusals, which must not have written anything.
    let (weights, predictions) = V::EXPECTED;
    for (what, values, expected) in
        [("weights", &memory.weights[..], weights), ("predictions", &memory.predictions, predictions)]
    {
        let found = Hash::of(values);
        line(out, format_args!("{}: {what}: hash {found}", V::NAME))?;
        if found != expected {
            return Err(Failure::Bits { what, expected, found });
        }
    }
    Ok(())
}

fn line(out: &mut impl Write, text: fmt::Arguments<'_>) -> Result<(), Failure> {
    out.write_fmt(text).and_then(|()| out.write_char('\n')).map_err(|fmt::Error| Failure::Output)
}
