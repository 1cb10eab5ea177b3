//! A weight with its states, updated in several ways.
use anyhow::Result;
use half::bf16;
use lacuna::optim::exact::{self, CatchUp, Record, Schedule};
use lacuna::optim::{Rounding, RoundingStream, Rule, update, update_mixed};
use lacuna::{Dense, DenseMut, RowSparse, RowsMut, embedding};

/// What a model reads and updates.
pub trait Table {
    /// The rows of `ids`, which ascend.
    fn read(&mut self, ids: &[i32], out: &mut [f32]) -> Result<()>;
    /// One step, with the gradient of these rows.
    fn step(&mut self, ids: &[i32], gradient: &[f32]) -> Result<()>;
    /// Brings all rows up to date.
    fn flush(&mut self) -> Result<()>;
}

fn views<'a, const N: usize>(rows: usize, arrays: &'a mut [Vec<f32>; N]) -> Result<[RowsMut<'a, f32, i32>; N]> {
    let mut views = [const { None }; N];
    for (view, array) in views.iter_mut().zip(arrays) {
        *view = Some(DenseMut::new(rows, array.len() / rows, array)?.into());
    }
    Ok(views.map(Option::unwrap_or_default))
}

/// The weight, and states of zeros.
fn arrays<const N: usize>(weight: &[f32]) -> [Vec<f32>; N] {
    std::array::from_fn(|array| if array == 0 { weight.to_vec() } else { vec![0.0; weight.len()] })
}

/// Lazy or standard updates, as the rule of a step says.
pub struct Plain<F, const N: usize> {
    arrays: [Vec<f32>; N],
    rows: usize,
    rule: F,
    steps: u64,
}

impl<F, const N: usize> Plain<F, N> {
    /// A table of `rows` rows. `rule` gives the hyper-parameters of each step, from 1.
    pub fn new(weight: &[f32], rows: usize, rule: F) -> Self {
        Self { arrays: arrays(weight), rows, rule, steps: 0 }
    }
}

impl<R: Rule<f32, N>, F: FnMut(u64) -> R, const N: usize> Table for Plain<F, N> {
    fn read(&mut self, ids: &[i32], out: &mut [f32]) -> Result<()> {
        read(&self.arrays[0], self.rows, ids, out)
    }

    fn step(&mut self, ids: &[i32], gradient: &[f32]) -> Result<()> {
        self.steps += 1;
        let columns = self.arrays[0].len() / self.rows;
        let gradient = RowSparse::new(self.rows, columns, ids, gradient)?;
        Ok(update(&(self.rule)(self.steps), gradient, views(self.rows, &mut self.arrays)?)?)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

fn read(weight: &[f32], rows: usize, ids: &[i32], out: &mut [f32]) -> Result<()> {
    let columns = weight.len() / rows;
    Ok(embedding::lookup(ids, Dense::new(rows, columns, weight)?, DenseMut::new(ids.len(), columns, out)?)?)
}

/// Exact lazy updates.
pub struct Exact<'a, R: CatchUp<f32, N>, F, const N: usize> {
    arrays: [Vec<f32>; N],
    rows: usize,
    rule: F,
    steps: u64,
    schedule: Schedule<'a, R, f32, N>,
    stamps: Vec<u32>,
}

impl<'a, R: CatchUp<f32, N>, F, const N: usize> Exact<'a, R, F, N> {
    /// As [`Plain::new`]; all rows are brought up to date when `memory` is full.
    pub fn new(weight: &[f32], rows: usize, rule: F, memory: &'a mut [Option<Record<R, f32, N>>]) -> Self {
        Self { arrays: arrays(weight), rows, rule, steps: 0, schedule: Schedule::new(memory), stamps: vec![0; rows] }
    }
}

impl<R: CatchUp<f32, N>, F: FnMut(u64) -> R, const N: usize> Table for Exact<'_, R, F, N> {
    fn read(&mut self, ids: &[i32], out: &mut [f32]) -> Result<()> {
        exact::catch_up(&self.schedule, ids, views(self.rows, &mut self.arrays)?, &mut self.stamps)?;
        read(&self.arrays[0], self.rows, ids, out)
    }

    fn step(&mut self, ids: &[i32], gradient: &[f32]) -> Result<()> {
        self.steps += 1;
        if self.schedule.is_full() {
            self.flush()?;
        }
        let columns = self.arrays[0].len() / self.rows;
        let gradient = RowSparse::new(self.rows, columns, ids, gradient)?;
        let states = views(self.rows, &mut self.arrays)?;
        Ok(exact::update(&mut self.schedule, &(self.rule)(self.steps), gradient, states, &mut self.stamps)?)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(exact::flush(&mut self.schedule, views(self.rows, &mut self.arrays)?, &mut self.stamps)?)
    }
}

/// A weight of bf16, with states of f32, updated lazily.
pub struct Sixteen<F, const STATES: usize> {
    weight: Vec<bf16>,
    states: [Vec<f32>; STATES],
    rows: usize,
    rule: F,
    steps: u64,
    is_stochastic: bool,
}

impl<F, const STATES: usize> Sixteen<F, STATES> {
    /// As [`Plain::new`]; rounded to the nearest number, or stochastically.
    pub fn new(weight: &[f32], rows: usize, rule: F, is_stochastic: bool) -> Self {
        let states = std::array::from_fn(|_| vec![0.0; weight.len()]);
        Self {
            weight: weight.iter().map(|&w| bf16::from_f32(w)).collect(),
            states,
            rows,
            rule,
            steps: 0,
            is_stochastic,
        }
    }

    fn columns(&self) -> usize {
        self.weight.len() / self.rows
    }

    /// One step of a rule of `N` arrays.
    fn step_of<R: Rule<f32, N>, const N: usize>(&mut self, ids: &[i32], gradient: &[f32]) -> Result<()>
    where
        F: FnMut(u64) -> R,
    {
        let (rows, columns) = (self.rows, self.columns());
        let stream = RoundingStream { seed: 1, parameter: 0, step: self.steps, first_row: 0 };
        let rounding = if self.is_stochastic { Rounding::Stochastic(stream) } else { Rounding::Nearest };
        self.steps += 1;
        let gradient: Vec<bf16> = gradient.iter().map(|&g| bf16::from_f32(g)).collect();
        let states = views(rows, &mut self.states)?;
        let weight = DenseMut::new(rows, columns, &mut self.weight)?.into();
        Ok(update_mixed(
            &(self.rule)(self.steps),
            RowSparse::new(rows, columns, ids, &gradient)?,
            weight,
            None,
            states,
            rounding,
        )?)
    }
}

macro_rules! sixteen {
    ($($states:literal $arrays:literal $rule:path),*) => {$(
        impl<F: FnMut(u64) -> $rule> Table for Sixteen<F, $states> {
            fn read(&mut self, ids: &[i32], out: &mut [f32]) -> Result<()> {
                let columns = self.columns();
                for (&id, out) in ids.iter().zip(out.chunks_mut(columns)) {
                    let row = &self.weight[id as usize * columns..(id as usize + 1) * columns];
                    out.iter_mut().zip(row).for_each(|(out, w)| *out = w.to_f32());
                }
                Ok(())
            }
            fn step(&mut self, ids: &[i32], gradient: &[f32]) -> Result<()> {
                self.step_of::<_, $arrays>(ids, gradient)
            }
            fn flush(&mut self) -> Result<()> {
                Ok(())
            }
        }
    )*};
}
sixteen!(0 1 lacuna::optim::Sgd<f32>, 1 2 lacuna::optim::AdaGrad<f32>);
