//! Trains a linear model and a factorization machine by lazy, standard and exact lazy updates, and in bf16, and prints
//! the tables of docs/lazy-updates.md.
use anyhow::{Result, ensure};
use clap::Parser;
use lacuna::optim::exact::CatchUp;
use lacuna::optim::{AdaGrad, AdamW, Rule, Sgd, SgdMomentum, Update};
use lacuna_benches::updates::{Batches, Exact, Machine, Plain, Sixteen, Table, clicks};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmOptions, read_all};
use std::time::Instant;

/// Trains a linear model and a factorization machine by lazy, standard and exact lazy updates, and in bf16.
#[derive(Parser)]
struct Arguments {
    /// A LibSVM file with labels of 0 and 1.
    #[arg(default_value = "data/agaricus.train.libsvm")]
    data: String,
    /// Epochs of each run.
    #[arg(long, default_value_t = 3)]
    epochs: usize,
    /// Rows of a batch.
    #[arg(long, default_value_t = 16)]
    batch_rows: usize,
    /// Factors of the factorization machine.
    #[arg(long, default_value_t = 16)]
    factors: usize,
    /// Features of the generated problem; 0 leaves it out.
    #[arg(long, default_value_t = 200_000)]
    features: usize,
    /// Rows of the generated problem.
    #[arg(long, default_value_t = 20_000)]
    rows: usize,
    /// Steps after which all rows are brought up to date.
    #[arg(long, default_value_t = 1024)]
    schedule: usize,
    /// Runs of lazy and exact lazy updates, one after the other, of which the fastest are compared.
    #[arg(long, default_value_t = 9)]
    repeats: usize,
}

/// A run: losses of the epochs, that of the whole data at the end, and the time.
struct Run {
    losses: Vec<f64>,
    last: f64,
    seconds: f64,
}

impl Arguments {
    fn run(&self, data: &CsrBatch<f32, i32>, factors: usize, table: impl Table) -> Result<Run> {
        let batches = Batches { all: data, rows: self.batch_rows };
        let mut machine = Machine::new(table, data.features, factors);
        let start = Instant::now();
        let losses = (0..self.epochs).map(|_| machine.epoch(&batches)).collect::<Result<_>>()?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(Run { losses, last: machine.evaluate(data)?, seconds })
    }

    /// The three modes of a rule.
    fn modes<R: CatchUp<f32, N> + Rule<f32, N>, const N: usize>(
        &self,
        (name, data): (&str, &CsrBatch<f32, i32>),
        factors: usize,
        rule: impl Fn(u64, Update) -> R + Copy,
    ) -> Result<()> {
        let weight = first_weights(data.features, factors);
        let mut memory = vec![None; self.schedule];
        let lazy =
            || self.run(data, factors, Plain::<_, N>::new(&weight, data.features, |step| rule(step, Update::Lazy)));
        let mut exact = || {
            memory.fill(None);
            let table = Exact::<R, _, N>::new(&weight, data.features, |step| rule(step, Update::Lazy), &mut memory);
            self.run(data, factors, table)
        };
        let standard =
            self.run(data, factors, Plain::<_, N>::new(&weight, data.features, |step| rule(step, Update::Standard)))?;
        let (mut lazy_run, mut exact_run) = (lazy()?, exact()?);
        for _ in 1..self.repeats {
            lazy_run.seconds = lazy_run.seconds.min(lazy()?.seconds);
            exact_run.seconds = exact_run.seconds.min(exact()?.seconds);
        }
        let (lazy, exact) = (lazy_run, exact_run);
        for (mode, run) in [("lazy", &lazy), ("standard", &standard), ("exact lazy", &exact)] {
            print_run(name, factors, mode, run, lazy.seconds);
        }
        Ok(())
    }

    fn problem(&self, name: &str, data: &CsrBatch<f32, i32>) -> Result<()> {
        ensure!(data.labels.iter().all(|&label| label == 0.0 || label == 1.0), "{name} has labels other than 0 and 1");
        for factors in [0, self.factors] {
            let of = |optimizer: &str| format!("{name}, {optimizer}");
            let rate = |step: u64| 0.1 / (1.0 + step as f32 * 1e-3);
            self.modes((&of("SGD"), data), factors, |step, update| Sgd {
                weight_decay: 1e-3,
                update,
                ..Sgd::new(rate(step))
            })?;
            let momentum =
                |step, update| SgdMomentum { weight_decay: 1e-3, update, ..SgdMomentum::new(rate(step), 0.9) };
            self.modes((&of("momentum"), data), factors, momentum)?;
            self.modes((&of("AdamW"), data), factors, |step, update| {
                let corrected =
                    lacuna::optim::Adam::new(rate(step) * 0.1, 0.9, 0.999, 1e-8).bias_corrected(step).learning_rate;
                AdamW { weight_decay: 1e-4, update, ..AdamW::new(corrected, 0.9, 0.999, 1e-8, 1.0) }
            })?;
        }
        Ok(())
    }

    /// f32, and bf16 rounded in two ways.
    fn sixteen(&self, name: &str, data: &CsrBatch<f32, i32>) -> Result<()> {
        let (weight, rows) = (first_weights(data.features, self.factors), data.features);
        let sgd = |_: u64| Sgd::new(0.02);
        let of_sgd = format!("{name}, SGD");
        let exact = self.run(data, self.factors, Plain::<_, 1>::new(&weight, rows, sgd))?;
        let nearest = self.run(data, self.factors, Sixteen::<_, 0>::new(&weight, rows, sgd, false))?;
        let random = self.run(data, self.factors, Sixteen::<_, 0>::new(&weight, rows, sgd, true))?;
        print_sixteen(&of_sgd, [&exact, &nearest, &random]);
        let adagrad = |_: u64| AdaGrad::new(0.02, 1e-7);
        let of_adagrad = format!("{name}, AdaGrad");
        let exact = self.run(data, self.factors, Plain::<_, 2>::new(&weight, rows, adagrad))?;
        let nearest = self.run(data, self.factors, Sixteen::<_, 1>::new(&weight, rows, adagrad, false))?;
        let random = self.run(data, self.factors, Sixteen::<_, 1>::new(&weight, rows, adagrad, true))?;
        print_sixteen(&of_adagrad, [&exact, &nearest, &random]);
        Ok(())
    }
}

/// Normal-like weights from a counter: the same in every run.
fn first_weights(features: usize, factors: usize) -> Vec<f32> {
    let columns = factors + 1;
    let element = |k: usize| {
        let word = lacuna::random::philox([k as u32, (k >> 32) as u32, 0, 0], [1, 2]);
        (word.iter().map(|&word| f64::from(word)).sum::<f64>() / f64::from(u32::MAX) - 2.0) as f32 * 0.02
    };
    // Weights of features start at 0.
    (0..features * columns).map(|k| if k % columns == 0 { 0.0 } else { element(k) }).collect()
}

fn print_run(name: &str, factors: usize, mode: &str, run: &Run, lazy: f64) {
    let model = if factors == 0 { "linear".to_owned() } else { format!("machine of {factors} factors") };
    let losses: Vec<_> = run.losses.iter().map(|loss| format!("{loss:.6}")).collect();
    println!(
        "| {name} | {model} | {mode} | {} | {:.6} | {:.1} ms | {:.2} |",
        losses.join(", "),
        run.last,
        run.seconds * 1e3,
        run.seconds / lazy
    );
}

fn print_sixteen(name: &str, [exact, nearest, random]: [&Run; 3]) {
    let share = |run: &Run| (run.last / exact.last - 1.0) * 100.0;
    println!(
        "| {name} | {:.6} | {:.6} ({:+.2} %) | {:.6} ({:+.2} %) |",
        exact.last,
        nearest.last,
        share(nearest),
        random.last,
        share(random)
    );
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let data = read_all::<f32, i32>(&arguments.data, &LibsvmOptions::default())?;
    let generated = (arguments.features > 0).then(|| clicks(arguments.rows, arguments.features, 30));
    let name = std::path::Path::new(&arguments.data)
        .file_stem()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    println!("| problem | model | updates | loss of each epoch | at the end | time | lazy |");
    println!("|---|---|---|---|--:|--:|--:|");
    arguments.problem(&name, &data)?;
    if let Some(generated) = &generated {
        arguments.problem("clicks", generated)?;
    }
    println!("\n| problem | f32 | bf16, nearest | bf16, stochastic |");
    println!("|---|--:|--:|--:|");
    arguments.sixteen(&name, &data)?;
    if let Some(generated) = &generated {
        arguments.sixteen("clicks", generated)?;
    }
    Ok(())
}
