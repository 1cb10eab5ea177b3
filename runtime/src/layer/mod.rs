//! Layers of neurons: [`Layer`], and [`Network`], which holds their parameters.
//!
//! A layer asks for its parameters when it first runs, and so knows their shapes: nobody has to say how many inputs
//! there are. The first weight of a network on sparse rows has a row_sparse gradient, which stores the rows of the
//! features that occur ([`SparseDense`]).
//!
//! ```
//! use lacuna::infer::Stype;
//! use lacuna_runtime::array::{Array, Function};
//! use lacuna_runtime::layer::{Dense, Layer, Network, Sequential, SparseDense};
//! let layers = Sequential(vec![
//!     Box::new(SparseDense { name: "first".into(), units: 4, gradient: Stype::RowSparse, activation: Some(Function::Sigmoid) }),
//!     Box::new(Dense { name: "second".into(), units: 1, activation: None }),
//! ]);
//! let mut network = Network::new(7);
//! let x = network.tape.constant(Array::csr(Some([2, 1000]), vec![0, 1, 2], vec![3, 998], vec![1.0_f32, 2.0])?);
//! let y = layers.forward(&mut network, x)?;
//! assert_eq!(network.tape.value(y)?.shape(), [2, 1]);
//! network.tape.backward(y)?;
//! let first = network.named("first.weight").ok_or("no such parameter")?;
//! assert_eq!((network.tape.value(first)?.shape(), network.tape.gradient(first)?.indices()), (&[1000, 4][..], Some(&[3, 998][..])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A layer of your own implements [`Layer`]: it applies operators, and asks [`Network::parameter`] for what it learns.
//!
//! | Gluon | here |
//! |---|---|
//! | `nn.Sequential` | [`Sequential`] |
//! | `nn.Dense` | [`Dense`] |
//! | the tutorial's block of `F.sparse.dot(x, weight) + bias` | [`SparseDense`] |
//! | `nn.Embedding(sparse_grad=True)` | [`Embedding`] |
//! | `contrib.nn.SparseEmbedding` | [`SparseEmbedding`] |
//! | `Parameter(stype='row_sparse')`, `row_sparse_data(ids)` | [`Network::stored_parameter`], [`Network::pull_rows`] |
//! | `nn.Activation` | [`Activation`] |
//! | `nn.Dropout` | [`Dropout`] |
//! | `contrib.rnn.LSTMPCell`, unrolled | [`Lstmp`] |
//! | `sampled_softmax` of MXNet's language model | [`SampledSoftmax`] |
//! | `HybridBlock`, `Parameter` with deferred initialisation | [`Layer`], [`Network::parameter`] |
//! | `Trainer(params, optimizer)` | [`Network::trainer`], [`Trainer`](crate::optimizer::Trainer) |
//! | `Trainer(params, optimizer, kvstore)`, which row_sparse parameters need | the same, and [`Network::step`] |
mod layers;
mod network;
mod recurrent;

pub use layers::{Activation, Dense, Embedding, Layer, Sequential, SparseDense, SparseEmbedding};
pub use network::{LayerError, Network};
#[doc(hidden)]
pub use recurrent::XAVIER_OUT;
pub use recurrent::{Dropout, Lstmp, LstmpState, SampledSoftmax, Unrolled};
