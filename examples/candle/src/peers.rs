//! The same table by candle alone: what the tests compare with, and what the bench measures against.
use crate::model::Table;
use crate::{Bags, Element};
use candle_core::backprop::GradStore;
use candle_core::{Device, Error, Result, Tensor, Var, bail};
use candle_nn::{Optimizer, SGD};
use std::sync::Arc;

/// Sums the rows of all ids, one row an id, by bag.
fn sum_rows<V: Element>(rows: &Tensor, bags: &Bags<V>) -> Result<Tensor> {
    let (count, dimension) = rows.dims2()?;
    let weighted = if bags.weights().iter().all(|&weight| weight == V::ONE) {
        rows.clone()
    } else {
        rows.broadcast_mul(&Tensor::from_slice(bags.weights(), (count, 1), &Device::Cpu)?)?
    };
    let mut bag_of_row = Vec::with_capacity(count);
    for (bag, bounds) in (0_u32..).zip(bags.indptr().windows(2)) {
        bag_of_row.extend((bounds[0]..bounds[1]).map(|_| bag));
    }
    Tensor::zeros((bags.len(), dimension), V::DTYPE, &Device::Cpu)?.index_add(
        &Tensor::new(bag_of_row, &Device::Cpu)?,
        &weighted,
        0,
    )
}

fn ids<V: Element>(bags: &Bags<V>) -> Result<Tensor> {
    Tensor::from_slice(bags.ids(), bags.ids().len(), &Device::Cpu)
}

/// The sums of rows by bag from candle's operators, whose gradient is a dense table.
pub fn sum_bags<V: Element>(table: &Tensor, bags: &Bags<V>) -> Result<Tensor> {
    sum_rows(&table.index_select(&ids(bags)?, 0)?, bags)
}

/// candle's standard way: the table is a variable with a dense gradient, trained by `candle_nn::SGD`.
pub struct DenseTable {
    table: Var,
    sgd: SGD,
}

impl DenseTable {
    /// A table without momentum.
    pub fn new(table: Var, learning_rate: f64) -> Result<Self> {
        Ok(Self { sgd: SGD::new(vec![table.clone()], learning_rate)?, table })
    }
}

impl Table for DenseTable {
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor> {
        sum_bags(&self.table, bags)
    }

    fn step(&mut self, gradients: &GradStore) -> Result<usize> {
        self.sgd.step(gradients)?;
        self.table.dim(0)
    }

    fn values(&self) -> &Tensor {
        &self.table
    }
}

/// The quickest that we know of without another crate, for plain SGD alone: the graph is cut at the gathered rows, and
/// their gradients, one for each id, are added into the table in place.
pub struct ScatterTable {
    table: Tensor,
    learning_rate: f64,
    /// The gathered rows of the last forward pass, and the ids that they were gathered by.
    gathered: Option<(Var, Tensor)>,
}

impl ScatterTable {
    /// A table without momentum.
    pub fn new(table: Tensor, learning_rate: f64) -> Self {
        Self { table, learning_rate, gathered: None }
    }
}

impl Table for ScatterTable {
    fn sum_bags(&mut self, bags: &Arc<Bags<f32>>) -> Result<Tensor> {
        let ids = ids(bags)?;
        let rows = Var::from_tensor(&self.table.index_select(&ids, 0)?)?;
        let sums = sum_rows(&rows, bags)?;
        self.gathered = Some((rows, ids));
        Ok(sums)
    }

    fn step(&mut self, gradients: &GradStore) -> Result<usize> {
        let Some((rows, ids)) = self.gathered.take() else { bail!("a step before a forward pass") };
        let Some(gradient) = gradients.get(&rows) else { return Err(Error::msg("the rows have no gradient")) };
        let ids = ids.unsqueeze(1)?.broadcast_as(gradient.shape())?.contiguous()?;
        self.table.scatter_add_set(&ids, &(gradient * -self.learning_rate)?, 0)?;
        ids.dim(0)
    }

    fn values(&self) -> &Tensor {
        &self.table
    }
}
