//! The choices among hyper-parameters, which name no arrays.
use crate::raw::{Memory, Refused};
use crate::types;
use lacuna::optim::Update;

/// The bound of clipping, if it is wanted, and the rows of an update.
#[inline(always)]
pub(crate) fn common(
    bound: f64,
    clips: u32,
    update: u32,
    memory: &mut Memory<'_>,
) -> Result<(Option<f64>, Update), Refused> {
    let clip_gradient = (memory.choice(clips, 1)? == 1).then_some(bound);
    let standard = memory.choice(update, types::Update::Standard as u32)? == types::Update::Standard as u32;
    Ok((clip_gradient, if standard { Update::Standard } else { Update::Lazy }))
}
