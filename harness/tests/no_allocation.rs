//! No kernel takes memory from the heap, nor does a training step once its arena has grown.
#![allow(clippy::unwrap_used)]

use lacuna::dispatch::{Level, force};
use lacuna::list::KERNELS;
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::rows::{PlanBuffers, plan_scratch};
use lacuna::{Csr, CsrMut, Dense, DenseMut, Error, RowSparse, RowSparseMut, cast, dot, rows};
use lacuna_harness::backend::{Backend, Cpu, Scalar};
use lacuna_harness::libsvm::{Batch, IndexBase, LibsvmOptions, LibsvmReader};
use lacuna_harness::train::{LinearModel, ProblemSize, Settings, Source, run_epoch, tutorial_problem};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the allocations of the threads that were given a counter: those of the test harness are none of ours.
struct Counting;

thread_local! {
    static COUNTER: Cell<Option<&'static AtomicUsize>> = const { Cell::new(None) };
}

fn count() {
    // A thread that ends has no counter any more.
    if let Ok(Some(counter)) = COUNTER.try_with(Cell::get) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

// SAFETY: every method hands its arguments, which the caller vouches for, to the system's allocator; counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A counter for this thread and those of a pool.
fn counter(pool: Option<&rayon::ThreadPool>) -> &'static AtomicUsize {
    let counter: &'static AtomicUsize = Box::leak(Box::default());
    COUNTER.set(Some(counter));
    if let Some(pool) = pool {
        pool.broadcast(|_| COUNTER.set(Some(counter)));
    }
    counter
}

/// The allocations that `work` makes.
fn allocations(counter: &AtomicUsize, work: impl FnOnce()) -> usize {
    let before = counter.load(Ordering::Relaxed);
    work();
    counter.load(Ordering::Relaxed) - before
}

const INDPTR: [i32; 4] = [0, 2, 2, 3];
const COLUMNS: [i32; 3] = [0, 3, 1];
const VALUES: [f32; 3] = [1.0, 2.0, 3.0];
const IDS: [i32; 2] = [0, 2];

/// [[1, 0, 0, 2, 0], [0, 0, 0, 0, 0], [0, 3, 0, 0, 0]]
fn csr() -> Result<Csr<'static, f32, i32>, Error> {
    Ok(Csr::new(3, 5, &INDPTR, &COLUMNS, &VALUES)?)
}

/// Rows 0 and 2 of 3.
fn row_sparse() -> Result<RowSparse<'static, f32, i32>, Error> {
    Ok(RowSparse::new(3, 2, &IDS, &[1.0, 2.0, 3.0, 4.0])?)
}

/// A structure call, on memory of the stack.
fn structure(name: &str, backend: &impl Backend) -> Result<(), Error> {
    let (mut ids, mut segments, mut of_rows, mut entries, mut scratch) = ([0; 3], [0; 4], [0; 3], [0; 3], [0; plan_scratch(3)]);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut of_rows, entries: &mut entries };
    let dense = Dense::new(2, 2, &[1.0_f32, 0.0, 2.0, 3.0])?;
    let (mut counts, mut of_dense) = ([0_i32; 2], [0_i32; 2]);
    match name {
        "transpose_plan" => drop(dot::transpose_plan(csr()?, 0..5, buffers, &mut scratch)?),
        "transpose_plan_row_sparse" => drop(dot::transpose_plan_row_sparse(csr()?, row_sparse()?, 0..5, buffers, &mut scratch)?),
        "dense_row_nnz" => backend.dense_row_nnz(dense, &mut counts)?,
        "accumulate_indptr" => drop(cast::accumulate_indptr(&mut [0, 1, 2])?),
        "dense_row_ids" => drop(backend.dense_row_ids(dense, 0, &mut of_dense)?),
        "retain_ids" => drop(rows::retain_ids(row_sparse()?, &[2])?),
        "coalesce_plan" => drop(rows::coalesce_plan(row_sparse()?, buffers, &mut scratch)?),
        "add_n_ids" => drop(rows::add_n_ids(&[row_sparse()?, row_sparse()?, row_sparse()?], &mut [0; 3], &mut ids)?),
        _ => panic!("{name} is a new structure call: add it here"),
    }
    Ok(())
}

/// A kernel on memory of the stack, with the structure call that it needs.
fn kernel(name: &str, backend: &impl Backend) -> Result<(), Error> {
    let (mut ids, mut segments, mut of_rows, mut entries, mut scratch) = ([0; 3], [0; 4], [0; 3], [0; 3], [0; plan_scratch(3)]);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut of_rows, entries: &mut entries };
    let scratch = &mut scratch;
    let (a, b) = (csr()?, row_sparse()?);
    let (factors, dense) = (&[0.5_f32; 10], Dense::new(2, 2, &[1.0_f32, 0.0, 2.0, 3.0])?);
    let (mut out, mut indices, mut indptr) = ([0.0_f32; 15], [0_i32; 4], [0_i32; 3]);
    let (mut weight, mut momentum) = ([0.0_f32; 6], [0.0_f32; 6]);
    let weight = DenseMut::new(3, 2, &mut weight)?.into();
    match name {
        "csr_dense" => backend.csr_dense(a, Dense::new(5, 2, factors)?, DenseMut::new(3, 2, &mut out)?)?,
        "csr_row_sparse" => {
            let right = RowSparse::new(5, 2, &IDS, &factors[..4])?;
            backend.csr_row_sparse(a, right, DenseMut::new(3, 2, &mut out)?)?;
        }
        "csr_t_dense" => {
            let plan = dot::transpose_plan(a, 0..5, buffers, scratch)?;
            let out = RowSparseMut::new(5, 2, plan.ids(), &mut out[..6])?;
            backend.csr_t_dense(&plan, a.values(), Dense::new(3, 2, factors)?, out)?;
        }
        "csr_t_dense_to_dense" => {
            let plan = dot::transpose_plan(a, 0..5, buffers, scratch)?;
            backend.csr_t_dense_to_dense(&plan, a.values(), Dense::new(3, 2, factors)?, DenseMut::new(5, 2, &mut out)?)?;
        }
        "csr_t_row_sparse" => {
            let plan = dot::transpose_plan_row_sparse(a, b, 0..5, buffers, scratch)?;
            let out = RowSparseMut::new(5, 2, plan.ids(), &mut out[..6])?;
            backend.csr_t_row_sparse(&plan, a.values(), b, out)?;
        }
        "dense_to_csr" => backend.dense_to_csr(dense, CsrMut::new(2, 2, &[0, 1, 3], &mut indices[..3], &mut out[..3])?)?,
        "dense_to_csr_one_pass" => drop(backend.dense_to_csr_one_pass(dense, &mut indptr, &mut indices, &mut out)?),
        "csr_to_dense" => backend.csr_to_dense(a, DenseMut::new(3, 5, &mut out)?)?,
        "dense_to_row_sparse" => backend.dense_to_row_sparse(dense, RowSparseMut::new(2, 2, &[0, 1], &mut out[..4])?)?,
        "row_sparse_to_dense" => backend.row_sparse_to_dense(b, DenseMut::new(3, 2, &mut out)?)?,
        "retain" => backend.retain(b, RowSparseMut::new(3, 2, rows::retain_ids(b, &[2])?, &mut out[..2])?)?,
        "coalesce" => {
            let repeated = RowSparse::trusted(3, 2, &[2, 0, 2], &factors[..6])?;
            let plan = rows::coalesce_plan(repeated, buffers, scratch)?;
            backend.coalesce(&plan, repeated, RowSparseMut::new(3, 2, plan.ids(), &mut out[..4])?)?;
        }
        "add_n" => backend.add_n(&[b, b, b], &mut [0; 3], RowSparseMut::new(3, 2, &IDS, &mut out[..4])?)?,
        "sgd" => backend.sgd(&Sgd::new(0.1), b, weight)?,
        "sgd_momentum" => backend.sgd_momentum(&SgdMomentum::new(0.1, 0.9), b, weight, DenseMut::new(3, 2, &mut momentum)?.into())?,
        _ => panic!("{name} is a new kernel: add it here"),
    }
    Ok(())
}

fn check_all(backend: &impl Backend, counter: &AtomicUsize) {
    let backend_name = backend.name();
    for listed in KERNELS {
        let run = || {
            listed.structure.iter().for_each(|name| structure(name, backend).unwrap());
            kernel(listed.name, backend).unwrap();
        };
        // The first call finds out the level.
        run();
        assert_eq!(allocations(counter, run), 0, "{}::{} on {backend_name}", listed.family, listed.name);
    }
}

#[test]
fn kernels_and_their_structure_calls_never_allocate() {
    let counter_here = counter(None);
    assert_eq!(allocations(counter_here, || drop(std::hint::black_box(Box::new(1)))), 1, "the counter counts");
    check_all(&Scalar, counter_here);
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        force(Some(level)).unwrap();
        check_all(&Cpu { threads: 1 }, counter_here);
    }
    force(None).unwrap();
    let pool = Cpu::pool(2).unwrap();
    let counter = counter(Some(&pool));
    pool.install(|| check_all(&Cpu { threads: 2 }, counter));
}

#[test]
fn step_after_warm_up_never_allocates() {
    let tutorial = (ProblemSize { rows: 1000, features: 100, density: 0.01 }, 1);
    // Batches large enough for several threads to share them, and a smaller one at the end.
    let large = (ProblemSize { rows: 2500, features: 3000, density: 0.02 }, 1000);
    for (size, batch_rows) in [tutorial, large] {
        for threads in [1, 2] {
            let pool = Cpu::pool(threads).unwrap();
            let counter = counter(Some(&pool));
            pool.install(|| {
                assert_eq!(allocations(counter, || drop(std::hint::black_box(Box::new(1)))), 1, "the counter counts");
                let all = tutorial_problem::<f32, i32>(0, size).unwrap();
                let mut source = Source::Memory { all, batch_rows, next: 0 };
                let mut model = LinearModel::new(size.features, 0).unwrap();
                let settings = Settings { features: size.features, batch_size: batch_rows, learning_rate: 0.01, ..Settings::default() };
                let (hyper, mut arena) = (settings.hyper().unwrap(), bumpalo::Bump::new());
                let mut epoch = |number| {
                    let report = run_epoch(number, &mut model, &hyper, &mut source, threads, &mut arena, |_| ()).unwrap();
                    assert!(report.mse.is_finite() && report.steps >= 3);
                };
                // The arena keeps its largest piece of memory, which may hold less than the largest step at first.
                (1..=3).for_each(&mut epoch);
                let made = allocations(counter, || (4..=8).for_each(&mut epoch));
                assert_eq!(made, 0, "{size:?} on {threads} threads");
            });
        }
    }
}

#[test]
fn reading_a_file_again_never_allocates() {
    let counter = counter(None);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/agaricus.train.libsvm");
    let options = LibsvmOptions { batch_rows: 32, base: IndexBase::One, features: Some(126), threads: 1, ..LibsvmOptions::default() };
    let reader = Box::new(LibsvmReader::open(path, &options).unwrap());
    let mut source = Source::<f32, i32>::File { reader, batch: Batch::new() };
    let mut model = LinearModel::new(126, 0).unwrap();
    let (hyper, mut arena) = (Settings { batch_size: 32, ..Settings::default() }.hyper().unwrap(), bumpalo::Bump::new());
    let mut epoch = |number| {
        let report = run_epoch(number, &mut model, &hyper, &mut source, 1, &mut arena, |_| ()).unwrap();
        assert_eq!(report.rows, 6513);
    };
    (1..=3).for_each(&mut epoch);
    assert_eq!(allocations(counter, || (4..=6).for_each(&mut epoch)), 0);
}
