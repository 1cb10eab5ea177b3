//! Times lazy updates of weights and gradients of 16 bits beside those of f32, in alternation: rows of 128 columns, in
//! the cache and from memory.
use anyhow::{Result, bail, ensure};
use bytemuck::Pod;
use clap::Parser;
use half::slice::HalfBitsSliceExt;
use half::{bf16, f16};
use lacuna::dispatch::{self, Level};
use lacuna::optim::{self, Rounding, RoundingStream, Rule};
use lacuna::{DenseMut, Number, RowSparse, RowsMut, Storage};
use lacuna_benches_operands::buffer::{Buffer, Pages};
use lacuna_benches_operands::times::{least, median, shown};
use std::num::NonZeroUsize;
use std::time::Instant;

const ROW_LENGTH: usize = 128;
/// Of every state, so that no root is of 0.
const FIRST_STATE: f32 = 0.1;

/// Times lazy updates of weights and gradients of 16 bits beside those of f32, in alternation.
#[derive(Parser)]
struct Arguments {
    /// Rows of the table.
    #[arg(long, default_value_t = 1_000_000)]
    rows: usize,
    /// Rows that a step touches, for each block of the output: 100 stay in the cache.
    #[arg(long, value_delimiter = ',', default_value = "100,100000,400000")]
    touched: Vec<usize>,
    /// Rounds: in each, every type once.
    #[arg(long, default_value = "100")]
    rounds: NonZeroUsize,
    /// Rows that are updated before the clock is read again.
    #[arg(long, default_value_t = 4_000)]
    updates: usize,
    /// The instructions: baseline, avx2 or avx512; the best ones by default.
    #[arg(long)]
    level: Option<String>,
    /// Only optimizers whose name has this in it.
    #[arg(long, default_value = "")]
    only: String,
}

/// A type that memory holds.
trait Memory: Storage<Arithmetic = f32> {
    type Bits: Pod;
    fn of(bits: &[Self::Bits]) -> &[Self];
    fn of_mut(bits: &mut [Self::Bits]) -> &mut [Self];
    fn bits(number: f32) -> Self::Bits;
}

impl Memory for f32 {
    type Bits = Self;
    fn of(bits: &[Self]) -> &[Self] {
        bits
    }
    fn of_mut(bits: &mut [Self]) -> &mut [Self] {
        bits
    }
    fn bits(number: f32) -> Self {
        number
    }
}

macro_rules! sixteen {
    ($($type:ident),*) => {$(impl Memory for $type {
        type Bits = u16;
        fn of(bits: &[u16]) -> &[Self] {
            bits.reinterpret_cast()
        }
        fn of_mut(bits: &mut [u16]) -> &mut [Self] {
            bits.reinterpret_cast_mut()
        }
        fn bits(number: f32) -> u16 {
            Self::from_f32(number).to_bits()
        }
    })*};
}
sixteen!(bf16, f16);

/// A table, its states, and the gradient of some rows.
struct Table<V: Memory, const STATES: usize> {
    ids: Vec<i64>,
    gradient: Buffer<V::Bits>,
    weight: Buffer<V::Bits>,
    states: [Buffer<f32>; STATES],
}

fn rows<V: Number>(data: &mut [V]) -> Result<RowsMut<'_, V, i64>> {
    Ok(DenseMut::new(data.len() / ROW_LENGTH, ROW_LENGTH, data)?.into())
}

impl<V: Memory, const STATES: usize> Table<V, STATES> {
    fn new(rows: usize, touched: usize) -> Result<Self> {
        // Not evenly apart, as no processor may foresee them.
        let every = rows / touched;
        let ids: Vec<_> = (0..touched).map(|k| (k * every + k * 7919 % every) as i64).collect();
        let number = |k: usize| V::bits((k * 7919 % 1024) as f32 / 1024.0 - 0.5);
        let filled = |length: usize| -> Result<Buffer<V::Bits>> {
            let mut buffer = Buffer::zeros(length, Pages::Huge)?;
            buffer.iter_mut().enumerate().for_each(|(k, to)| *to = number(k));
            Ok(buffer)
        };
        let mut states = Vec::new();
        for _ in 0..STATES {
            let mut state = Buffer::zeros(rows * ROW_LENGTH, Pages::Huge)?;
            state.fill(FIRST_STATE);
            states.push(state);
        }
        let Ok(states) = states.try_into() else { bail!("there are {STATES} states") };
        Ok(Self { ids, gradient: filled(touched * ROW_LENGTH)?, weight: filled(rows * ROW_LENGTH)?, states })
    }

    fn views(&mut self) -> Result<Views<'_, V, STATES>> {
        let Self { ids, gradient, weight, states } = self;
        let gradient = RowSparse::new(weight.len() / ROW_LENGTH, ROW_LENGTH, ids, V::of(gradient))?;
        let mut views = [(); STATES].map(|()| RowsMut::default());
        for (view, state) in views.iter_mut().zip(states) {
            *view = rows(&mut state[..])?;
        }
        Ok((gradient, rows(V::of_mut(weight))?, views))
    }
}

/// The gradient, the weight and the states.
type Views<'a, V, const STATES: usize> = (RowSparse<'a, V, i64>, RowsMut<'a, V, i64>, [RowsMut<'a, f32, i64>; STATES]);

/// What is timed: one step.
type Step<'a> = Box<dyn FnMut() -> Result<()> + 'a>;

fn full<R: Rule<f32, N> + 'static, const N: usize, const STATES: usize>(
    rule: R,
    mut table: Table<f32, STATES>,
) -> Step<'static> {
    Box::new(move || {
        let (gradient, weight, states) = table.views()?;
        let mut all = [(); N].map(|()| RowsMut::default());
        for (to, from) in all.iter_mut().zip([weight].into_iter().chain(states)) {
            *to = from;
        }
        Ok(optim::update(&rule, gradient, all)?)
    })
}

fn mixed<V: Memory, R: Rule<f32, N> + 'static, const N: usize, const STATES: usize>(
    rule: R,
    rounding: Rounding,
    mut table: Table<V, STATES>,
) -> Step<'static> {
    Box::new(move || {
        let (gradient, weight, states) = table.views()?;
        Ok(optim::update_mixed(&rule, gradient, weight, None, states, rounding)?)
    })
}

const STOCHASTIC: Rounding = Rounding::Stochastic(RoundingStream { seed: 1, parameter: 2, step: 3, first_row: 0 });

impl Arguments {
    fn optimizer<R: Rule<f32, N> + 'static, const N: usize, const STATES: usize>(
        &self,
        name: &str,
        rule: R,
    ) -> Result<()> {
        if !name.contains(&self.only) {
            return Ok(());
        }
        for &touched in &self.touched {
            ensure!((1..=self.rows).contains(&touched), "{touched} rows are touched, of {}", self.rows);
            let mut steps: [(&str, Step); 4] = [
                ("f32", full(rule, Table::<f32, STATES>::new(self.rows, touched)?)),
                ("bf16", mixed(rule, Rounding::Nearest, Table::<bf16, STATES>::new(self.rows, touched)?)),
                ("f16", mixed(rule, Rounding::Nearest, Table::<f16, STATES>::new(self.rows, touched)?)),
                ("bf16, stochastic", mixed(rule, STOCHASTIC, Table::<bf16, STATES>::new(self.rows, touched)?)),
            ];
            let repeats = (self.updates / touched).max(1);
            let mut times = [(); 4].map(|()| Vec::new());
            for round in 0..=self.rounds.get() {
                for ((_, step), times) in steps.iter_mut().zip(&mut times) {
                    let start = Instant::now();
                    for _ in 0..repeats {
                        step()?;
                    }
                    // The first round warms up.
                    if round > 0 {
                        times.push(start.elapsed().as_secs_f64() * 1e9 / (repeats * touched) as f64);
                    }
                }
            }
            let [of_full, ..] = &times;
            for (number, times) in times.iter().enumerate() {
                let mut ratios: Vec<_> = of_full.iter().zip(times).map(|(full, time)| full / time).collect();
                println!(
                    "| {name} | {touched} | {} | {} | {:.2} | {:.2} |",
                    steps[number].0,
                    shown(Some(least(times))),
                    least(of_full) / least(times),
                    median(&mut ratios)
                );
            }
        }
        Ok(())
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(name) = &arguments.level {
        let Some(&level) = Level::ALL.iter().find(|level| level.name() == name) else { bail!("no level named {name}") };
        dispatch::force(Some(level))?;
    }
    println!(
        "| optimizer | rows | weight | ns a row, fastest | f32's fastest divided by it | median of the rounds' ratios |"
    );
    println!("|---|--:|---|--:|--:|--:|");
    arguments.optimizer::<_, 1, 0>("sgd", optim::Sgd::new(0.01))?;
    arguments.optimizer::<_, 2, 1>("momentum", optim::SgdMomentum::new(0.01, 0.9))?;
    arguments.optimizer::<_, 2, 1>("adagrad", optim::AdaGrad::new(0.01, 1e-7))?;
    arguments.optimizer::<_, 3, 2>("adam", optim::Adam::new(0.01, 0.9, 0.999, 1e-8))
}
