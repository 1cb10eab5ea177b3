//! Times of this project's kernels on a device, each result checked first.
use super::bytes::Traffic;
use super::compare::same_values;
use super::load::Folder;
use super::{ROW_LENGTH, cast, copy, optim, product, rows, stored_rows, transposed, workloads};
use anyhow::{Result, ensure};
use lacuna::{Dense, DenseMut};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceDense, DeviceRowSparse, Error, Gpu, Pattern};
use lacuna_harness::backend::Cpu;
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

/// Whether a workload is asked for: a whole name selects only itself.
pub fn wanted(workload: &str, only: &[String]) -> bool {
    let names = workloads();
    let selects = |part: &String| if names.contains(part) { workload == part } else { workload.starts_with(part.as_str()) };
    only.is_empty() || only.iter().any(selects)
}

/// Measures the workloads and gives each line to `sink`.
///
/// # Errors
/// If a result is not that of the CPU, inputs cannot be read, or the device fails.
pub fn measure<D: Driver>(gpu: &Gpu<D>, settings: &Settings, sink: &mut dyn FnMut(&str)) -> Result<()> {
    for part in &settings.only {
        ensure!(workloads().iter().any(|name| name.starts_with(part.as_str())), "no workload is called {part}");
    }
    let (folder, cpu) = (Folder(settings.folder.clone()), Cpu { threads: settings.threads });
    let mut bench = Bench { gpu, cpu, folder, settings, sink };
    copy::run(&mut bench)?;
    product::run(&mut bench)?;
    transposed::run(&mut bench)?;
    stored_rows::run(&mut bench)?;
    cast::run(&mut bench)?;
    rows::run(&mut bench)?;
    optim::run(&mut bench)
}

/// What all workloads share.
pub(super) struct Bench<'b, D: Driver> {
    pub(super) gpu: &'b Gpu<D>,
    /// What gives the results to compare with.
    pub(super) cpu: Cpu,
    pub(super) folder: Folder,
    pub(super) settings: &'b Settings,
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

impl<D: Driver> Bench<'_, D> {
    pub(super) fn wants(&self, workload: &str) -> bool {
        wanted(workload, &self.settings.only)
    }

    /// Times calls: each batch is a number of them and one wait at its end. A single call with its wait gives the latency.
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
        let latencies = (0..batches).map(|_| span(1)).collect::<Result<Vec<_>, _>>()?;
        // Refusals are not looked at while the time is taken.
        gpu.finish()?;
        let calls = (settings.batch.as_secs_f64() * 1e3 / single.max(1e-6)).ceil().clamp(1.0, 2000.0) as usize;
        let times = (0..batches).map(|_| Ok(span(calls)? / calls as f64)).collect::<Result<Vec<_>, Error>>()?;
        gpu.finish()?;
        let Line { workload, form, traffic, notes } = line;
        let without_cache = traffic.without_cache.map_or(String::new(), |bytes| format!(" without_cache={bytes};"));
        let separator = if form.is_empty() { "" } else { "_" };
        (self.sink)(&format!(
            "{workload},lacuna{separator}{form},{:.6},{:.6},{},{notes};{without_cache} latency_ms={:.4}; {batches} batches of {calls}",
            least(&times),
            median(times),
            traffic.least,
            median(latencies)
        ));
        Ok(())
    }

    /// Not numbers, so that an element that is not written shows.
    pub(super) fn unwritten(&self, rows: usize, columns: usize) -> Result<DeviceDense<D, f32>> {
        Ok(DeviceDense::upload(self.gpu, Dense::new(rows, columns, &vec![f32::NAN; rows * columns])?)?)
    }

    /// As [`unwritten`](Self::unwritten), for the rows of a pattern.
    pub(super) fn unwritten_rows<I: lacuna::Index>(&self, pattern: &Pattern<D, I>, columns: usize) -> Result<DeviceRowSparse<D, f32, I>> {
        Ok(DeviceRowSparse::with_pattern(self.gpu, pattern, columns, &vec![f32::NAN; pattern.capacity() * columns])?)
    }

    /// Waits for a result and compares it.
    pub(super) fn check_dense(&self, what: &str, found: &DeviceDense<D, f32>, expected: &[f32]) -> Result<()> {
        self.gpu.finish()?;
        let mut elements = vec![0.0; expected.len()];
        found.download(self.gpu, DenseMut::new(found.rows(), found.columns(), &mut elements)?)?;
        same_values(what, found.columns(), &elements, expected)
    }

    /// As [`check_dense`](Self::check_dense), for values of stored rows.
    pub(super) fn check_rows<I: lacuna::Index>(&self, what: &str, found: &DeviceRowSparse<D, f32, I>, expected: &[f32]) -> Result<()> {
        self.gpu.finish()?;
        same_values(what, found.row_length(), &found.download(self.gpu)?.data, expected)
    }

    /// The weights on the host.
    pub(super) fn weights(&self) -> Result<(usize, crate::buffer::Buffer<f32>)> {
        let rows = self.folder.rows()?;
        Ok((rows, self.folder.dense(rows, ROW_LENGTH)?))
    }
}

fn least(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
