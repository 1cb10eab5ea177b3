//! Where the answer of a call goes.
use super::drive::each;
use super::memory::slice_mut;
use super::take::{Take, Takes};
use super::{Place, Types, with_index};
use crate::types;
use core::ffi::c_void;
use lacuna::Index;
use lacuna::call::Answer;
use lacuna::segments::PlanBuffers;

/// The arrays in which a call leaves what its answer is about. The structs that name them lie apart from all that is
/// written.
struct Found([(*mut c_void, usize); 4]);

impl Found {
    /// # Safety
    /// As [`drive`](super::drive::drive); all arguments have been declared.
    unsafe fn of(takes: &Takes, words: &[*const ()]) -> Self {
        let (mut arrays, mut count) = ([(core::ptr::null_mut(), 0); 4], 0);
        for (kind, (pointer, _)) in each(takes, words) {
            match kind {
                Take::PlanBuffers => {
                    // SAFETY: declared.
                    let buffers = unsafe { *pointer.cast::<types::PlanBuffers>() };
                    arrays = [
                        (buffers.ids, buffers.ids_length),
                        (buffers.segments, buffers.segments_length),
                        (buffers.rows, buffers.rows_length),
                        (buffers.entries, buffers.entries_length),
                    ];
                }
                Take::IndicesMut => {
                    if let Some(place) = arrays.get_mut(count) {
                        // SAFETY: declared.
                        let list = unsafe { *pointer.cast::<types::ArrayMut>() };
                        *place = (list.data, list.length);
                        count += 1;
                    }
                }
                _ => {}
            }
        }
        Self(arrays)
    }

    /// # Safety
    /// They are of this type, the call is over, and the contract of [`raw`](super).
    unsafe fn slices<'a, I: Index>(self) -> [&'a mut [I]; 4] {
        // SAFETY: passed on: declared, and apart from each other.
        self.0.map(|(pointer, length)| unsafe { slice_mut(pointer, length) })
    }
}

/// Writes an answer to its place.
///
/// # Safety
/// As [`drive`](super::drive::drive); all arguments have been declared, and nothing refers to the call's arrays any more.
pub(super) unsafe fn give(answer: Answer, takes: &Takes, words: &[*const ()], types: Types) {
    let outs = each(takes, words)
        .find(|(kind, _)| matches!(kind, Take::SizeOut | Take::PlanOut | Take::BlockEndsOut | Take::SellPlanOut));
    let Some((kind, (to, _))) = outs else { return };
    if let Take::SizeOut = kind {
        // SAFETY: declared.
        return unsafe { Place(to.cast::<usize>().cast_mut()).set(answer.size()) };
    }
    // SAFETY: passed on.
    let found = unsafe { Found::of(takes, words) };
    // SAFETY: passed on.
    with_index!(types, (), I => unsafe { give_plan::<I>(answer, kind, to, found.slices()) });
}

/// # Safety
/// As [`give`]; the pointer is that of the answer.
unsafe fn give_plan<I: Index>(
    answer: Answer,
    kind: Take,
    to: *const (),
    [first, second, third, fourth]: [&mut [I]; 4],
) {
    match kind {
        Take::PlanOut => {
            if let Some(plan) = answer.plan(PlanBuffers { ids: first, segments: second, rows: third, entries: fourth })
            {
                // SAFETY: declared.
                unsafe { Place(to.cast::<types::Plan>().cast_mut()).set(plan.into()) };
            }
        }
        Take::BlockEndsOut => {
            if let Some(ends) = answer.block_ends(first, second) {
                // SAFETY: declared.
                unsafe { Place(to.cast::<types::BlockEnds>().cast_mut()).set(ends.into()) };
            }
        }
        _ => {
            if let Some(plan) = answer.sell_plan(first) {
                // SAFETY: declared.
                unsafe { Place(to.cast::<types::SellPlan>().cast_mut()).set(plan.into()) };
            }
        }
    }
}
