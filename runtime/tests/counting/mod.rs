//! An allocator that counts what chosen threads take: for tests of what must take nothing.
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the allocations of the threads that were given a counter: those of the test harness are none of ours.
struct Counting;

thread_local! {
    static COUNTER: Cell<Option<&'static AtomicUsize>> = const { Cell::new(None) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

fn count(bytes: usize) {
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(bytes)));
    // A thread that ends has no counter any more.
    if let Ok(Some(counter)) = COUNTER.try_with(Cell::get) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

// SAFETY: every method hands its arguments, which the caller vouches for, to the system's allocator; counting neither
// allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A counter for this thread and those of a pool.
pub fn counter(pool: Option<&rayon::ThreadPool>) -> &'static AtomicUsize {
    let counter: &'static AtomicUsize = Box::leak(Box::default());
    COUNTER.set(Some(counter));
    if let Some(pool) = pool {
        pool.broadcast(|_| COUNTER.set(Some(counter)));
    }
    counter
}

/// The allocations that `work` makes.
pub fn allocations(counter: &AtomicUsize, work: impl FnOnce()) -> usize {
    let before = counter.load(Ordering::Relaxed);
    work();
    counter.load(Ordering::Relaxed) - before
}

/// The bytes of the largest allocation that `work` makes on this thread.
#[allow(dead_code, reason = "not every test asks for it")]
pub fn largest(work: impl FnOnce()) -> usize {
    LARGEST.set(0);
    work();
    LARGEST.get()
}
