//! Losses and their gradients: [`lacuna::loss`] on a device.
use crate::array::{DeviceCsr, DeviceDense};
use crate::check::Check;
use crate::driver::Driver;
use crate::elements::functions;
use crate::gpu::Begun;
use crate::launch::Groups;
use crate::{Buffer, Error, Gpu, entries};
use lacuna::checks::{batch, check_batch, expect, lengths_of_samples, shapes_of_function};
use lacuna::error::Operand;
use lacuna::order::LANES;
use lacuna::{Index, Value};

macro_rules! all {
    ({} optim $rules:tt map $map:tt binary $binary:tt loss { $($functions:tt)* }) => {
        functions! { loss $($functions)* }
    };
}
for_each_member! { all }

/// Columns of a row that a warp fills before another one does.
const PIECE: usize = 1024;

/// Refuses an output that is not of the shape of an input.
fn check_shape<D: Driver, V>(input: &DeviceDense<D, V>, out: &DeviceDense<D, V>) -> Result<(), Error> {
    expect(Operand::Output, 0, input.rows, out.rows)?;
    Ok(expect(Operand::Output, 1, input.columns, out.columns)?)
}

/// The gradient of a regression, with a csr of labels: [`lacuna::loss::csr_regression_gradient`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn csr_regression_gradient<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    result: &DeviceDense<D, V>,
    label: &DeviceCsr<D, V, I>,
    scale: V,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Right, 0, result.rows, label.rows)?;
    expect(Operand::Right, 1, result.columns, label.columns)?;
    check_shape(result, out)?;
    let entry = entries::csr_regression_gradient {
        result: result.into(),
        label: label.into(),
        scale: entries::Number(scale),
        out: out.into(),
    };
    Ok(entry.on(gpu.driver()).run_groups(result.rows, Groups::warp(result.columns, PIECE))?)
}

/// A launch function for each function of rows.
macro_rules! functions_of_rows {
    ($($name:ident $Function:ident ($($operand:ident),*) $doc:literal;)*) => {$(
        #[doc = concat!($doc, ": [`lacuna::loss::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
        pub fn $name<D: Driver, V: Value>(
            gpu: &Gpu<D>, $($operand: &DeviceDense<D, V>,)* out: &mut DeviceDense<D, V>
        ) -> Result<(), Error> {
            let shapes = [$([$operand.rows, $operand.columns]),*];
            shapes_of_function::<V, _, _>(&lacuna::loss::$Function, shapes, [out.rows, out.columns])?;
            let rows = if out.columns == 0 { 0 } else { out.rows };
            let entry = entries::$name { $($operand: $operand.into(),)* out: out.into() };
            Ok(entry.on(gpu.driver()).run(rows.saturating_mul(LANES))?)
        }
    )*};
}
functions_of_rows! {
    softmax Softmax (logits) "The probabilities of each row";
    softmax_backward SoftmaxBackward (gradient, result) "The gradient of [`softmax`]";
    log_softmax LogSoftmax (logits) "Logarithms of the probabilities of each row";
    log_softmax_backward LogSoftmaxBackward (gradient, result) "The gradient of [`log_softmax`]";
}

/// The probabilities of each column of each element of the batch: [`lacuna::loss::softmax_columns`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn softmax_columns<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    logits: &DeviceDense<D, V>,
    classes: usize,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    shapes_of_function::<V, _, _>(&lacuna::loss::Softmax, [[logits.rows, logits.columns]], [out.rows, out.columns])?;
    check_batch(logits.rows, classes)?;
    let (elements, groups) = batch_of(logits, classes);
    let entry =
        entries::softmax_columns { logits: logits.into(), classes, elements, out: out.into(), groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(elements, groups)?)
}

/// The elements of a batch that have numbers, and how their columns are spread.
fn batch_of<D: Driver, V: Value>(input: &DeviceDense<D, V>, classes: usize) -> (usize, Groups) {
    let elements = if input.columns == 0 { 0 } else { batch(input.rows, classes) };
    (elements, Groups::single(input.columns))
}

/// Begins a check of the labels of so many rows or columns.
fn check_labels<'g, D: Driver, I: Index>(
    gpu: &'g Gpu<D>,
    [rows, classes]: [usize; 2],
    labels: &Buffer<D, I>,
    ignore: usize,
) -> Result<Begun<'g, D>, Error> {
    let length = labels.len();
    expect(Operand::Ids, 2, rows, length)?;
    let mut check = gpu.begin(&[Check::Ids { rows: classes }])?;
    entries::check_labels { labels, length, classes, ignore, check: check.words(0) }.on(gpu.driver()).run(length)?;
    Ok(check)
}

/// The cross entropy of each row with its label: [`lacuna::loss::softmax_cross_entropy`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Ids`](lacuna::KernelError::Ids); then nothing is written.
pub fn softmax_cross_entropy<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    logits: &DeviceDense<D, V>,
    labels: &Buffer<D, I>,
    ignore: usize,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 2, logits.rows, out.len())?;
    let mut check = check_labels(gpu, [logits.rows, logits.columns], labels, ignore)?;
    let entry = entries::softmax_cross_entropy { logits: logits.into(), labels, ignore, out, check: check.words(0) };
    Ok(entry.on(gpu.driver()).run(logits.rows.saturating_mul(LANES))?)
}

/// Its gradient: [`lacuna::loss::softmax_cross_entropy_gradient`].
///
/// # Errors
/// As [`softmax_cross_entropy()`].
pub fn softmax_cross_entropy_gradient<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    logits: &DeviceDense<D, V>,
    labels: &Buffer<D, I>,
    ignore: usize,
    scale: V,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    check_shape(logits, out)?;
    let mut check = check_labels(gpu, [logits.rows, logits.columns], labels, ignore)?;
    let (scale, check) = (entries::Number(scale), check.words(0));
    let entry = entries::softmax_cross_entropy_gradient {
        logits: logits.into(),
        labels,
        ignore,
        scale,
        out: out.into(),
        check,
    };
    // Refused labels are reported even where rows have no elements.
    Ok(entry.on(gpu.driver()).run(logits.rows.saturating_mul(LANES))?)
}

/// The same from probabilities: [`lacuna::loss::softmax_output_gradient`].
///
/// # Errors
/// As [`softmax_cross_entropy()`].
pub fn softmax_output_gradient<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    probabilities: &DeviceDense<D, V>,
    labels: &Buffer<D, I>,
    ignore: usize,
    smooth_alpha: V,
    scale: V,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    check_shape(probabilities, out)?;
    let mut check = check_labels(gpu, [probabilities.rows, probabilities.columns], labels, ignore)?;
    let ([smooth_alpha, scale], check) = ([smooth_alpha, scale].map(entries::Number), check.words(0));
    let entry = entries::softmax_output_gradient {
        probabilities: probabilities.into(),
        labels,
        ignore,
        smooth_alpha,
        scale,
        out: out.into(),
        check,
    };
    Ok(entry.on(gpu.driver()).run(probabilities.rows.saturating_mul(LANES))?)
}

/// The same of columns: [`lacuna::loss::softmax_output_gradient_columns`].
///
/// # Errors
/// As [`softmax_cross_entropy()`].
pub fn softmax_output_gradient_columns<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    probabilities: &DeviceDense<D, V>,
    labels: &Buffer<D, I>,
    classes: usize,
    ignore: usize,
    smooth_alpha: V,
    scale: V,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    check_shape(probabilities, out)?;
    check_batch(probabilities.rows, classes)?;
    let positions = batch(probabilities.rows, classes).saturating_mul(probabilities.columns);
    let mut check = check_labels(gpu, [positions, classes], labels, ignore)?;
    let (elements, groups) = batch_of(probabilities, classes);
    let ([smooth_alpha, scale], check) = ([smooth_alpha, scale].map(entries::Number), check.words(0));
    let entry = entries::softmax_output_gradient_columns {
        probabilities: probabilities.into(),
        labels,
        classes,
        elements,
        ignore,
        smooth_alpha,
        scale,
        out: out.into(),
        groups: groups.into(),
        check,
    };
    Ok(entry.on(gpu.driver()).run_groups(elements, groups)?)
}

/// The cross entropy of each row's label among noise, with its gradients: [`lacuna::loss::sampled_softmax`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn sampled_softmax<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    true_logits: &Buffer<D, V>,
    noise_logits: &DeviceDense<D, V>,
    true_counts: &Buffer<D, V>,
    noise_counts: &Buffer<D, V>,
    labels: &Buffer<D, I>,
    noise: &Buffer<D, I>,
    weights: &Buffer<D, V>,
    losses: &mut Buffer<D, V>,
    true_gradient: &mut Buffer<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    let lengths = [true_counts.len(), weights.len(), labels.len(), losses.len(), true_gradient.len()];
    let rows = noise_logits.rows;
    lengths_of_samples([rows, noise_logits.columns], true_logits.len(), lengths, [noise_counts.len(), noise.len()])?;
    check_shape(noise_logits, out)?;
    let (noise_logits, out) = (noise_logits.into(), out.into());
    let entry = entries::sampled_softmax {
        true_logits,
        noise_logits,
        true_counts,
        noise_counts,
        labels,
        noise,
        weights,
        losses,
        true_gradient,
        out,
    };
    Ok(entry.on(gpu.driver()).run(rows.saturating_mul(LANES))?)
}
