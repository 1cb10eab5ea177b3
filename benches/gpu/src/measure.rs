//! All workloads, in the order in which they are measured.
use super::bench::Bench;
pub use super::bench::{HEADLINE, Settings};
use super::{cast, copy, optim, product, rows, slices, stored_rows, transposed};
use anyhow::{Result, ensure};
use lacuna_cuda::Gpu;
use lacuna_cuda::driver::Driver;

/// The names of all workloads.
pub fn workloads() -> Vec<String> {
    [
        copy::names(),
        product::names(),
        transposed::names(),
        stored_rows::names(),
        cast::names(),
        rows::names(),
        optim::names(),
        slices::names(),
    ]
    .concat()
}

/// The workloads asked for by their names or the beginnings of names: a whole name selects only itself, no name at all
/// selects all.
///
/// # Errors
/// For a beginning that no name has.
pub fn wanted(only: &[String]) -> Result<Vec<String>> {
    let mut names = workloads();
    for part in only {
        ensure!(names.iter().any(|name| name.starts_with(part.as_str())), "no workload is called {part}");
    }
    let whole: Vec<_> = only.iter().filter(|part| names.contains(part)).cloned().collect();
    let selects =
        |part: &String, name: &str| if whole.contains(part) { name == part } else { name.starts_with(part.as_str()) };
    names.retain(|name| only.is_empty() || only.iter().any(|part| selects(part, name)));
    Ok(names)
}

/// Measures the workloads and gives each line to `sink`.
///
/// # Errors
/// If a result is not that of the CPU, inputs cannot be read, or the device fails.
pub fn measure<D: Driver>(gpu: &Gpu<D>, settings: &Settings, sink: &mut dyn FnMut(&str)) -> Result<()> {
    let mut bench = Bench::new(gpu, settings, wanted(&settings.only)?, sink);
    copy::run(&mut bench)?;
    product::run(&mut bench)?;
    transposed::run(&mut bench)?;
    stored_rows::run(&mut bench)?;
    cast::run(&mut bench)?;
    rows::run(&mut bench)?;
    optim::run(&mut bench)?;
    slices::run(&mut bench)
}
