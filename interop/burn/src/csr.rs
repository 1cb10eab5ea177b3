//! A csr matrix, whose products are operators of burn's autodiff.
//!
//! The product and the product at stored places are each other's gradients. They are computed on the CPU: a tensor of
//! another device goes there and comes back, by burn's own transfer, which has a gradient.
use crate::element::{Host, Tracked, host, numbers, of_burn, values};
use crate::{Element, Error, Result};
use burn::backend::autodiff::NodeId;
use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::NoCheckpointing;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind, binary};
use burn::backend::{Flex, TensorMetadata};
use burn::tensor::{DType, Device, GradientCheckpointingStrategy, Int, Shape, Tensor};
use lacuna_interop::training::{Places, narrow};
use std::ops::Deref;

/// The places of a csr matrix of R x K, checked once and shared by clones. Its values come with each call: a tensor,
/// which may be trained.
///
/// Tensors are `F32` or `F64`, both of a call alike. Results and gradients have the same bits on any number of threads.
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use lacuna_burn::CsrMatrix;
///
/// let device = Device::flex().autodiff();
/// // [[10, 0, 2], [0, 0, 3]]
/// let a = CsrMatrix::new((2, 3), vec![0, 2, 3], vec![0, 2, 2])?;
/// let values = Tensor::<1>::from_data([10.0, 2.0, 3.0], &device).require_grad();
/// let b = Tensor::<2>::from_data([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], &device);
///
/// let product = a.matmul(values.clone(), b)?;
/// assert_eq!(product.to_data(), [[20.0_f32, 32.0], [15.0, 18.0]].into());
/// let gradients = product.clone().sum().backward();
/// assert_eq!(values.grad(&gradients).unwrap().to_data(), [3.0_f32, 11.0, 11.0].into());
/// assert_eq!(a.t().matmul(values, product)?.dims(), [3, 2]);
/// # Ok::<(), lacuna_burn::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CsrMatrix(Places);

/// For what is read: the shape, the number of entries and their places.
impl Deref for CsrMatrix {
    type Target = Places;

    fn deref(&self) -> &Places {
        &self.0
    }
}

impl CsrMatrix {
    /// From `indptr` and `indices`, as [`Places::new`] says.
    ///
    /// # Errors
    /// As there.
    pub fn new(shape: (usize, usize), indptr: Vec<u32>, indices: Vec<u32>) -> Result<Self> {
        Ok(Self(Places::new(shape, indptr, indices)?))
    }

    /// The same from tensors.
    ///
    /// # Errors
    /// As [`new`](Self::new), and for a number that 32 bits do not hold.
    pub fn from_tensors(shape: (usize, usize), indptr: Tensor<1, Int>, indices: Tensor<1, Int>) -> Result<Self> {
        Self::new(shape, narrow("indptr", numbers(indptr)?)?, narrow("indices", numbers(indices)?)?)
    }

    /// The transposed matrix, for products. It shares the places.
    #[must_use]
    pub fn t(&self) -> Self {
        Self(self.0.t())
    }

    /// `A B`: for `values` of shape (entries) and `b` of (K, n) a tensor of (R, n), for one of (K) one of (R).
    ///
    /// The gradient of `b` is `A^T G`; that of `values` is `G B^T` at the stored places alone. Only those are computed
    /// that lead to a tensor that requires one.
    ///
    /// # Errors
    /// For tensors of another shape or type than these, of two types, or on two devices.
    pub fn matmul<const D: usize>(&self, values: Tensor<1>, b: Tensor<D>) -> Result<Tensor<D>> {
        self.check_product(&values.dims(), &b.dims())?;
        apply(Operator { places: self.0.clone(), at_places: false }, ["values", "b"], values, b)
    }

    /// `left right^T` at the stored places: for `left` of (R, n) and `right` of (K, n), or of (R) and (K), a tensor of
    /// (entries). Scores of edges of a graph are such products.
    ///
    /// With the gradient as values of a matrix S of the same places, the gradient of `left` is `S right`, and that of
    /// `right` is `S^T left`.
    ///
    /// # Errors
    /// For tensors of another shape or type than these, of two types, or on two devices.
    pub fn matmul_at_places<const D: usize>(&self, left: Tensor<D>, right: Tensor<D>) -> Result<Tensor<1>> {
        self.check_product_at_places(&left.dims(), &right.dims())?;
        apply(Operator { places: self.0.clone(), at_places: true }, ["left", "right"], left, right)
    }
}

/// Both products, of operands whose shapes were checked.
#[derive(Clone, Debug)]
struct Operator {
    places: Places,
    at_places: bool,
}

impl Operator {
    fn typed<V: Element>(&self, left: &Host, right: &Host) -> Result<Host> {
        let n = right.shape().as_slice().get(1).copied();
        let (left, right) = (values::<V>(left), values::<V>(right));
        if self.at_places {
            let values = self.places.multiply_at_places(&left, &right, n.unwrap_or(1))?;
            return Ok(host(values, [self.places.nnz()]));
        }
        let (product, (rows, _)) = (self.places.multiply(&left, &right, n.unwrap_or(1))?, self.places.shape());
        let shape = n.map_or_else(|| Shape::from([rows]), |n| Shape::from([rows, n]));
        Ok(host(product, shape))
    }

    fn run(&self, left: &Host, right: &Host) -> Result<Host> {
        match left.dtype() {
            DType::F32 => self.typed::<f32>(left, right),
            _ => self.typed::<f64>(left, right),
        }
    }

    /// As a part of a gradient, whose shapes are those of the operands.
    fn known(&self, left: &Host, right: &Host) -> Host {
        self.run(left, right).unwrap_or_else(|error| unreachable!("{error}"))
    }
}

impl Backward<Flex, 2> for Operator {
    /// The operands, where the gradient of the other one needs them.
    type State = [Option<NodeId>; 2];

    fn backward(self, ops: Ops<Self::State, 2>, gradients: &mut Gradients, checkpointer: &mut Checkpointer) {
        let [left, right] = ops.state.map(|node| node.map(|node| checkpointer.retrieve_node_output::<Host>(node)));
        let plain = Self { places: self.places.clone(), at_places: false };
        let transposed = Self { places: self.places.t(), at_places: false };
        let at_places = Self { places: self.places, at_places: true };
        // One of them is called only where the other operand was kept.
        let of_left = |above: Host| match right {
            Some(right) if self.at_places => plain.known(&above, &right),
            Some(right) => at_places.known(&above, &right),
            None => above,
        };
        let of_right = |above: Host| match left {
            Some(left) if self.at_places => transposed.known(&above, &left),
            Some(left) => transposed.known(&left, &above),
            None => above,
        };
        binary::<Flex, _, _>(ops.parents, ops.node, gradients, of_left, of_right);
    }
}

/// Calls an operator where the kernels are, in a graph if an operand has one.
fn apply<const L: usize, const R: usize, const O: usize>(
    operator: Operator,
    names: [&'static str; 2],
    left: Tensor<L>,
    right: Tensor<R>,
) -> Result<Tensor<O>> {
    let found = [left.dtype(), right.dtype()];
    if found[0] != found[1] || !matches!(found[0], DType::F32 | DType::F64) {
        return Err(Error::Types { names, found });
    }
    let device = left.device();
    if device != right.device() {
        let found = format!("{device:?}, {:?}", right.device());
        return Err(Error::Apart { names, what: "devices", found });
    }
    let strategies = [left.gradient_checkpointing_strategy(), right.gradient_checkpointing_strategy()];
    if let [Some(one), Some(other)] = strategies
        && one != other
    {
        let found = format!("{one:?}, {other:?}");
        return Err(Error::Apart { names, what: "strategies of checkpointing", found });
    }
    let (left, right) = (to_host(left), to_host(right));
    let [one, other] = strategies;
    let Some(strategy) = one.or(other) else {
        let [left, right] =
            [left.try_into_primitive::<Flex>().map_err(of_burn)?, right.try_into_primitive::<Flex>().map_err(of_burn)?];
        return Ok(Tensor::from_primitive::<Flex>(operator.run(&left, &right)?).to_device(&device));
    };
    let left = in_graph(left).try_into_primitive::<Tracked>().map_err(of_burn)?;
    let right = in_graph(right).try_into_primitive::<Tracked>().map_err(of_burn)?;
    let product = operator.run(left.primitive(), right.primitive())?;
    let (left_tracked, right_tracked) = (left.is_tracked(), right.is_tracked());
    let prepared = operator.prepare::<NoCheckpointing>([left.node(), right.node()]).compute_bound().stateful();
    let product = match prepared {
        OpsKind::Tracked(mut prepared) => {
            let left = right_tracked.then(|| prepared.checkpoint(&left));
            let right = left_tracked.then(|| prepared.checkpoint(&right));
            prepared.finish([left, right], product)
        }
        OpsKind::UnTracked(prepared) => prepared.finish(product),
    };
    Ok(from_graph(Tensor::from_primitive::<Tracked>(product), strategy, &device))
}

/// The tensor on the CPU.
fn to_host<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
    let host = Device::flex();
    if tensor.device() == host { tensor } else { tensor.to_device(&host) }
}

/// The tensor in a graph, of the one strategy that the operators here are of: they recompute nothing.
fn in_graph<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
    tensor.autodiff().with_gradient_checkpointing_strategy(GradientCheckpointingStrategy::default())
}

/// A result with the strategy of its operands, on their device.
pub(crate) fn from_graph<const D: usize>(
    tensor: Tensor<D>,
    strategy: GradientCheckpointingStrategy,
    device: &Device,
) -> Tensor<D> {
    let tensor = tensor.with_gradient_checkpointing_strategy(strategy);
    if tensor.device() == *device { tensor } else { tensor.to_device(device) }
}
