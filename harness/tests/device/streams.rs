//! What waits for what.
use crate::gpu;
use lacuna::error::Operand;
use lacuna::optim::Sgd;
use lacuna::{Csr, Dense, DenseMut, KernelError, RowSparse};
use lacuna_cuda::driver::{Argument, Driver, DriverError, Entry, Grid};
use lacuna_cuda::{DeviceCsr, DeviceDense, DeviceRowSparse, Error, Gpu, Pinned, cast, dot, optim, rows};
use lacuna_harness::backend::PtxVm;
use std::cell::Cell;

/// The first refusal is reported, and the calls after it were carried out.
#[test]
fn a_refused_call_does_not_stop_the_next() {
    let gpu = gpu();
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
    unsafe fn borrow(&self, address: u64, bytes: usize) -> Result<Self::Memory, DriverError> {
        // SAFETY: what the caller promises is what is asked for.
        unsafe { self.driver.borrow(address, bytes) }
    }
    fn write_words(&self, words: &[u32], to: &mut Self::Memory) -> Result<(), DriverError> {
        self.driver.write_words(words, to)
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
    fn copy(
        &self,
        from: &Self::Memory,
        start: usize,
        to: &mut Self::Memory,
        at: usize,
        bytes: usize,
    ) -> Result<(), DriverError> {
        self.driver.copy(from, start, to, at, bytes)
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
        entry: Entry<'_>,
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
    let gpu = Gpu::new(Watched { driver: PtxVm::new(1), waits: Cell::new(0) }).unwrap();
    let a = DeviceCsr::upload(&gpu, Csr::new(2, 4, &[0, 2, 3], &[0, 2, 2], &[1.0_f64, 2.0, 3.0]).unwrap()).unwrap();
    let dense =
        DeviceDense::upload(&gpu, Dense::new(2, 4, &[1.0_f64, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 0.0]).unwrap()).unwrap();
    let mut weight = DeviceDense::upload(&gpu, Dense::new(4, 1, &[1.0_f64; 4]).unwrap()).unwrap();
    let mut output = DeviceDense::zeros(&gpu, 2, 1).unwrap();
    let before = gpu.driver().waits.get();

    let again = cast::dense_to_csr_one_pass::<_, _, i32>(&gpu, &dense, 8).unwrap();
    dot::csr_dense(&gpu, &again, &weight, &mut output).unwrap();
    let plan = dot::transpose_plan(&gpu, &a).unwrap();
    let mut gradient = DeviceRowSparse::zeros(&gpu, plan.pattern(), 1).unwrap();
    dot::csr_t_dense(&gpu, &plan, a.values(), &output, &mut gradient).unwrap();
    let rows = cast::dense_row_ids::<_, f64, i32>(&gpu, &weight).unwrap();
    let mut kept =
        DeviceRowSparse::zeros(&gpu, &rows::retain_ids(&gpu, &gradient, gradient.pattern()).unwrap(), 1).unwrap();
    rows::retain(&gpu, &gradient, &mut kept).unwrap();
    let mut stored = DeviceRowSparse::zeros(&gpu, &rows, 1).unwrap();
    cast::dense_to_row_sparse(&gpu, &weight, &mut stored).unwrap();
    optim::sgd(&gpu, &Sgd::new(0.5), &kept, (&mut stored).into()).unwrap();
    optim::sgd(&gpu, &Sgd::new(0.5), &gradient, (&mut weight).into()).unwrap();
    let mut sum = DeviceRowSparse::new(&gpu, &rows::add_n_ids(&gpu, &[&gradient, &kept]).unwrap(), 1).unwrap();
    // More checks than one page has.
    for _ in 0..300 {
        rows::add_n(&gpu, &[&gradient, &kept], &mut sum).unwrap();
    }
    assert_eq!(gpu.driver().waits.get(), before);

    gpu.finish().unwrap();
    assert_eq!(sum.download(&gpu).unwrap().data, [6.0, 30.0]);
    // output = (3, 3); gradient = (3, 15) in rows 0 and 2.
    let expected = vec![1.0 - 1.5, 1.0, 1.0 - 7.5, 1.0];
    let mut found = [0.0; 4];
    weight.download(&gpu, DenseMut::new(4, 1, &mut found).unwrap()).unwrap();
    assert_eq!((found.to_vec(), stored.download(&gpu).unwrap().data), (expected.clone(), expected));
}

/// Batches through pinned memory: the host writes the next one, and receives nothing from the device.
#[test]
fn batches_stream_through_pinned_memory() {
    let gpu = Gpu::new(Watched { driver: PtxVm::new(1), waits: Cell::new(0) }).unwrap();
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
