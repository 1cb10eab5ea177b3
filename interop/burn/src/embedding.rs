//! An embedding as an operator of burn's autodiff.
//!
//! burn gives each parameter a dense gradient of its shape, so a table is none: it stays in memory of this crate. Sums
//! of its rows enter a graph by an operator whose backward pass makes the row_sparse gradient and puts it beside the
//! table. The graph is whole (the table may be used several times and anywhere in it), what never sees a backward pass
//! is dropped with its graph, and no step makes anything of the table's size.
use crate::csr::from_graph;
use crate::element::{Host, Tracked, host, numbers, of_burn, values};
use crate::{Bags, Element, Error, Result, RowSparseGradient};
use burn::backend::Flex;
use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::NoCheckpointing;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind};
use burn::tensor::{Device, Int, Tensor, TensorData};
use lacuna::Dense;
use lacuna_interop::training::{self, Beside, Embedding, narrow};
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, PoisonError, RwLock};

/// A table of N x L whose gradient is row_sparse. A clone is the same table, with the same gradients.
///
/// In a module it is a field with `#[module(skip)]`: it is no parameter, and its table is saved by
/// [`table`](Self::table).
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use lacuna_burn::SparseEmbedding;
///
/// let device = Device::flex().autodiff();
/// let table = Tensor::<2>::from_data([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], &device);
/// let embedding = SparseEmbedding::<f32>::new(table)?;
/// let rows = embedding.forward(Tensor::from_data([[2, 0, 2]], &device))?;
/// assert_eq!(rows.to_data(), [[[5.0_f32, 6.0], [1.0, 2.0], [5.0, 6.0]]].into());
///
/// rows.sum().backward();
/// let gradient = embedding.take_gradient()?.unwrap();
/// assert_eq!((gradient.indices(), gradient.data()), (&[0, 2][..], &[1.0, 1.0, 2.0, 2.0][..]));
/// # Ok::<(), lacuna_burn::Error>(())
/// ```
#[derive(Clone)]
pub struct SparseEmbedding<V>(Arc<Shared<V>>);

struct Shared<V> {
    table: RwLock<Vec<V>>,
    shape: (usize, usize),
    beside: Arc<Beside<V>>,
}

impl<V> Debug for SparseEmbedding<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("SparseEmbedding").field("shape", &self.0.shape).finish_non_exhaustive()
    }
}

impl<V: Element> SparseEmbedding<V> {
    /// The embedding of a table, whose values are copied.
    ///
    /// # Errors
    /// For a table of another type, and for rows without values.
    pub fn new(table: Tensor<2>) -> Result<Self> {
        let [rows, length] = table.dims();
        Self::from_vec((rows, length), read("a table", table)?)
    }

    /// The embedding of a table of so many rows and their length, row after row, which is not copied.
    ///
    /// # Errors
    /// For another number of values, and for rows without values.
    pub fn from_vec(shape: (usize, usize), values: Vec<V>) -> Result<Self> {
        if shape.1 == 0 {
            return Err(Error::Length { rows: shape.0 });
        }
        if shape.0.checked_mul(shape.1) != Some(values.len()) {
            return Err(Error::Table { found: values.len(), shape });
        }
        Ok(Self(Arc::new(Shared { table: RwLock::new(values), shape, beside: Arc::default() })))
    }

    /// A copy of the table, of rows that are up to date: to save it, or for what else reads it.
    ///
    /// # Errors
    /// Never.
    pub fn table(&self, device: &Device) -> Result<Tensor<2>> {
        self.flush_all()?;
        let (rows, length) = self.0.shape;
        let values = self.0.table.read().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Tensor::from_data(TensorData::new(values, [rows, length]), (device, V::DTYPE)))
    }

    /// A plain look-up, with the interface of `burn::nn::Embedding`: one row of the table for each id, on the device of
    /// the ids. With autodiff there, the rows have a gradient.
    ///
    /// # Errors
    /// For an id that is not a row's.
    pub fn forward(&self, ids: Tensor<2, Int>) -> Result<Tensor<3>> {
        let (device, [sentences, words], (vocabulary, length)) = (ids.device(), ids.dims(), self.0.shape);
        let bags = Bags::lookup(vocabulary, narrow("ids", numbers(ids)?)?)?;
        Ok(self.sum_bags(Arc::new(bags), &device)?.reshape([sentences, words, length]))
    }

    /// The sums of the table's rows by bag, each row times the weight of its entry: of shape (bags, L), on a device.
    /// With autodiff there, the sums have a gradient.
    ///
    /// # Errors
    /// For bags of another vocabulary than the table has rows.
    pub fn sum_bags(&self, bags: Arc<Bags<V>>, device: &Device) -> Result<Tensor<2>> {
        let (vocabulary, (rows, length)) = (bags.vocabulary(), self.0.shape);
        if vocabulary != rows {
            return Err(training::Error::Vocabulary { vocabulary, rows }.into());
        }
        self.catch_up(bags.ids())?;
        let table = self.0.table.read().unwrap_or_else(PoisonError::into_inner);
        let sums = host(bags.sums(Dense::new(rows, length, &table)?)?, [bags.len(), length]);
        drop(table);
        let Some(strategy) = device.gradient_checkpointing_strategy() else {
            return Ok(Tensor::from_primitive::<Flex>(sums).to_device(device));
        };
        // What makes the sums a part of the graph. It gets no gradient.
        let leaf = Tensor::<1>::empty([0], &Device::flex().autodiff()).require_grad();
        let leaf = leaf.try_into_primitive::<Tracked>().map_err(of_burn)?;
        let operator = BagSum { bags, beside: self.0.beside.clone(), length };
        let sums = match operator.prepare::<NoCheckpointing>([leaf.node()]).compute_bound().stateful() {
            OpsKind::Tracked(prepared) => prepared.finish((), sums),
            OpsKind::UnTracked(prepared) => prepared.finish(sums),
        };
        Ok(from_graph(Tensor::from_primitive::<Tracked>(sums), strategy, device))
    }

    /// Takes the sum of the gradients that backward passes have left since the last call; `None` if there were none.
    ///
    /// # Errors
    /// Never.
    pub fn take_gradient(&self) -> Result<Option<RowSparseGradient<V>>> {
        self.take_gradient_sum()
    }
}

/// The values of a matrix of this type.
fn read<V: Element>(name: &str, tensor: Tensor<2>) -> Result<Vec<V>> {
    if tensor.dtype() != V::DTYPE {
        return Err(Error::Type { name: name.to_owned(), found: tensor.dtype(), needed: V::DTYPE });
    }
    tensor.try_into_data().map_err(of_burn)?.try_into_vec().map_err(of_burn)
}

impl<V: Element> Embedding<V> for SparseEmbedding<V> {
    type State = Tensor<2>;
    type Error = Error;

    fn shape(&self) -> (usize, usize) {
        self.0.shape
    }

    fn beside(&self) -> &Beside<V> {
        &self.0.beside
    }

    fn change(&self, change: impl Fn(&mut [V]) -> training::Result<()>) -> Result<()> {
        Ok(change(&mut self.0.table.write().unwrap_or_else(PoisonError::into_inner))?)
    }

    fn to_state(&self, values: &[V]) -> Result<Tensor<2>> {
        let (rows, length) = self.0.shape;
        Ok(Tensor::from_primitive::<Flex>(host(values.to_vec(), [rows, length])))
    }

    fn of_state(&self, name: &str, state: &Tensor<2>) -> Result<Vec<V>> {
        let (found, table) = (state.dims(), self.0.shape.into());
        if found != table {
            return Err(Error::State { name: name.to_owned(), found, table });
        }
        read(&format!("state {name}"), state.clone())
    }

    fn refuse(error: training::Error) -> Error {
        error.into()
    }
}

/// A table to its sums by bag.
#[derive(Debug)]
struct BagSum<V> {
    bags: Arc<Bags<V>>,
    beside: Arc<Beside<V>>,
    length: usize,
}

impl<V: Element> Backward<Flex, 1> for BagSum<V> {
    type State = ();

    fn backward(self, ops: Ops<(), 1>, gradients: &mut Gradients, _: &mut Checkpointer) {
        let above: Host = gradients.consume::<Flex>(&ops.node);
        let above = values(&above);
        let above = Dense::new(self.bags.len(), self.length, &above).map_err(training::Error::from);
        // The gradient is of the shape of the sums.
        above.and_then(|above| self.beside.leave(&self.bags, above)).unwrap_or_else(|error| unreachable!("{error}"));
    }
}
