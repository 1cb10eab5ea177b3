//! A step allocates nothing, once a batch of its sizes has been there.
use super::some::{FEATURES, ITEMS, USERS, clicks, factorization, machine, scores};
use lacuna_runtime::array::Dtype;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: all is passed on to the system's allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's contract is the system's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract is the system's.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's contract is the system's.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn in_last(mut step: impl FnMut()) -> usize {
    let mut last = usize::MAX;
    for _ in 0..10 {
        let before = ALLOCATIONS.get();
        step();
        last = ALLOCATIONS.get() - before;
    }
    last
}

#[test]
fn a_step_of_known_sizes_allocates_nothing() {
    let (mut model, batch) = (machine(1), clicks(1, 64, FEATURES, Dtype::F32));
    assert_eq!(in_last(|| assert!(model.step(&batch).is_ok())), 0);
    assert_eq!(in_last(|| assert!(model.predict(&batch.data).is_ok())), 0);
    let (mut model, batch) = (factorization(1), scores(1, 64, USERS, ITEMS, Dtype::F32));
    assert_eq!(in_last(|| assert!(model.step(&batch).is_ok())), 0);
    assert_eq!(in_last(|| assert!(model.predict(&batch.data).is_ok())), 0);
}
