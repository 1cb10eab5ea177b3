//! Training: each word's vector is pulled towards one that is drawn from the word's number.
use crate::memory::resident;
use anyhow::Result;
use lacuna::optim::AdaGrad;
use lacuna::random::{Stream, log_uniform, uniform};
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{DenseMut, RowSparse, RowSparseMut, embedding, rows};
use lacuna_runtime::table::{Durability, Options, Table};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// What may be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub table: PathBuf,
    pub rows: usize,
    pub length: usize,
    pub epochs: u64,
    pub steps: u64,
    pub words: usize,
    pub rate: f32,
    pub seed: u64,
    pub resume: bool,
    pub durability: Durability,
    pub abort_after: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            table: "words.table".into(),
            rows: 100_000_000,
            length: 64,
            epochs: 5,
            steps: 50,
            words: 1024,
            rate: 0.5,
            seed: 0,
            resume: false,
            durability: Durability::Process,
            abort_after: None,
        }
    }
}

/// What a step works in.
struct Step {
    ids: Vec<i64>,
    counts: Vec<f32>,
    vectors: Vec<f32>,
    target: Vec<f32>,
    plan: [Vec<i64>; 4],
    scratch: Vec<u128>,
    gradient: Vec<f32>,
}

impl Step {
    fn new(settings: &Settings) -> Self {
        let Settings { words, length, .. } = *settings;
        let plan = [words, words + 1, words, words].map(|entries| vec![0; entries]);
        let (vectors, gradient) = (vec![0.0; words * length], vec![0.0; words * length]);
        let (counts, scratch) = (vec![0.0; words], vec![0; plan_scratch(words)]);
        Self { ids: vec![0; words], counts, vectors, target: vec![0.0; length], plan, scratch, gradient }
    }

    /// One step, and its loss: half the mean square of what the words of the step are off.
    fn run(&mut self, settings: &Settings, table: &mut Table<f32>, draw: Stream) -> Result<f64> {
        let Settings { rows, words, length, seed, .. } = *settings;
        let Self { ids, counts, vectors, target, plan, scratch, gradient } = self;
        log_uniform(draw, rows, ids, counts)?;
        embedding::lookup(ids, table.array("weight")?, DenseMut::new(words, length, vectors)?)?;
        let mut loss = 0.0;
        for (&id, vector) in ids.iter().zip(vectors.chunks_mut(length)) {
            uniform(Stream::new(!seed, id as u64), -1.0, 1.0, target)?;
            for (value, target) in vector.iter_mut().zip(&*target) {
                *value -= target;
                loss += f64::from(*value) * f64::from(*value);
            }
        }
        // A word that occurs twice has one row in the gradient, of both differences.
        let differences = RowSparse::trusted(rows, length, ids, vectors)?;
        let [plan_ids, segments, plan_rows, entries] = plan;
        let buffers = PlanBuffers { ids: plan_ids, segments, rows: plan_rows, entries };
        let plan = rows::coalesce_plan(differences, buffers, scratch)?;
        let sums = &mut gradient[..plan.stored_rows() * length];
        rows::coalesce(&plan, differences, RowSparseMut::trusted(rows, length, plan.ids(), sums)?)?;
        table.update(&AdaGrad::new(settings.rate, 1e-7), RowSparse::trusted(rows, length, plan.ids(), sums)?)?;
        Ok(0.5 * loss / (words * length) as f64)
    }
}

/// Makes or opens the table, trains, and prints a line of each epoch to `out`.
pub fn run(settings: &Settings, out: &mut dyn Write) -> Result<()> {
    let Settings { rows, length, epochs, steps, words, .. } = *settings;
    let arrays = [("weight", length), ("history", length)];
    let options = Options { durability: settings.durability, ..Options::default() };
    let mut table = if settings.resume {
        let (table, recovered) = Table::open(&settings.table, &options)?;
        table.expect(rows, &arrays)?;
        match recovered {
            None => writeln!(out, "goes on after epoch {}", table.epoch())?,
            Some(found) => writeln!(
                out,
                "goes on after epoch {}: {} rows of an unfinished one were put back",
                found.epoch, found.rows
            )?,
        }
        table
    } else {
        Table::create(&settings.table, rows, &arrays, &options)?
    };
    writeln!(
        out,
        "{}: {rows} x {length}, weight and history, {:.1} GB",
        table.path().display(),
        table.file_bytes() as f64 * 1e-9
    )?;
    let (mut step, mut left) = (Step::new(settings), settings.abort_after);
    while table.epoch() < epochs {
        let epoch = table.epoch() + 1;
        let (mut loss, mut updated, start) = (0.0, 0, Instant::now());
        for number in 0..steps {
            let draw = Stream::new(settings.seed, epoch).after(number * words as u64);
            loss += step.run(settings, &mut table, draw)?;
            updated += words;
            left = left.map(|left| left.saturating_sub(1));
            if left == Some(0) {
                // No destructor, no flush: as a kill.
                std::process::abort();
            }
        }
        let (trained, touched, journal) = (start.elapsed(), table.touched_rows(), table.journal_bytes());
        let start = Instant::now();
        table.commit()?;
        let commit = start.elapsed();
        let rate = updated as f64 / (trained + commit).as_secs_f64();
        write!(out, "epoch {epoch}: loss {}; {rate:.0} rows/s, {touched} different ones, ", loss / steps as f64)?;
        write!(out, "journal {:.1} MB, commit {:.2} ms", journal as f64 * 1e-6, commit.as_secs_f64() * 1e3)?;
        match resident() {
            Some((own, mapped)) => {
                writeln!(out, ", resident {:.0} MB and {:.0} MB of the file", own as f64 * 1e-6, mapped as f64 * 1e-6)?
            }
            None => writeln!(out)?,
        }
    }
    Ok(())
}
