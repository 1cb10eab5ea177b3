//! What all workloads share: the first result of a kernel is compared with the CPU's, then its calls are timed.
use super::bytes::Traffic;
use super::compare::same_values;
use super::load::Folder;
use anyhow::Result;
use lacuna::{Dense, DenseMut, Index, KernelError, RowSparseMut};
use lacuna_benches_operands::times::{least, median};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceDense, DeviceRowSparse, Error, Gpu, Pattern};
use lacuna_runtime::Cpu;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What the lines are called in the results.
pub const HEADLINE: &str = "workload,peer,milliseconds_min,milliseconds_median,bytes,notes";

/// What is measured, and for how long.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the inputs.
    pub folder: PathBuf,
    /// Names of workloads, or their beginnings; all if there are none.
    pub only: Vec<String>,
    /// Batches of each line.
    pub batches: usize,
    /// Least time of a batch.
    pub batch: Duration,
    /// Time before the first batch, in which the card raises its clocks.
    pub warm_up: Duration,
    /// Bytes of the copy that is the ceiling.
    pub copy_bytes: usize,
    /// Threads for the results to compare with.
    pub threads: usize,
}

/// Measures a workload after the other.
pub(super) struct Bench<'b, D: Driver> {
    pub(super) gpu: &'b Gpu<D>,
    /// What gives the results to compare with.
    pub(super) cpu: Cpu,
    pub(super) folder: Folder,
    pub(super) settings: &'b Settings,
    wanted: Vec<String>,
    sink: &'b mut dyn FnMut(&str),
}

/// A line of the results.
pub(super) struct Line<'l> {
    pub(super) workload: &'l str,
    /// Of several forms of a workload, which one.
    pub(super) form: &'l str,
    pub(super) traffic: Traffic,
    pub(super) notes: &'l str,
}

impl<'l> Line<'l> {
    pub(super) fn new(workload: &'l str, traffic: impl Into<Traffic>, notes: &'l str) -> Self {
        Self { workload, form: "", traffic: traffic.into(), notes }
    }
}

impl<'b, D: Driver> Bench<'b, D> {
    pub(super) fn new(
        gpu: &'b Gpu<D>,
        settings: &'b Settings,
        wanted: Vec<String>,
        sink: &'b mut dyn FnMut(&str),
    ) -> Self {
        Self {
            gpu,
            cpu: Cpu { threads: settings.threads },
            folder: Folder(settings.folder.clone()),
            settings,
            wanted,
            sink,
        }
    }

    /// True if one of these workloads is asked for.
    pub(super) fn wants<S: AsRef<str>>(&self, workloads: &[S]) -> bool {
        workloads.iter().any(|workload| self.wanted.iter().any(|name| name == workload.as_ref()))
    }

    /// A kernel that writes a dense result.
    pub(super) fn dense(
        &mut self,
        line: Line<'_>,
        [rows, columns]: [usize; 2],
        expected: impl FnOnce(&Cpu, DenseMut<'_, f32>) -> Result<(), KernelError>,
        mut call: impl FnMut(&Gpu<D>, &mut DeviceDense<D, f32>) -> Result<(), Error>,
    ) -> Result<()> {
        if !self.wants(&[line.workload]) {
            return Ok(());
        }
        // Not numbers, so that an element that is not written shows.
        let mut elements = vec![f32::NAN; rows * columns];
        let mut out = DeviceDense::upload(self.gpu, Dense::new(rows, columns, &elements)?)?;
        expected(&self.cpu, DenseMut::new(rows, columns, &mut elements)?)?;
        call(self.gpu, &mut out)?;
        self.check_dense(line.workload, &out, &elements)?;
        self.time(line, |gpu| call(gpu, &mut out))
    }

    /// A kernel that writes the values of rows with these ids, of a pattern that is on the device too.
    pub(super) fn stored_rows<I: Index>(
        &mut self,
        line: Line<'_>,
        (ids, pattern): (&[I], &Pattern<D, I>),
        [rows, columns]: [usize; 2],
        expected: impl FnOnce(&Cpu, RowSparseMut<'_, f32, I>) -> Result<(), KernelError>,
        mut call: impl FnMut(&Gpu<D>, &mut DeviceRowSparse<D, f32, I>) -> Result<(), Error>,
    ) -> Result<()> {
        if !self.wants(&[line.workload]) {
            return Ok(());
        }
        let unwritten = vec![f32::NAN; pattern.capacity() * columns];
        let mut out = DeviceRowSparse::with_pattern(self.gpu, pattern, columns, &unwritten)?;
        let mut elements = vec![f32::NAN; ids.len() * columns];
        expected(&self.cpu, RowSparseMut::new(rows, columns, ids, &mut elements)?)?;
        call(self.gpu, &mut out)?;
        self.gpu.finish()?;
        same_values(line.workload, columns, &out.download(self.gpu)?.data, &elements)?;
        self.time(line, |gpu| call(gpu, &mut out))
    }

    /// A function that gives something new.
    pub(super) fn fresh<T>(
        &mut self,
        line: Line<'_>,
        compare: impl FnOnce(&Gpu<D>, &T) -> Result<()>,
        mut call: impl FnMut(&Gpu<D>) -> Result<T, Error>,
    ) -> Result<()> {
        if !self.wants(&[line.workload]) {
            return Ok(());
        }
        let found = call(self.gpu)?;
        self.gpu.finish()?;
        compare(self.gpu, &found)?;
        self.time(line, |gpu| call(gpu).map(drop))
    }

    /// Waits for a result and compares it.
    pub(super) fn check_dense(&self, what: &str, found: &DeviceDense<D, f32>, expected: &[f32]) -> Result<()> {
        self.gpu.finish()?;
        let mut elements = vec![0.0; expected.len()];
        found.download(self.gpu, DenseMut::new(found.rows(), found.columns(), &mut elements)?)?;
        same_values(what, found.columns(), &elements, expected)
    }

    /// Times calls: each batch is a number of them and one wait at its end. A single call with its wait gives the
    /// latency.
    pub(super) fn time(&mut self, line: Line<'_>, mut call: impl FnMut(&Gpu<D>) -> Result<(), Error>) -> Result<()> {
        let (gpu, settings) = (self.gpu, self.settings);
        let mut span = |calls: usize| -> Result<f64, Error> {
            let start = Instant::now();
            for _ in 0..calls {
                call(gpu)?;
            }
            gpu.driver().synchronize()?;
            Ok(start.elapsed().as_secs_f64() * 1e3)
        };
        let start = Instant::now();
        let mut single = span(1)?;
        while start.elapsed() < settings.warm_up {
            single = span(1)?;
        }
        let batches = settings.batches.max(1);
        let mut latencies = (0..batches).map(|_| span(1)).collect::<Result<Vec<_>, _>>()?;
        // Refusals are not looked at while the time is taken.
        gpu.finish()?;
        let calls = (settings.batch.as_secs_f64() * 1e3 / single.max(1e-6)).ceil().clamp(1.0, 2000.0) as usize;
        let mut times = (0..batches).map(|_| Ok(span(calls)? / calls as f64)).collect::<Result<Vec<_>, Error>>()?;
        gpu.finish()?;
        let Line { workload, form, traffic, notes } = line;
        let without_cache = traffic.without_cache.map_or(String::new(), |bytes| format!(" without_cache={bytes};"));
        let separator = if form.is_empty() { "" } else { "_" };
        (self.sink)(&format!(
            "{workload},lacuna{separator}{form},{:.6},{:.6},{},{notes};{without_cache} latency_ms={:.4}; {batches} \
                batches of {calls}",
            least(&times),
            median(&mut times),
            traffic.least,
            median(&mut latencies)
        ));
        Ok(())
    }
}
