//! The launcher on the interpreter of PTX: the refusals of the CPU, broken trust, and how much a training step waits.
use lacuna::error::{IndexFault, Operand};
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::rows::PlanBuffers;
use lacuna::{Csr, CsrMut, Dense, DenseMut, KernelError, RowSparse, RowSparseMut, RowsMut};
use lacuna_cuda::driver::{Argument, Driver, DriverError, Grid};
use lacuna_cuda::{DeviceCsr, DeviceDense, DeviceRowSparse, Error, Gpu, Pinned, cast, dot, optim, rows};
use lacuna_harness::backend::{Backend, OnDevice, PtxVm, Scalar, Structure};
use std::cell::Cell;

type Device = OnDevice<PtxVm>;

fn device() -> Device {
    OnDevice::new("ptx-vm", PtxVm::new(2).unwrap()).unwrap()
}

/// What a call gives on the CPU and on the device.
macro_rules! same {
    ($expected:expr, |$backend:ident| $call:expr) => {{
        let expected = $expected;
        {
            let $backend = &Scalar;
            assert_eq!($call, expected, "CPU");
        }
        let device = device();
        let found = {
            let $backend = &device;
            $call
        };
        assert_eq!((device.take_fault(), found), (None, expected), "device");
    }};
}

fn shape<T>(operand: Operand, axis: u8, expected: usize, found: usize) -> Result<T, KernelError> {
    Err(KernelError::Shape { operand, axis, expected, found })
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let a = Csr::new(2, 3, &[0, 1, 2], &[0, 2], &[1.0_f32, 2.0]).unwrap();
    let narrow = Dense::new(2, 2, &[0.0; 4]).unwrap();
    let b = Dense::new(3, 2, &[0.0; 6]).unwrap();
    let stored = RowSparse::new(2, 2, &[1], &[1.0, 2.0]).unwrap();
    same!(shape(Operand::Right, 0, 3, 2), |k| k.csr_dense(a, narrow, DenseMut::new(2, 2, &mut [0.0; 4]).unwrap()));
    same!(shape(Operand::Output, 0, 2, 1), |k| k.csr_dense(a, b, DenseMut::new(1, 2, &mut [0.0; 2]).unwrap()));
    same!(shape(Operand::Output, 1, 2, 1), |k| k.csr_dense(a, b, DenseMut::new(2, 1, &mut [0.0; 2]).unwrap()));
    same!(shape(Operand::Right, 0, 3, 2), |k| k.csr_row_sparse(a, stored, DenseMut::new(2, 2, &mut [0.0; 4]).unwrap()));
    same!(shape(Operand::Output, 1, 3, 2), |k| k.csr_to_dense(a, DenseMut::new(2, 2, &mut [0.0; 4]).unwrap()));
    same!(shape(Operand::Output, 0, 2, 3), |k| k.row_sparse_to_dense(stored, DenseMut::new(3, 2, &mut [0.0; 6]).unwrap()));
    same!(shape(Operand::Output, 0, 2, 3), |k| k.retain(stored, RowSparseMut::new(3, 2, &[1], &mut [0.0; 2]).unwrap()));
    same!(shape(Operand::Output, 1, 2, 1), |k| k.dense_to_row_sparse(narrow, RowSparseMut::new(2, 1, &[1], &mut [0.0]).unwrap()));
    same!(shape(Operand::Input, 1, 1, 2), |k| k.add_n(&[stored], &mut [0], RowSparseMut::new(2, 1, &[1], &mut [0.0]).unwrap()));
    same!(shape(Operand::Weight, 0, 2, 3), |k| k.sgd(&Sgd::new(0.5), stored, DenseMut::new(3, 2, &mut [0.0; 6]).unwrap().into()));
}

#[test]
fn patterns_that_do_not_fit_are_refused() {
    let dense = Dense::new(3, 3, &[1.0_f64, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 4.0, 5.0]).unwrap();
    // Row 0 has room for one entry only, row 2 for four.
    same!(Err(KernelError::Pattern { row: 0, expected: 2, found: 1 }), |k| k
        .dense_to_csr(dense, CsrMut::new(3, 3, &[0_i64, 1, 1, 5], &mut [0; 5], &mut [0.0; 5]).unwrap()));

    let (left, right) = (RowSparse::new(9, 1, &[1, 4], &[1.0_f32, 2.0]).unwrap(), RowSparse::new(9, 1, &[4, 6], &[3.0, 4.0]).unwrap());
    for (ids, row, expected, found) in [
        (&[1, 4][..], 2, 6, usize::MAX),
        (&[1, 4, 6, 8], 3, usize::MAX, 8),
        (&[1, 5, 6], 1, 4, 5),
        (&[0, 1, 4, 6], 0, 1, 0),
        (&[], 0, 1, usize::MAX),
    ] {
        let mut data = vec![9.0; ids.len()];
        same!(Err(KernelError::Pattern { row, expected, found }), |k| k.add_n(
            &[left, right],
            &mut [0; 2],
            RowSparseMut::new(9, 1, ids, &mut data).unwrap()
        ));
        assert!(data.iter().all(|&value| value == 9.0), "nothing is written");
    }
}

#[test]
fn rows_that_are_not_stored_are_refused() {
    let gradient = RowSparse::new(9, 2, &[1, 4, 7], &[1.0_f32; 6]).unwrap();
    let missing = |operand, row| Err(KernelError::MissingRow { operand, row });
    let mut weight = [2.0; 4];
    let hyper = Sgd::new(0.5);
    same!(missing(Operand::Weight, 1), |k| k.sgd(&hyper, gradient, RowSparseMut::new(9, 2, &[4, 7], &mut weight).unwrap().into()));
    same!(missing(Operand::Weight, 4), |k| k.sgd(&hyper, gradient, RowSparseMut::new(9, 2, &[1, 7], &mut weight).unwrap().into()));
    assert_eq!(weight, [2.0; 4]);

    let (mut weight, mut momentum) = ([2.0; 8], [3.0; 8]);
    let lazy = SgdMomentum::new(0.5, 0.9);
    let standard = SgdMomentum { sgd: Sgd { update: Update::Standard, ..lazy.sgd }, ..lazy };
    let mut refused = |hyper: SgdMomentum<f32>, weight_ids: &[i32], momentum_ids: &[i32], expected: Result<(), KernelError>| {
        same!(expected, |k| k.sgd_momentum(
            &hyper,
            gradient,
            RowSparseMut::new(9, 2, weight_ids, &mut weight[..2 * weight_ids.len()]).unwrap().into(),
            RowSparseMut::new(9, 2, momentum_ids, &mut momentum[..2 * momentum_ids.len()]).unwrap().into(),
        ));
        assert_eq!((weight, momentum), ([2.0; 8], [3.0; 8]), "nothing is written");
    };
    refused(lazy, &[1, 4], &[1, 4, 7], missing(Operand::Weight, 7));
    refused(lazy, &[1, 4, 7], &[1, 7], missing(Operand::Momentum, 4));
    refused(standard, &[1, 4, 5, 7], &[1, 4, 7], missing(Operand::Momentum, 5));
    refused(standard, &[1, 4, 7], &[1, 4, 7, 8], missing(Operand::Weight, 8));

    // A dense weight with a momentum that stores some rows: a standard update would have to write the others.
    let (mut dense, mut momentum) = ([2.0; 18], [3.0; 6]);
    same!(missing(Operand::Momentum, 0), |k| k.sgd_momentum(
        &standard,
        gradient,
        DenseMut::new(9, 2, &mut dense).unwrap().into(),
        RowSparseMut::new(9, 2, &[1, 4, 7], &mut momentum).unwrap().into(),
    ));
    assert_eq!((dense, momentum), ([2.0; 18], [3.0; 6]));
}

#[test]
fn ids_out_of_order_or_range_are_refused() {
    let data = RowSparse::new(9, 1, &[1, 4], &[1.0_f32, 2.0]).unwrap();
    for (ids, entry, fault, expected, found) in [
        (&[0, -2, 5][..], 1, IndexFault::Negative, 0, -2),
        (&[0, 5, 9], 2, IndexFault::TooLarge, 9, 9),
        (&[0, 5, 5, 20], 2, IndexFault::NotAscending, 5, 5),
        (&[3, 1], 1, IndexFault::NotAscending, 3, 1),
    ] {
        let refusal: Result<&[i32], _> = Err(KernelError::Ids { entry, fault, expected, found });
        same!(refusal, |k| k.retain_ids(data, ids));
    }
    same!(Ok(&[0, 8][..]), |k| k.retain_ids(data, &[0, 8]));
    let empty = RowSparse::new(9, 1, &[], &[0.0_f32; 0]).unwrap();
    same!(Ok(&[][..]), |k| k.retain_ids(empty, &[0, 8]));

    for (ids, entry, fault, expected, found) in
        [([4, 1, -1, 9], 2, IndexFault::Negative, 0, -1), ([4, 1, 9, -1], 2, IndexFault::TooLarge, 9, 9)]
    {
        let rows = RowSparse::trusted(9, 1, &ids, &[0.0_f64; 4]).unwrap();
        same!(Err(KernelError::Ids { entry, fault, expected, found }), |k| {
            let (mut ids, mut segments, mut rows_of, mut entries) = ([0_i64; 4], [0; 5], [0; 4], [0; 4]);
            let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
            k.coalesce_plan(rows, buffers, &mut [0; 8]).map(|plan| plan.terms())
        });
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let dense = Dense::new(2, 3, &[1.0_f32, 0.0, 2.0, 0.0, 3.0, 4.0]).unwrap();
    same!(Err(KernelError::Capacity { operand: Operand::Output, needed: 4, found: 3 }), |k| k.dense_to_csr_one_pass(
        dense,
        &mut [0_i32; 3],
        &mut [0; 3],
        &mut [0.0; 3]
    ));
    same!(Ok(4), |k| k.dense_to_csr_one_pass(dense, &mut [0_i32; 3], &mut [0; 4], &mut [0.0; 9]));
    same!(Err(KernelError::Capacity { operand: Operand::Ids, needed: 2, found: 1 }), |k| k.dense_row_ids(dense, 0, &mut [0_i64]));
    // The total passes the largest index in its third element.
    let counts = [i32::MAX - 1, 1, 1, i32::MAX];
    let needed = i32::MAX as usize + 1;
    same!(Err(KernelError::Capacity { operand: Operand::Indptr, needed, found: i32::MAX as usize }), |k| {
        k.accumulate_indptr(&mut counts.clone())
    });
}

/// The first refusal is reported, and the calls after it were carried out.
#[test]
fn a_refused_call_does_not_stop_the_next() {
    let gpu = Gpu::new(PtxVm::new(1).unwrap()).unwrap();
    let gradient = DeviceRowSparse::upload(&gpu, RowSparse::new(3, 1, &[1], &[1.0_f32]).unwrap()).unwrap();
    let mut weight = DeviceRowSparse::upload(&gpu, RowSparse::new(3, 1, &[2], &[5.0_f32]).unwrap()).unwrap();
    let mut dense = DeviceDense::upload(&gpu, Dense::new(3, 1, &[5.0_f32; 3]).unwrap()).unwrap();
    // More calls than there are checks at a time.
    for _ in 0..300 {
        optim::sgd(&gpu, &Sgd::new(1.0), &gradient, (&mut weight).into()).unwrap();
    }
    optim::sgd(&gpu, &Sgd::new(1.0), &gradient, (&mut dense).into()).unwrap();
    assert_eq!(gpu.finish(), Err(Error::Kernel(KernelError::MissingRow { operand: Operand::Weight, row: 1 })));
    assert_eq!(gpu.finish(), Ok(()));
    let mut out = [0.0; 3];
    dense.download(&gpu, DenseMut::new(3, 1, &mut out).unwrap()).unwrap();
    assert_eq!((out, weight.download(&gpu).unwrap().data), ([5.0, 4.0, 5.0], vec![5.0]));
}

/// Counts what a host waits for.
struct Watched {
    driver: PtxVm,
    waits: Cell<usize>,
}

impl Driver for Watched {
    type Memory = <PtxVm as Driver>::Memory;
    type Pinned = <PtxVm as Driver>::Pinned;

    fn name(&self) -> String {
        self.driver.name()
    }
    fn allocate(&self, bytes: usize) -> Result<Self::Memory, DriverError> {
        self.driver.allocate(bytes)
    }
    fn fill(&self, memory: &mut Self::Memory, start: usize, bytes: usize, value: u8) -> Result<(), DriverError> {
        self.driver.fill(memory, start, bytes, value)
    }
    fn upload(&self, from: &[u8], to: &mut Self::Memory) -> Result<(), DriverError> {
        self.waits.set(self.waits.get() + 1);
        self.driver.upload(from, to)
    }
    fn download(&self, from: &Self::Memory, start: usize, to: &mut [u8]) -> Result<(), DriverError> {
        self.waits.set(self.waits.get() + 1);
        self.driver.download(from, start, to)
    }
    fn copy(&self, from: &Self::Memory, to: &mut Self::Memory, bytes: usize) -> Result<(), DriverError> {
        self.driver.copy(from, to, bytes)
    }
    fn allocate_pinned(&self, bytes: usize) -> Result<Self::Pinned, DriverError> {
        self.driver.allocate_pinned(bytes)
    }
    fn pinned<'p>(&self, memory: &'p Self::Pinned) -> Result<&'p [u8], DriverError> {
        self.waits.set(self.waits.get() + 1);
        self.driver.pinned(memory)
    }
    fn pinned_mut<'p>(&self, memory: &'p mut Self::Pinned) -> Result<&'p mut [u8], DriverError> {
        self.waits.set(self.waits.get() + 1);
        self.driver.pinned_mut(memory)
    }
    fn upload_pinned(&self, from: &Self::Pinned, to: &mut Self::Memory) -> Result<(), DriverError> {
        self.driver.upload_pinned(from, to)
    }
    fn download_pinned(&self, from: &Self::Memory, to: &mut Self::Pinned) -> Result<(), DriverError> {
        self.driver.download_pinned(from, to)
    }
    fn address(&self, memory: &Self::Memory) -> u64 {
        self.driver.address(memory)
    }
    unsafe fn launch(
        &self,
        entry: &str,
        grid: Grid,
        arguments: &mut [Argument<'_, Self::Memory>],
        others: &[&Self::Memory],
    ) -> Result<(), DriverError> {
        // SAFETY: what holds for this holds for it.
        unsafe { self.driver.launch(entry, grid, arguments, others) }
    }
    fn synchronize(&self) -> Result<(), DriverError> {
        self.waits.set(self.waits.get() + 1);
        self.driver.synchronize()
    }
}

/// Forward, backward and update, with every structure call in between: the host waits for nothing.
#[test]
fn a_training_step_waits_for_nothing() {
    let gpu = Gpu::new(Watched { driver: PtxVm::new(1).unwrap(), waits: Cell::new(0) }).unwrap();
    let a = DeviceCsr::upload(&gpu, Csr::new(2, 4, &[0, 2, 3], &[0, 2, 2], &[1.0_f64, 2.0, 3.0]).unwrap()).unwrap();
    let dense = DeviceDense::upload(&gpu, Dense::new(2, 4, &[1.0_f64, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 0.0]).unwrap()).unwrap();
    let mut weight = DeviceDense::upload(&gpu, Dense::new(4, 1, &[1.0_f64; 4]).unwrap()).unwrap();
    let mut output = DeviceDense::zeros(&gpu, 2, 1).unwrap();
    let before = gpu.driver().waits.get();

    let again = cast::dense_to_csr_one_pass::<_, _, i32>(&gpu, &dense, 8).unwrap();
    dot::csr_dense(&gpu, &again, &weight, &mut output).unwrap();
    let plan = dot::transpose_plan(&gpu, &a).unwrap();
    let mut gradient = DeviceRowSparse::zeros(&gpu, plan.pattern(), 1).unwrap();
    dot::csr_t_dense(&gpu, &plan, a.values(), &output, &mut gradient).unwrap();
    let rows = cast::dense_row_ids::<_, f64, i32>(&gpu, &weight).unwrap();
    let mut kept = DeviceRowSparse::zeros(&gpu, &rows::retain_ids(&gpu, &gradient, gradient.pattern()).unwrap(), 1).unwrap();
    rows::retain(&gpu, &gradient, &mut kept).unwrap();
    let mut stored = DeviceRowSparse::zeros(&gpu, &rows, 1).unwrap();
    cast::dense_to_row_sparse(&gpu, &weight, &mut stored).unwrap();
    optim::sgd(&gpu, &Sgd::new(0.5), &kept, (&mut stored).into()).unwrap();
    optim::sgd(&gpu, &Sgd::new(0.5), &gradient, (&mut weight).into()).unwrap();
    assert_eq!(gpu.driver().waits.get(), before);

    gpu.finish().unwrap();
    // output = (3, 3); gradient = (3, 15) in rows 0 and 2.
    let expected = vec![1.0 - 1.5, 1.0, 1.0 - 7.5, 1.0];
    let mut found = [0.0; 4];
    weight.download(&gpu, DenseMut::new(4, 1, &mut found).unwrap()).unwrap();
    assert_eq!((found.to_vec(), stored.download(&gpu).unwrap().data), (expected.clone(), expected));
}

/// Batches through pinned memory: the host writes the next one, and is told nothing of the device.
#[test]
fn batches_stream_through_pinned_memory() {
    let gpu = Gpu::new(Watched { driver: PtxVm::new(1).unwrap(), waits: Cell::new(0) }).unwrap();
    let mut a = DeviceCsr::<_, f32, i32>::with_capacity(&gpu, 2, 3, 4).unwrap();
    let x = DeviceDense::upload(&gpu, Dense::new(3, 1, &[1.0_f32, 10.0, 100.0]).unwrap()).unwrap();
    let mut y = DeviceDense::zeros(&gpu, 2, 1).unwrap();
    let (mut indptr, mut indices) = (Pinned::indices(&gpu, 3).unwrap(), Pinned::indices(&gpu, 4).unwrap());
    let (mut values, mut result) = (Pinned::values(&gpu, 4).unwrap(), Pinned::values(&gpu, 2).unwrap());
    // The second batch leaves room.
    for (pointers, columns, stored, expected) in [
        ([0, 3, 4], [0, 1, 2, 1], [1.0, 2.0, 3.0, 4.0], [321.0, 40.0]),
        ([0, 1, 2], [2, 0, 9, 9], [5.0, 6.0, f32::NAN, f32::NAN], [500.0, 6.0]),
    ] {
        indptr.write(&gpu, &pointers).unwrap();
        indices.write(&gpu, &columns).unwrap();
        values.write(&gpu, &stored).unwrap();
        let before = gpu.driver().waits.get();
        a.indptr_mut().upload_pinned(&gpu, &indptr).unwrap();
        a.indices_mut().upload_pinned(&gpu, &indices).unwrap();
        a.values_mut().upload_pinned(&gpu, &values).unwrap();
        dot::csr_dense(&gpu, &a, &x, &mut y).unwrap();
        y.data().download_pinned(&gpu, &mut result).unwrap();
        assert_eq!(gpu.driver().waits.get(), before);
        let mut found = [0.0; 2];
        result.read(&gpu, &mut found).unwrap();
        assert_eq!(found, expected);
    }
    let wrong = x.data().download_pinned(&gpu, &mut result);
    assert_eq!(wrong, Err(Error::Kernel(KernelError::Capacity { operand: Operand::Data, needed: 3, found: 2 })));
}

/// Garbage behind the trusting doors: no access outside of an array. (Repeated ids make two threads write one row, which is reported and harms nothing.)
#[test]
fn broken_trust_stays_inside() {
    let mut state = 1_u64;
    let mut next = |bound: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % bound
    };
    for round in 0..60 {
        let (r, c, n) = (1 + next(40) as usize, 1 + next(40) as usize, 1 + next(6) as usize);
        let entries = next(60) as usize;
        let mut indices = |count: usize, bound: usize| -> Vec<i32> {
            (0..count).map(|_| if next(4) == 0 { next(1 << 31) as i32 - (1 << 30) } else { next(bound as i64 + 1) as i32 }).collect()
        };
        let (indptr, columns) = (indices(r + 1, entries), indices(entries, c));
        let (ids, other_ids) = (indices(entries.min(r), r), indices(entries.min(c), c));
        let values = vec![1.0_f32; entries];
        let a = Csr::trusted(r, c, &indptr, &columns, &values).unwrap();
        let (data, other_data) = (vec![1.0_f32; ids.len() * n], vec![1.0_f32; other_ids.len() * n]);
        let stored = RowSparse::trusted(r, n, &ids, &data).unwrap();
        let other = RowSparse::trusted(c, n, &other_ids, &other_data).unwrap();
        let b = vec![1.0_f32; c * n];
        let b = Dense::new(c, n, &b).unwrap();
        let device = device();
        let inside = |what: &str| {
            if let Some(fault) = device.take_fault() {
                assert!(fault.contains("race"), "round {round}, {what}: {fault}");
            }
        };
        let (mut out, mut wide) = (vec![0.0; r * n], vec![0.0; r * c]);
        let _ = device.csr_dense(a, b, DenseMut::new(r, n, &mut out).unwrap());
        inside("csr_dense");
        let _ = device.csr_row_sparse(a, other, DenseMut::new(r, n, &mut out).unwrap());
        inside("csr_row_sparse");
        let _ = device.csr_to_dense(a, DenseMut::new(r, c, &mut wide).unwrap());
        inside("csr_to_dense");
        let _ = device.row_sparse_to_dense(stored, DenseMut::new(r, n, &mut out).unwrap());
        inside("row_sparse_to_dense");
        let _ = device.sgd(&Sgd::new(0.5), stored, DenseMut::new(r, n, &mut out).unwrap().into());
        inside("sgd");
        let mut target = data.clone();
        let target = RowsMut::RowSparse(RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        let _ = device.sgd_momentum(&SgdMomentum::new(0.5, 0.9), stored, target, DenseMut::new(r, n, &mut out).unwrap().into());
        inside("sgd_momentum");
        let mut target = data.clone();
        let _ = device.retain(stored, RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        inside("retain");
        let _ = device.add_n(&[stored, stored], &mut [0; 2], RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        inside("add_n");

        let gpu = Gpu::new(PtxVm::new(1).unwrap()).unwrap();
        let result = (|| {
            let a = DeviceCsr::upload(&gpu, a)?;
            let (b, g) = (DeviceRowSparse::upload(&gpu, stored)?, DeviceDense::zeros(&gpu, r, n)?);
            let plan = dot::transpose_plan(&gpu, &a)?;
            let mut out = DeviceRowSparse::zeros(&gpu, plan.pattern(), n)?;
            dot::csr_t_dense(&gpu, &plan, a.values(), &g, &mut out)?;
            let plan = dot::transpose_plan_row_sparse(&gpu, &a, &b)?;
            let mut out = DeviceRowSparse::zeros(&gpu, plan.pattern(), n)?;
            dot::csr_t_row_sparse(&gpu, &plan, a.values(), &b, &mut out)?;
            let _ = rows::add_n_ids(&gpu, &[&b, &b, &b])?;
            let plan = rows::coalesce_plan(&gpu, &b)?;
            let mut out = DeviceRowSparse::zeros(&gpu, plan.pattern(), n)?;
            rows::coalesce(&gpu, &plan, &b, &mut out)?;
            gpu.finish()
        })();
        if let Err(Error::Driver(fault)) = result {
            assert!(fault.to_string().contains("race"), "round {round}, plans: {fault}");
        }
    }
}
