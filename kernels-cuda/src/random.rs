//! Random numbers: [`lacuna::random`] on a device.
use crate::check::Check;
use crate::driver::Driver;
use crate::{Buffer, Error, Gpu, entries};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::random::{BLOCK, Bernoulli, Distribution, ExpectedCounts, LogUniform, Normal, Repeated, Stream, Uniform};
use lacuna::{Index, Kernel, Value};

/// The blocks that `length` elements from `stream.first` on are in: a thread each.
fn threads(stream: Stream, length: usize) -> usize {
    if length == 0 { 0 } else { ((stream.first % BLOCK as u64) as usize + length).div_ceil(BLOCK) }
}

/// Random numbers between two bounds: [`lacuna::random::uniform`].
///
/// # Errors
/// [`KernelError::Parameter`](lacuna::KernelError::Parameter), with nothing begun; [`Error::Driver`].
pub fn uniform<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    stream: Stream,
    low: V,
    high: V,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    Uniform { low, high }.check()?;
    let (length, [low, high]) = (out.len(), [low, high].map(entries::Number));
    Ok(entries::uniform { stream: stream.into(), low, high, output: out, length }
        .on(gpu.driver())
        .run(threads(stream, length))?)
}

/// A value with a probability, else 0: [`lacuna::random::bernoulli`].
///
/// # Errors
/// [`KernelError::Parameter`](lacuna::KernelError::Parameter), with nothing begun; [`Error::Driver`].
pub fn bernoulli<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    stream: Stream,
    probability: V,
    value: V,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    Bernoulli { probability, value }.check()?;
    let (length, [probability, value]) = (out.len(), [probability, value].map(entries::Number));
    Ok(entries::bernoulli { stream: stream.into(), probability, value, output: out, length }
        .on(gpu.driver())
        .run(threads(stream, length))?)
}

/// Normally distributed numbers: [`lacuna::random::normal`].
///
/// # Errors
/// [`KernelError::Parameter`](lacuna::KernelError::Parameter), with nothing begun; [`Error::Driver`].
pub fn normal<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    stream: Stream,
    mean: V,
    deviation: V,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    Normal { mean, deviation }.check()?;
    let (length, [mean, deviation]) = (out.len(), [mean, deviation].map(entries::Number));
    Ok(entries::normal { stream: stream.into(), mean, deviation, output: out, length }
        .on(gpu.driver())
        .run(threads(stream, length))?)
}

/// Classes of the log-uniform distribution, and how often each is expected: [`lacuna::random::log_uniform`].
///
/// # Errors
/// Those of the kernel, with nothing begun; [`Error::Driver`].
pub fn log_uniform<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    stream: Stream,
    classes: usize,
    ids: &mut Buffer<D, I>,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    let length = ids.len();
    LogUniform::<V, I> { stream, classes, draws: 0, ids: &mut [], out: &mut [] }.check()?;
    expect(Operand::Output, 2, length, out.len())?;
    let entry = entries::log_uniform { stream: stream.into(), classes, ids, output: out, length };
    Ok(entry.on(gpu.driver()).run(threads(stream, length))?)
}

/// Checks whether counts can be computed for so many classes.
fn check_counts<V: Value, I: Index>(classes: usize, ids: usize, out: usize) -> Result<(), Error> {
    ExpectedCounts::<_, V, I> { count: Repeated, ids: &[], classes, tries: 0, out: &mut [] }.check()?;
    Ok(expect(Operand::Output, 2, ids, out)?)
}

/// How often classes are expected among draws with repetition: [`lacuna::random::expected_counts`].
///
/// # Errors
/// Those of the kernel, except for its ids, with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Ids`](lacuna::KernelError::Ids); then nothing is written.
pub fn expected_counts<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    ids: &Buffer<D, I>,
    classes: usize,
    tries: usize,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    let (driver, length) = (gpu.driver(), ids.len());
    check_counts::<V, I>(classes, length, out.len())?;
    let mut check = gpu.begin(&[Check::Ids { rows: classes }])?;
    entries::check_places { places: ids, length, below: classes, check: check.words(0) }.on(driver).run(length)?;
    let entry = entries::expected_counts { ids, classes, tries, output: out, length, checks: check.words(0) };
    Ok(entry.on(driver).run(length)?)
}

/// The same among draws without repetition: [`lacuna::random::expected_counts_unique`].
///
/// # Errors
/// As [`expected_counts`].
pub fn expected_counts_unique<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    ids: &Buffer<D, I>,
    classes: usize,
    tries: usize,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    let (driver, length) = (gpu.driver(), ids.len());
    check_counts::<V, I>(classes, length, out.len())?;
    let mut check = gpu.begin(&[Check::Ids { rows: classes }])?;
    entries::check_places { places: ids, length, below: classes, check: check.words(0) }.on(driver).run(length)?;
    let entry = entries::expected_counts_unique { ids, classes, tries, output: out, length, checks: check.words(0) };
    Ok(entry.on(driver).run(length)?)
}
