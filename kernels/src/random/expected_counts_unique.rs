use super::draw::Apart;
use super::log_uniform::{Powers, check_range, class};
use super::{BLOCK, Count, ExpectedCounts, Stream, block};
use crate::elementary::Elementary;
use crate::error::KernelError;
use crate::kernel::Kernel;
use crate::{Index, Value};

/// What has been drawn does not count again.
#[derive(Clone, Copy, Debug)]
pub struct Distinct;

impl Count for Distinct {
    #[inline(always)]
    fn of(self, share: f64, tries: f64) -> f64 {
        // The only class is in any try, and in none of none.
        let tries = if tries > 0.0 { tries } else { return 0.0 };
        -Elementary::exp_m1(tries * Elementary::ln_1p(-share))
    }
}

/// The structure call of [`expected_counts_unique`]: different classes of the [log-uniform
/// distribution](super::log_uniform()), ascending, as many as `ids` has room for. Gives the number of tries: elements
/// of the stream that it took, up to the first that completes the ids. They are those that
/// [`log_uniform`](super::log_uniform()) draws from the same stream.
///
/// For each id drawn it searches those drawn before, and moves those above: up to n^2 / 2 moves. Where nearly all
/// classes are asked for, the rarest take about `classes log(classes)` tries each.
///
/// - Source: MXNet `_sample_unique_zipfian`, whose ids stand in the order of drawing.
///
/// # Errors
/// [`KernelError::Parameter`] for no classes, [`KernelError::Index`] if the largest does not fit the index type,
/// [`KernelError::Range`] for more ids than there are classes; then nothing is written.
///
/// ```
/// use lacuna::random::{self, Stream};
/// let mut ids = [0_i32; 5];
/// let tries = random::log_uniform_unique(Stream::new(42, 0), 100, &mut ids)?;
/// assert!(ids.is_sorted_by(|id, next| id < next) && ids[4] < 100 && tries >= 5);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn log_uniform_unique<I: Index>(stream: Stream, classes: usize, ids: &mut [I]) -> Result<usize, KernelError> {
    check_range::<I>(classes)?;
    if ids.len() > classes {
        return Err(KernelError::Range { axis: 0, start: 0, end: ids.len(), length: classes });
    }
    let (powers, wanted) = (Powers::new(classes), ids.len());
    let (mut count, mut tries) = (0_usize, 0_usize);
    while count < wanted {
        let next = stream.after(tries as u64).first;
        let values = block(Apart(powers), stream, next / BLOCK as u64);
        for power in values.into_iter().skip((next % BLOCK as u64) as usize) {
            tries += 1;
            count += usize::from(insert(ids, count, I::from_usize(class(power, classes))));
            if count == wanted {
                break;
            }
        }
    }
    Ok(tries)
}

/// Writes an id among the first `count`, which ascend; false, if it is there already.
#[inline(always)]
fn insert<I: Index>(ids: &mut [I], count: usize, id: I) -> bool {
    let Some(first) = ids.get_mut(..=count) else { return false };
    let at = first.get(..count).map_or(0, |before| before.partition_point(|other| *other < id));
    if at < count && first.get(at) == Some(&id) {
        return false;
    }
    if let Some(moved) = first.get_mut(at..) {
        moved.rotate_right(1);
        if let Some(to) = moved.first_mut() {
            *to = id;
        }
    }
    true
}

/// `out[i] = -expm1(tries log1p(-p(ids[i])))`: the probability that a class is among those that [`log_uniform_unique`]
/// draws in so many tries, which is how often it is expected there.
/// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`.
///
/// - Shapes: `ids`, from 0 to below `classes`, in any order and repeated, and `out` slices of one length.
/// - Computed in `f64`, and rounded to the value type.
/// - Cost: two logarithms and an exponential function for each.
/// - Parts: any; [`ExpectedCounts`] [splits](crate::Split) them.
/// - Source: the log-uniform candidate sampler of TensorFlow, as MXNet's example of a large word language model takes
///   it.
///
/// # Errors
/// [`KernelError::Parameter`] for no classes, [`KernelError::Shape`], [`KernelError::Ids`] for the first id that is
/// none of the classes; then nothing is written.
///
/// ```
/// use lacuna::random::{self, Stream};
/// let (mut ids, mut counts) = ([0_i32; 4], [0.0_f64; 4]);
/// let tries = random::log_uniform_unique(Stream::new(1, 0), 1000, &mut ids)?;
/// random::expected_counts_unique(&ids, 1000, tries, &mut counts)?;
/// assert!(counts.iter().all(|&count| count > 0.0 && count < 1.0));
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "_sample_unique_zipfian")]
#[inline]
pub fn expected_counts_unique<V: Value, I: Index>(
    ids: &[I],
    classes: usize,
    tries: usize,
    out: &mut [V],
) -> Result<(), KernelError> {
    ExpectedCounts { count: Distinct, ids, classes, tries, out }.call()
}
