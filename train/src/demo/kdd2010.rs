//! `lacuna demo kdd2010`, from its arguments to its table.
use super::problem::{Problem, Size, zeros};
use super::table::table;
use super::tutorial::{Tutorial, demo_tutorial};
use super::{DemoArguments, DemoModel, Kdd2010Arguments};
use crate::open::size_text;
use crate::report::{Cell, Form, Report, significant};
use crate::run::all_processors;
use anyhow::{Result, ensure};
use lacuna::DenseMut;
use lacuna_runtime::Cpu;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// A product with the batch in one storage type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredForm {
    /// Of each product, in the order of the run.
    pub times: Vec<Duration>,
    /// Of the batch.
    pub bytes: u64,
    /// The product, row by row.
    pub product: Vec<f32>,
}

impl MeasuredForm {
    /// The time in the middle; of an even number the later one.
    #[must_use]
    pub fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

/// What a run has given.
#[derive(Clone, Debug, PartialEq)]
pub struct Kdd2010Report {
    /// The dense batch.
    pub dense: MeasuredForm,
    /// The csr batch.
    pub csr: MeasuredForm,
    /// Bytes of the weight, which both have.
    pub weight_bytes: u64,
    /// The largest difference of an element of both products: they add in another order.
    pub largest_difference: f64,
}

/// Runs `lacuna demo`, shows it on standard output, and gives the exit status.
///
/// # Errors
/// One line that says what is wrong with the arguments.
pub fn demo(arguments: &DemoArguments) -> Result<u8> {
    let out = &mut std::io::stdout();
    let form = if arguments.json { Form::Json } else { Form::Text };
    if let Some(tutorial) = Tutorial::of(&arguments.model) {
        return Ok(u8::from(!demo_tutorial(tutorial, out, form)?.holds()));
    }
    if let DemoModel::Kdd2010(arguments) = &arguments.model {
        demo_kdd2010(arguments, out, form)?;
    }
    Ok(0)
}

/// Runs `lacuna demo kdd2010`, and shows it on `out`.
///
/// # Errors
/// If the arguments do not fit each other or the memory, or `out` cannot be written.
pub fn demo_kdd2010(arguments: &Kdd2010Arguments, out: &mut (dyn Write + Send), form: Form) -> Result<Kdd2010Report> {
    let cpu = Cpu { threads: arguments.threads.map_or_else(all_processors, NonZeroUsize::get) };
    let size = Size::checked(arguments, cpu.threads)?;
    let mut report = Report::new(out, form);
    let mut run = || measure(arguments, cpu, size, &mut report);
    let result = if cpu.threads == 1 { run() } else { Cpu::pool(cpu.threads)?.install(run) }?;
    let (rows, columns) = (size.problem.rows, size.columns);
    let threads = if cpu.threads == 1 { "1 thread".to_owned() } else { format!("{} threads", cpu.threads) };
    report.fact("product", &format!("{rows} x {columns}, float32, {threads}, {}", lacuna::dispatch::level()))?;
    report.fact("results", &format!("differ by {} at most", significant(result.largest_difference, 3)))?;
    report.line(&format!("\n{}", table(&result)))?;
    report.line("\nThe slides' figures are of another machine; only the quotients can be compared.")?;
    let seconds = |form: &MeasuredForm| Cell::Seconds(form.median().as_secs_f64());
    report.record(
        "product",
        &[
            ("dense_seconds", seconds(&result.dense)),
            ("csr_seconds", seconds(&result.csr)),
            ("dense_bytes", Cell::Count(result.dense.bytes)),
            ("csr_bytes", Cell::Count(result.csr.bytes)),
            ("weight_bytes", Cell::Count(result.weight_bytes)),
            ("largest_difference", Cell::Number(result.largest_difference)),
        ],
    )?;
    Ok(result)
}

fn measure(arguments: &Kdd2010Arguments, cpu: Cpu, size: Size, report: &mut Report<'_>) -> Result<Kdd2010Report> {
    let problem = report.during("generating the batch", || Problem::new(&cpu, arguments.seed, size))?;
    let (rows, features, columns) = (size.problem.rows, size.problem.features, size.columns);
    let facts = size_text(rows as u64, features, problem.batch.values.len() as u64);
    report.fact("batch", &format!("generated from seed {}: {facts}", arguments.seed))?;

    let (batch, csr_batch, weight) = (problem.dense()?, problem.csr()?, problem.weight()?);
    let mut scratch = zeros(1, size.scratch())?;
    let form = |bytes| -> Result<_> { Ok(MeasuredForm { times: Vec::new(), bytes, product: zeros(rows, columns)? }) };
    let (mut dense, mut csr) = (form(size_of_val(&*problem.dense) as u64)?, form(problem.csr_bytes())?);
    // In turn, so that what else the machine does hits both.
    report.start_units(arguments.repeat.get() as u64 + 1, "products")?;
    for turn in 0..=arguments.repeat.get() {
        let start = Instant::now();
        cpu.dense_dense(batch, weight, &mut scratch, DenseMut::new(rows, columns, &mut dense.product)?)?;
        let dense_time = start.elapsed();
        let start = Instant::now();
        cpu.csr_dense(csr_batch, weight, DenseMut::new(rows, columns, &mut csr.product)?)?;
        let csr_time = start.elapsed();
        // The first turn maps pages and wakes threads.
        if turn > 0 {
            dense.times.push(dense_time);
            csr.times.push(csr_time);
        }
        report.advance_now(1);
    }
    report.finish();
    let apart = |(dense, csr): (&f32, &f32)| f64::from((dense - csr).abs());
    let largest_difference = dense.product.iter().zip(&csr.product).map(apart).fold(0.0, f64::max);
    // Both are exact to about the rounding of sums of numbers below 1.
    let bound = 1e-5 * arguments.entries.get() as f64 * rows as f64;
    ensure!(largest_difference <= bound, "the products differ by {largest_difference}: this is a defect");
    Ok(Kdd2010Report { dense, csr, weight_bytes: size_of_val(&*problem.weight) as u64, largest_difference })
}
