//! A training that is drawn from the numbers of its epochs, on a table and on plain arrays.
use lacuna::optim::{AdaGrad, adagrad};
use lacuna::random::Stream;
use lacuna::{DenseMut, RowSparse};
use lacuna_runtime::table::{Options, Table};
use std::path::Path;

pub const ROWS: usize = 96;
pub const LENGTH: usize = 7;
pub const ARRAYS: [(&str, usize); 2] = [("weight", LENGTH), ("history", LENGTH)];
pub const STEPS: u64 = 4;

/// The gradient of a step: some rows, ascending.
pub fn gradient(epoch: u64, step: u64) -> (Vec<u32>, Vec<f32>) {
    let stream = Stream::new(epoch, step);
    let ids: Vec<u32> = (0..ROWS as u32).filter(|&row| stream.block(row.into())[0].is_multiple_of(6)).collect();
    let value = |k: usize| stream.block((ROWS + k) as u64)[1] as f32 / (1_u32 << 31) as f32 - 1.0;
    let values = (0..ids.len() * LENGTH).map(value).collect();
    (ids, values)
}

pub fn hyper() -> AdaGrad<f32> {
    AdaGrad { weight_decay: 0.01, ..AdaGrad::new(0.1, 1e-7) }
}

/// The arrays without a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    pub epoch: u64,
    pub weight: Vec<f32>,
    pub history: Vec<f32>,
}

impl Plain {
    pub fn new() -> Self {
        Self { epoch: 0, weight: vec![0.0; ROWS * LENGTH], history: vec![0.0; ROWS * LENGTH] }
    }

    pub fn step(&mut self, epoch: u64, step: u64) {
        let (ids, values) = gradient(epoch, step);
        let gradient = RowSparse::new(ROWS, LENGTH, &ids, &values).unwrap();
        let [weight, history] =
            [&mut self.weight, &mut self.history].map(|array| DenseMut::new(ROWS, LENGTH, array).unwrap().into());
        adagrad(&hyper(), gradient, weight, history).unwrap();
    }

    pub fn advance(&mut self, epoch: u64) {
        while self.epoch < epoch {
            self.epoch += 1;
            (0..STEPS).for_each(|step| self.step(self.epoch, step));
        }
    }

    pub fn at(epoch: u64) -> Self {
        let mut plain = Self::new();
        plain.advance(epoch);
        plain
    }

    /// Equal to the bit.
    pub fn is(&self, table: &Table<f32>) -> bool {
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        let same = |name, values: &[f32]| bits(table.array(name).unwrap().data()) == bits(values);
        same("weight", &self.weight) && same("history", &self.history)
    }
}

pub fn create(path: &Path, options: &Options) -> Table<f32> {
    Table::create(path, ROWS, &ARRAYS, options).unwrap()
}

pub fn step(table: &mut Table<f32>, epoch: u64, step: u64) {
    let (ids, values) = gradient(epoch, step);
    table.update(&hyper(), RowSparse::new(ROWS, LENGTH, &ids, &values).unwrap()).unwrap();
}

pub fn advance(table: &mut Table<f32>, epoch: u64) {
    while table.epoch() < epoch {
        let next = table.epoch() + 1;
        (0..STEPS).for_each(|number| step(table, next, number));
        assert_eq!(table.commit().unwrap(), next);
    }
}
