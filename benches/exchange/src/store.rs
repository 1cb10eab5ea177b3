//! Steps of a key-value store on ranks: each pulls rows, computes and pushes the gradients of the rows of its batch, as
//! MXNet's distributed key-value store does.
use crate::bytes::hottest;
use crate::trace::Trace;
use anyhow::Result;
use clap::ValueEnum;
use lacuna::infer::Stype;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::exchange::Exchange;
use lacuna_runtime::kvstore::{KvStore, Optimizer, RankOptions, RowIds};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a rank gets the rows that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Way {
    /// The rows of its batch, when it needs them
    Partial,
    /// The rows of its batch, which it tells a step before
    Ahead,
    /// The rows of its batch; some hot rows are on every rank
    Hot,
    /// All rows of the table
    Full,
}

/// What the ranks do.
#[derive(Clone, Copy, Debug)]
pub struct Steps<'s> {
    pub ways: &'s [Way],
    /// How often each way is measured, in turns.
    pub rounds: usize,
    /// Between the rows of a step and its gradient.
    pub computing: Duration,
    pub hot: usize,
    pub columns: usize,
}

/// A step of a way.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub seconds: f64,
    /// That the first rank sends.
    pub bytes: f64,
    pub messages: f64,
}

struct Ranks<'s> {
    store: KvStore,
    exchange: Arc<dyn Exchange>,
    steps: Steps<'s>,
    /// Rows and gradients of the steps of this rank.
    batches: Vec<(Vec<i64>, Array)>,
    hot: Vec<i64>,
    all: Vec<i64>,
    out: Array,
}

impl Ranks<'_> {
    fn measure(&mut self, way: Way) -> Result<Measured> {
        self.store.set_hot_rows("w", if way == Way::Hot { &self.hot } else { &[] })?;
        self.exchange.barrier()?;
        let (started, before) = (Instant::now(), self.exchange.traffic());
        // All rows take long: fewer steps tell as much.
        let count = if way == Way::Full { self.batches.len().min(3) } else { self.batches.len() };
        for (step, (ids, gradient)) in self.batches[..count].iter().enumerate() {
            let outs = &mut [&mut self.out][..];
            let pulled = [RowIds::Slice(if way == Way::Full { &self.all } else { ids })];
            if way == Way::Ahead {
                let next = self.batches.get(step + 1).map(|(ids, _)| ("w", RowIds::Slice(ids)));
                self.store.row_sparse_pull_ahead(&mut [("w", outs, &pulled)], next.as_slice())?;
            } else {
                self.store.row_sparse_pull("w", outs, &pulled)?;
            }
            let begun = Instant::now();
            while begun.elapsed() < self.steps.computing {
                std::hint::spin_loop();
            }
            let mut slices = vec![None; self.store.own_slices().len()];
            slices[0] = Some(gradient);
            self.store.push_slices(&[("w", &slices[..])])?;
        }
        self.exchange.barrier()?;
        let (seconds, after) = (started.elapsed().as_secs_f64(), self.exchange.traffic());
        let mean = |sum: u64| sum as f64 / count as f64;
        Ok(Measured {
            seconds: seconds / count as f64,
            bytes: mean(after.sent - before.sent),
            messages: mean(after.messages - before.messages),
        })
    }
}

/// The fastest round of each way.
pub fn run(exchange: &Arc<dyn Exchange>, trace: &Trace, steps: Steps) -> Result<Vec<(Way, Measured)>> {
    let (rows, columns) = (trace.rows, steps.columns);
    let mut store = KvStore::new(Cpu { threads: 1 });
    let options = RankOptions { slices: exchange.size().next_power_of_two(), sharded_from: 1 };
    store.set_ranks(exchange.clone(), options)?;
    store.set_optimizer(Optimizer::create("sgd", &[("learning_rate", 0.1)])?);
    let all: Vec<i64> = (0..rows as i64).collect();
    store.init("w", Array::row_sparse(&[rows, columns], all.clone(), vec![1.0_f32; rows * columns])?)?;
    let batch = |touched: &Vec<Vec<u32>>| {
        let ids: Vec<i64> = touched[exchange.rank()].iter().copied().map(i64::from).collect();
        let values = vec![0.5_f32; ids.len() * columns];
        Ok((ids.clone(), Array::row_sparse(&[rows, columns], ids, values)?))
    };
    let mut ranks = Ranks {
        store,
        exchange: exchange.clone(),
        steps,
        batches: trace.steps.iter().map(batch).collect::<Result<_>>()?,
        hot: hottest(trace, steps.hot).into_iter().map(i64::from).collect(),
        all,
        out: Array::zeros(Stype::RowSparse, &[rows, columns], Dtype::F32)?,
    };
    let mut least: Vec<(Way, Measured)> = Vec::new();
    for _ in 0..steps.rounds.max(1) {
        for (number, &way) in steps.ways.iter().enumerate() {
            let found = ranks.measure(way)?;
            match least.get_mut(number) {
                Some((_, known)) if known.seconds <= found.seconds => {}
                Some((_, known)) => *known = found,
                None => least.push((way, found)),
            }
        }
    }
    Ok(least)
}
