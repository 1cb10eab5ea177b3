//! Steps a second of a store on several ranks: each pulls the rows of its batch and pushes their gradients, as MXNet's
//! distributed key-value store does. Rounds in turn: one that pulls when it needs the rows, and one that tells a step
//! before which rows these will be, or that has some hot rows on every rank.
//!
//! ```text
//! mpirun -n 2 target/release/examples/steps [TABLE_ROWS] [ROW_LENGTH] [BATCH_ROWS] [STEPS] [MICROSECONDS] [HOT_ROWS]
//! ```
//!
//! A step computes for so many microseconds between its rows and its gradient. Without hot rows, all rows are as
//! frequent; with them, row `i` is in proportion to `1 / (i + 1)`.
use lacuna::infer::Stype;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::exchange::open;
use lacuna_runtime::kvstore::{KvStore, Optimizer, RankOptions, RowIds};
use lacuna_runtime::train::{Random, Stream};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse::<usize>());
    let mut next = |default| numbers.next().unwrap_or(Ok(default));
    let (rows, length, batch, steps) = (next(100_000)?, next(16)?, next(500)?, next(1000)?);
    let (computing, hot) = (Duration::from_micros(next(0)? as u64), next(0)?);
    let exchange: Arc<dyn lacuna_runtime::exchange::Exchange> = Arc::from(open("mpi", Duration::from_secs(30))?);
    let (rank, size) = (exchange.rank(), exchange.size());
    let mut store = KvStore::new(Cpu { threads: 1 });
    let options = RankOptions { slices: size.next_power_of_two(), sharded_from: 1 };
    store.set_ranks(exchange.clone(), options)?;
    store.set_optimizer(Optimizer::create("sgd", &[("learning_rate", 0.1)])?);
    let all = (0..rows as i64).collect();
    store.init("w", Array::row_sparse(&[rows, length], all, vec![1.0_f32; rows * length])?)?;
    let mut random = Random::new(rank as u64, Stream::Data);
    let mut batches = Vec::new();
    for _ in 0..steps {
        let draw = |_| match hot {
            0 => random.below(rows as u64) as i64,
            // The logarithm of a row is as likely as any other.
            _ => ((rows as f64 + 1.0).powf(random.uniform()) as i64 - 1).min(rows as i64 - 1),
        };
        let mut ids: Vec<i64> = (0..batch).map(draw).collect();
        ids.sort_unstable();
        ids.dedup();
        let values = vec![0.5_f32; ids.len() * length];
        batches.push((ids.clone(), Array::row_sparse(&[rows, length], ids, values)?));
    }
    let own = store.own_slices().len();
    let none = Array::zeros(Stype::RowSparse, &[rows, length], Dtype::F32)?;
    let mut out = none.clone();
    for is_second in [false, true, false, true, false, true] {
        let is_ahead = is_second && hot == 0;
        let kept: Vec<i64> = (0..if is_second { hot as i64 } else { 0 }).collect();
        store.set_hot_rows("w", &kept)?;
        exchange.barrier()?;
        let (started, before) = (Instant::now(), exchange.traffic());
        for (step, (ids, gradient)) in batches.iter().enumerate() {
            let (outs, ids) = (&mut [&mut out][..], [RowIds::Slice(ids)]);
            let next = batches.get(step + 1).filter(|_| is_ahead).map(|(ids, _)| ("w", RowIds::Slice(ids)));
            if is_ahead {
                store.row_sparse_pull_ahead(&mut [("w", outs, &ids)], next.as_slice())?;
            } else {
                store.row_sparse_pull("w", outs, &ids)?;
            }
            let begun = Instant::now();
            while begun.elapsed() < computing {
                std::hint::spin_loop();
            }
            let mut slices = vec![None; own];
            slices[0] = Some(gradient);
            store.push_slices(&[("w", &slices[..])])?;
        }
        exchange.barrier()?;
        let (seconds, after) = (started.elapsed().as_secs_f64(), exchange.traffic());
        if rank == 0 {
            let count = steps as f64;
            let (bytes, messages) = (after.sent - before.sent, after.messages - before.messages);
            println!(
                "{size} ranks, {}: {:.3} ms a step, {:.0} bytes in {:.1} messages sent by rank 0",
                match (is_ahead, kept.len()) {
                    (true, _) => "told a step before".to_owned(),
                    (_, 0) => "pulled when needed".to_owned(),
                    (_, hot) => format!("{hot} hot rows"),
                },
                seconds * 1e3 / count,
                bytes as f64 / count,
                messages as f64 / count
            );
        }
    }
    Ok(())
}
