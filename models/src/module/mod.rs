//! Graphs that are trained: [`Module`], with its parameters in a [key-value store](lacuna_runtime::kvstore).
//!
//! A module binds a [symbol](lacuna_runtime::symbol::Symbol), fills its parameters, and [fits](Module::fit) them to
//! [batches](lacuna_runtime::data::Batches). Row_sparse parameters stay in the store, and only the rows that a batch
//! names are [pulled](Module::prepare) for it.
//!
//! ```
//! use lacuna::infer::Stype;
//! use lacuna::optim::AdaGrad;
//! use lacuna_runtime::array::Array;
//! use lacuna_runtime::data::{Batch, Batches, MemoryBatches};
//! use lacuna_runtime::initializer::Initializer;
//! use lacuna_models::metric::Accuracy;
//! use lacuna_models::module::{Fit, Module};
//! use lacuna_runtime::operator::Context;
//! use lacuna_runtime::optimizer::Optimizer;
//! use lacuna_runtime::symbol::{Apply, Symbol};
//!
//! let weight = Symbol::variable("weight").with_stype(Stype::RowSparse).with_shape(&[1000, 2]);
//! let bias = Symbol::variable("bias").with_shape(&[2]);
//! let product = Symbol::variable("data").with_stype(Stype::Csr).dot(&weight)?;
//! let logits = Symbol::apply("broadcast_add", &[&product, &bias], &[])?;
//! let model = Apply::new("SoftmaxOutput").named("softmax").operand(&logits).symbol()?;
//!
//! let data = Array::csr(Some([4, 1000]), vec![0, 2, 3, 4, 6], vec![0, 7, 999, 7, 0, 1], vec![1.0_f32; 6])?;
//! let label = Array::dense(&[4], vec![1.0_f32, 0.0, 0.0, 1.0])?;
//! let mut batches = MemoryBatches::new(vec![data], vec![label], 2)?;
//! let mut batch = Batch::default();
//! batches.next_batch(&mut batch)?;
//!
//! let mut module = Module::bind(&model, &["data"], &["softmax_label"], &batch, Context::new())?;
//! module.init_params(Initializer::Normal { sigma: 0.01 }, 1)?;
//! module.init_optimizer(Optimizer::AdaGrad(AdaGrad::new(0.5, 1e-7)));
//! let rows = |batch: &Batch| vec![("weight".to_owned(), batch.data[0].indices().unwrap_or_default().to_vec())];
//! let mut fit = Fit::new(20);
//! fit.row_ids = Some(&rows);
//! let epochs = module.fit(&mut batches, &mut Accuracy::default(), fit)?;
//! assert_eq!(epochs[19].metric, 1.0);
//! // Of 1000 rows of 2 numbers, two or three a batch.
//! assert!(epochs[19].pulled.share() < 0.01);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # MXNet's calls
//!
//! | `mx.mod.Module` | here |
//! |---|---|
//! | `Module(symbol, data_names, label_names)`, `bind(data_shapes, label_shapes)` | [`Module::bind`], to the arrays of a batch |
//! | `Module(context=[..], fixed_param_names=..)`, `bind(inputs_need_grad=True)` | [`Module::bind_with`], [`BindOptions`] |
//! | `reshape(data_shapes, label_shapes)` | [`Module::reshape`] |
//! | `init_params`, with `arg_params` and `allow_missing` | [`Module::init_params`], [`Module::init_params_from`] |
//! | `set_params`, with `allow_missing` and `allow_extra`; `get_params` | [`Module::set_params`], [`Module::set_params_with`]; [`Module::params`], [`Module::states`] |
//! | `init_optimizer` | [`Module::init_optimizer`]: gradients are divided by the rows of a batch there too, and weight decay is by name |
//! | `lr_scheduler`, `set_lr_mult`, `set_wd_mult` of the optimizer | [`Module::set_schedule`], [`Module::set_multipliers`] |
//! | `prepare(batch, sparse_row_id_fn)` | [`Module::prepare`] |
//! | `forward`, `backward`, `update`, `get_outputs`, `get_input_grads` | [`Module::forward`], [`Module::backward`], [`Module::backward_from`], [`Module::update`], [`Module::output`], [`Module::input_gradient`] |
//! | `fit`, `score`, `predict` | [`Module::fit`], [`Module::score`], [`Module::predict`] |
//! | `save_checkpoint`, `mx.model.load_checkpoint` | [`Module::save_checkpoint`], [`load_checkpoint`], the same two files |
//! | `Module(context=mx.gpu(0))` | [`Module::set_context`] |
//! | `load_optimizer_states` | [`Module::load_states`] |
//! | `BucketingModule(sym_gen, default_bucket_key)` | [`BucketingModule`]; [`BucketingModule::fit`] takes a function for `bucket_key` |
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | `forward` without `prepare` computes with the rows of an earlier batch | all rows are pulled for it |
//! | rows of a parameter that is not row_sparse: a warning | an error |
//! | metrics count the rows that only fill a batch | without them |
//! | a batch of other shapes binds anew | an error: batches are [filled](lacuna_runtime::data::LastBatch::Pad), or [`Module::reshape`] is called |
//! | a parameter that is missing, and was never filled, is 0 | [`ModuleError::Missing`] |
//! | states of the optimizer are a file of Python objects | safetensors, of the parameters too, so that training goes on with the same bits |
mod bind;
mod bucketing;
mod checkpoint;
mod error;
mod fit;
mod learning;
mod params;
mod states;
mod step;

pub use bind::BindOptions;
pub use bucketing::{Bucket, BucketingModule};
pub use checkpoint::load_checkpoint;
pub use error::ModuleError;
pub use fit::{EpochEnd, Fit, OnEpoch, RowIdsOf};
pub use step::Module;
