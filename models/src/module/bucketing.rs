//! Graphs for batches of several shapes, which share their parameters.
use super::bind::{BindOptions, Graph};
use super::fit::{Target, fit_target, predict, score};
use super::{EpochEnd, Fit, Module, ModuleError, RowIdsOf};
use crate::metric::Metric;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, Batches};
use lacuna_runtime::operator::Context;
use lacuna_runtime::symbol::Symbol;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};

/// The graph of a bucket.
#[derive(Clone, Debug)]
pub struct Bucket {
    /// What is computed.
    pub symbol: Symbol,
    /// The arguments that the arrays of a batch are for.
    pub inputs: Vec<String>,
    /// Those that its labels are for.
    pub labels: Vec<String>,
}

/// From the key of a bucket to its graph. (`sym_gen`)
type Generate<K> = dyn Fn(&K) -> Result<Bucket, ModuleError> + Send;

/// A [`Module`] for each key, of a graph for batches of one shape: of sentences of one length, for example. All have
/// the parameters of the first one, with one optimizer and its states. MXNet's `BucketingModule`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::data::Batch;
/// use lacuna_runtime::initializer::Initializer;
/// use lacuna_models::module::{BindOptions, Bucket, BucketingModule};
/// use lacuna_runtime::operator::Context;
/// use lacuna_runtime::optimizer::Optimizer;
/// use lacuna_runtime::symbol::{Apply, Symbol};
/// // The sum of as many steps as the key says, times a weight.
/// let bucket = |steps: &usize| {
///     let data = Symbol::variable("data").with_shape(&[2, *steps]);
///     let sum = Apply::new("sum").operand(&data).parameter("axis", 1).parameter("keepdims", "True").symbol()?;
///     let weight = Symbol::variable("out_weight").with_shape(&[1, 1]);
///     let product = Symbol::apply("dot", &[&sum, &weight], &[])?;
///     let symbol = Apply::new("LinearRegressionOutput").named("loss").operand(&product).symbol()?;
///     Ok(Bucket { symbol, inputs: vec!["data".into()], labels: vec!["loss_label".into()] })
/// };
/// let batch = |steps: usize| Ok::<_, lacuna_runtime::array::ArrayError>(Batch {
///     data: vec![Array::dense(&[2, steps], vec![1.0_f32; 2 * steps])?],
///     label: vec![Array::dense(&[2, 1], vec![3.0_f32; 2])?],
///     pad: 0,
/// });
/// let mut module = BucketingModule::bind(3, &batch(3)?, Context::new(), BindOptions::default(), bucket)?;
/// module.module_mut().init_params(Initializer::Zero, 0)?;
/// module.module_mut().init_optimizer(Optimizer::create("sgd", &[("learning_rate", 0.1)])?);
/// for steps in [3, 2, 3, 2] {
///     module.forward(&steps, &batch(steps)?, true)?;
///     module.module_mut().backward()?;
///     module.module_mut().update()?;
/// }
/// // A step by `0.1 x (x w - 3)`, with `x` 3, 2, 3 and 2.
/// let (_, weight) = module.module().params().next().unwrap();
/// assert!((weight.data::<f32>().unwrap()[0] - 1.2084).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BucketingModule<K> {
    generate: Box<Generate<K>>,
    options: BindOptions,
    buckets: BTreeMap<K, Module>,
    current: Module,
    key: K,
}

impl<K: Debug> Debug for BucketingModule<K> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let others = self.buckets.keys();
        f.debug_struct("BucketingModule").field("key", &self.key).field("others", &others).finish_non_exhaustive()
    }
}

impl<K: Ord + Clone> BucketingModule<K> {
    /// Binds the bucket of a key, which has all parameters, to arrays like those of a batch. Others are bound when they
    /// are first asked for.
    ///
    /// # Errors
    /// Those of the function, and of [`Module::bind_with`].
    pub fn bind(
        key: K,
        batch: &Batch,
        context: Context,
        options: BindOptions,
        generate: impl Fn(&K) -> Result<Bucket, ModuleError> + Send + 'static,
    ) -> Result<Self, ModuleError> {
        let graph = graph_of(&generate(&key)?, &context);
        let current = Module::of_graph(graph, batch, options.clone())?;
        Ok(Self { generate: Box::new(generate), options, buckets: BTreeMap::new(), current, key })
    }

    /// Goes on with the bucket of a key; a new one is bound to arrays like those of a batch, and one that is bound to
    /// others is bound anew.
    ///
    /// # Errors
    /// Those of the function that makes graphs, of [`Module::bind_with`] and of [`Module::reshape`];
    /// [`ModuleError::Missing`] and [`SymbolError::Form`](lacuna_runtime::symbol::SymbolError::Form) for a parameter
    /// that the first bucket does not have so. Then the bucket is the one before.
    pub fn switch(&mut self, key: &K, batch: &Batch) -> Result<&mut Module, ModuleError> {
        if *key != self.key {
            if !self.buckets.contains_key(key) {
                let mut context = Context::with_threads(self.current.graph.cpu.threads);
                context.fallback = self.current.graph.fallback;
                let graph = graph_of(&(self.generate)(key)?, &context);
                let module = Module::of_graph(graph, batch, self.options.clone())?;
                self.buckets.insert(key.clone(), module);
            }
            if let Some(next) = self.buckets.get_mut(key) {
                self.current.expect_parameters_of(next)?;
                if !next.fits(batch) {
                    next.reshape(batch)?;
                }
                next.put_states(&self.current.states()?)?;
            }
            if let Some(mut next) = self.buckets.remove(key) {
                next.borrow(self.current.lend());
                let before = std::mem::replace(&mut self.current, next);
                self.buckets.insert(std::mem::replace(&mut self.key, key.clone()), before);
            }
        } else if !self.current.fits(batch) {
            self.current.reshape(batch)?;
        }
        Ok(&mut self.current)
    }

    /// [`Module::forward`] of a batch in its bucket.
    ///
    /// # Errors
    /// As [`switch`](Self::switch) and there.
    pub fn forward(&mut self, key: &K, batch: &Batch, is_train: bool) -> Result<(), ModuleError> {
        self.switch(key, batch)?.forward(batch, is_train)
    }

    /// The key of the bucket that was asked for last.
    pub const fn key(&self) -> &K {
        &self.key
    }

    /// The keys of all buckets that are bound, sorted.
    #[must_use]
    pub fn keys(&self) -> Vec<&K> {
        let mut keys: Vec<_> = self.buckets.keys().chain([&self.key]).collect();
        keys.sort_unstable();
        keys
    }

    /// The bucket that was asked for last, with the parameters of all.
    pub const fn module(&self) -> &Module {
        &self.current
    }

    /// The same, to initialize and update it.
    pub const fn module_mut(&mut self) -> &mut Module {
        &mut self.current
    }
}

/// Buckets, with what tells that of a batch.
struct Keyed<'a, K> {
    buckets: &'a mut BucketingModule<K>,
    key_of: &'a dyn Fn(&Batch) -> K,
}

impl<K: Ord + Clone> Target for Keyed<'_, K> {
    fn of(&mut self, batch: &Batch) -> Result<&mut Module, ModuleError> {
        self.buckets.switch(&(self.key_of)(batch), batch)
    }

    fn last(&self) -> &Module {
        &self.buckets.current
    }
}

impl<K: Ord + Clone> BucketingModule<K> {
    /// [`Module::fit`] of batches each of which goes to the bucket of its key.
    ///
    /// # Errors
    /// As there, and those of [`switch`](Self::switch).
    pub fn fit(
        &mut self,
        key_of: &dyn Fn(&Batch) -> K,
        train: &mut dyn Batches,
        metric: &mut dyn Metric,
        fit: Fit<'_>,
    ) -> Result<Vec<EpochEnd>, ModuleError> {
        fit_target(&mut Keyed { buckets: self, key_of }, train, metric, fit)
    }

    /// [`Module::score`] of such batches.
    ///
    /// # Errors
    /// As there, and those of [`switch`](Self::switch).
    pub fn score(
        &mut self,
        key_of: &dyn Fn(&Batch) -> K,
        batches: &mut dyn Batches,
        metric: &mut dyn Metric,
        row_ids: Option<RowIdsOf<'_>>,
    ) -> Result<f64, ModuleError> {
        score(&mut Keyed { buckets: self, key_of }, batches, metric, row_ids)
    }

    /// [`Module::predict`] of such batches, whose outputs have rows of one shape.
    ///
    /// # Errors
    /// As there, and those of [`switch`](Self::switch) and of [`Array::concat_rows`].
    pub fn predict(
        &mut self,
        key_of: &dyn Fn(&Batch) -> K,
        batches: &mut dyn Batches,
        row_ids: Option<RowIdsOf<'_>>,
    ) -> Result<Array, ModuleError> {
        predict(&mut Keyed { buckets: self, key_of }, batches, row_ids)
    }
}

fn graph_of(bucket: &Bucket, context: &Context) -> Graph {
    let [inputs, labels] =
        [&bucket.inputs, &bucket.labels].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    Graph::new(&bucket.symbol, &inputs, &labels, context)
}
