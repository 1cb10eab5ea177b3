//! What every model has: its methods, and how it is trained.

/// They stand at the [network](super::trained_network::TrainedNetwork) that it trains.
macro_rules! parameters {
    ($model:ident, $($trained:ident).+) => {
        impl $model {
            /// Steps that were taken.
            #[must_use]
            pub const fn steps(&self) -> u64 {
                self.$($trained).+.trainer.steps()
            }

            /// The parameters with their names.
            pub fn parameters(&self) -> impl Iterator<Item = (&str, &lacuna_runtime::array::Array)> {
                self.$($trained).+.parameters()
            }

            /// The parameter of this name.
            #[must_use]
            pub fn parameter(&self, name: &str) -> Option<&lacuna_runtime::array::Array> {
                self.parameters().find_map(|(own, array)| (own == name).then_some(array))
            }

            /// The gradient that the last step had of a parameter, of the sum of losses; zeros before the first one.
            /// None with [ranks](Self::set_ranks).
            #[must_use]
            pub fn gradient(&self, name: &str) -> Option<&lacuna_runtime::array::Array> {
                self.$($trained).+.gradient(name)
            }

            /// Gives a parameter other values, of its shape and dtype, dense. States of the optimizer stay.
            ///
            /// # Errors
            /// [`ModelError::Unknown`], [`ModelError::Form`].
            pub fn set_parameter(&mut self, name: &str, value: lacuna_runtime::array::Array) -> Result<(), ModelError> {
                self.$($trained).+.set_parameter(name, value)
            }

            /// What all learning rates are multiplied by from now on: of a [schedule](lacuna_runtime::schedule), for
            /// example.
            pub const fn set_rate(&mut self, rate: f64) {
                self.$($trained).+.trainer.set_rate(rate);
            }

            /// What [pulls and pushes](lacuna_runtime::kvstore::Moved) of the rows of tables have moved on this rank;
            /// nothing unless tables are cut.
            #[must_use]
            pub fn moved(&self) -> Option<[lacuna_runtime::kvstore::Moved; 2]> {
                self.$($trained).+.moved()
            }
        }
    };
}
pub(super) use parameters;

/// They stand at the network that it consists of.
macro_rules! model {
    ($model:ident, $options:ident) => {
        impl $model {
            /// With first values that are a function of the seed.
            ///
            /// # Errors
            /// [`ModelError`] for options that no parameters can be made of.
            pub fn new(options: &$options, seed: u64) -> Result<Self, ModelError> {
                Self::made(options, seed, None)
            }

            /// The same on several ranks, if there are some, as after [`set_ranks`](Self::set_ranks): each makes and
            /// [loads](Self::load) its own rows of large tables alone, with the bits that they have in one process.
            ///
            /// # Errors
            /// As [`new`](Self::new) and [`set_ranks`](Self::set_ranks).
            pub fn with_ranks(
                options: &$options,
                seed: u64,
                ranks: Option<(
                    std::sync::Arc<dyn lacuna_runtime::exchange::Exchange>,
                    lacuna_runtime::kvstore::RankOptions,
                )>,
            ) -> Result<Self, ModelError> {
                Self::made(options, seed, ranks)
            }

            /// Trains on one batch, and gives the mean loss that its rows had before. Rows that only fill the batch
            /// count as all others.
            ///
            /// # Errors
            /// [`ModelError`] for arrays that are not those of the model; then parameters, states and steps are as
            /// before.
            pub fn step(&mut self, batch: &lacuna_runtime::data::Batch) -> Result<f64, ModelError> {
                self.recorded.step(batch)
            }

            /// What the model says about the rows of these inputs, until its next call.
            ///
            /// # Errors
            /// As [`step`](Self::step).
            pub fn predict(
                &mut self,
                data: &[lacuna_runtime::array::Array],
            ) -> Result<&lacuna_runtime::array::Array, ModelError> {
                self.recorded.predict(data)
            }

            /// Computes with so many threads of the pool in which its methods are called. The bits stay the same.
            pub fn set_threads(&mut self, threads: usize) {
                self.recorded.trained.set_threads(threads);
            }

            /// Moves parameters and states of the optimizer to a context, where steps and predictions are computed
            /// then, with the same bits. Batches and predictions stay on the host: a step copies the batch to a device,
            /// and the predictions from it, of which the loss is made. [Parameters](Self::parameter) and
            /// [gradients](Self::gradient) are in the context.
            ///
            /// # Errors
            /// [`ModelError::Operator`] if the device has no room; then they are where they were.
            pub fn set_context(&mut self, context: &lacuna_runtime::device::Device) -> Result<(), ModelError> {
                self.recorded.trained.set_context(context)
            }

            /// Trains on several ranks from now on: each computes some slices of a step, and keeps some rows of each
            /// table. All ranks make the same calls, with the same batches. The bits depend on the number of slices,
            /// not on that of the ranks. With one rank ([`Local`](lacuna_runtime::exchange::Local)) a step is cut as
            /// well.
            ///
            /// Each rank computes in its own [context](Self::set_context), with the same bits: several GPUs are
            /// [`Threads`](lacuna_runtime::exchange::Threads) of one process, or processes, with a GPU each. Rows of
            /// tables that are cut, and sums, are on the host.
            ///
            /// [Parameters](Self::parameters) are those that every rank has. [`save`](Self::save) writes one file of
            /// all rows, on the first rank; [`predict`](Self::predict) pulls the rows that it needs.
            ///
            /// # Errors
            /// [`ModelError::Parameter`] unless the slices are a power of two and no fewer than the ranks, and for an
            /// optimizer that looks at whole tables.
            pub fn set_ranks(
                &mut self,
                exchange: std::sync::Arc<dyn lacuna_runtime::exchange::Exchange>,
                options: lacuna_runtime::kvstore::RankOptions,
            ) -> Result<(), ModelError> {
                self.recorded.trained.set_ranks(exchange, options)
            }

            /// From now on the batch of a [step](Self::step) has the rows of this rank's slices alone, below each
            /// other, and as many of each as it says: by [`SlicedBatches`](lacuna_runtime::data::SlicedBatches), so
            /// that each rank reads its own part of the data.
            ///
            /// # Errors
            /// [`ModelError::NoRanks`] before [`set_ranks`](Self::set_ranks).
            pub fn set_slice_rows(&mut self, rows: lacuna_runtime::data::SliceRows) -> Result<(), ModelError> {
                self.recorded.trained.set_slice_rows(rows)
            }

            /// From now on a [step](Self::step) is told the batch behind its own, by
            /// [`AheadBatches`](lacuna_runtime::data::AheadBatches), and asks for those rows at once: a step waits for
            /// other ranks once less. The bits are the same.
            ///
            /// # Errors
            /// [`ModelError::NoRanks`] before [`set_ranks`](Self::set_ranks).
            pub fn set_next_batch(&mut self, next: lacuna_runtime::data::NextBatch) -> Result<(), ModelError> {
                self.recorded.trained.set_next_batch(next)
            }

            /// From now on no rank waits for the gradients of another one: a step is that of this rank's rows alone, by
            /// parameters as they are at that moment, and each rank applies what it is sent at once. The bits of two
            /// runs differ, and those of other numbers of ranks do. All parameters are cut, those that are small too,
            /// and a thread of each rank serves its rows.
            ///
            /// Ranks may make more or fewer [steps](Self::step) and [predictions](Self::predict) than others; all
            /// [save](Self::save) and [load](Self::load) as often. The loss of a step, and [its number](Self::steps),
            /// are those of this rank. A rank that drops its model serves the others until they drop theirs. With one
            /// rank nothing changes.
            ///
            /// # Errors
            /// [`ModelError::NoRanks`] before [`set_ranks`](Self::set_ranks); [`ModelError::Parameter`] for an
            /// optimizer that looks at whole parameters.
            pub fn set_asynchronous(&mut self) -> Result<(), ModelError> {
                self.recorded.trained.set_asynchronous()
            }

            /// What [`save`](Self::save) says about the model from now on, beside its numbers.
            pub fn describe(&mut self, description: $crate::model::Description) {
                self.recorded.trained.description = Some(description);
            }

            /// Writes parameters, states of the optimizer and the number of steps as safetensors, completely or not at
            /// all. Options are not written, a [description](Self::describe) is.
            ///
            /// Into a folder, or to a path that ends with `/`, it writes a generation: a file of each rank with the
            /// rows that it has, and a manifest, which is there when all of them are. The last two generations are
            /// kept. Ranks on several machines need a folder that all of them see.
            ///
            /// # Errors
            /// [`ModelError::File`]; then a file, and the generations before, are as before.
            /// [`ModelError::NotShared`].
            pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), ModelError> {
                self.recorded.trained.save(path.as_ref(), &[])
            }

            /// Takes the parameters that a model of the same shapes has saved, whatever its optimizer was: for
            /// predictions.
            ///
            /// # Errors
            /// As [`load`](Self::load), and nothing is [unknown](ModelError::Unknown).
            pub fn load_parameters(&mut self, path: impl AsRef<std::path::Path>) -> Result<(), ModelError> {
                self.recorded.trained.load_parameters(path.as_ref())
            }

            /// Takes what a model of the same options has saved: training then goes on with the bits of one that was
            /// never interrupted. It may have been saved by any number of ranks. With ranks all call it, and each reads
            /// the rows that it keeps. Of a folder it takes the newest generation that is whole; a generation also has
            /// a path of its own.
            ///
            /// # Errors
            /// [`ModelError::File`], [`ModelError::Missing`], [`ModelError::Unknown`], [`ModelError::Form`],
            /// [`ModelError::Steps`]; of a folder [`ModelError::NoGeneration`], [`ModelError::Manifest`],
            /// [`ModelError::Shard`] and [`ModelError::Checksum`]. Then the model is as before; with ranks, those that
            /// have read theirs may have it.
            pub fn load(&mut self, path: impl AsRef<std::path::Path>) -> Result<(), ModelError> {
                self.recorded.trained.load(path.as_ref(), &[]).map(drop)
            }
        }

        $crate::model::delegate::parameters!($model, recorded.trained);

        $crate::model::delegate::learner!($model, |_| Ok(()), |model, batch| {
            model.recorded.trained.rows_of_step().unwrap_or_else(|| batch.rows())
        });
    };
}
pub(super) use model;

/// Trains by `step`, which gives the mean loss of `$rows`, from a state that `$begin` makes at the start of an epoch.
macro_rules! learner {
    ($model:ident, $begin:expr, $rows:expr) => {
        impl $crate::fit::Learner for $model {
            type Batch = lacuna_runtime::data::Batch;
            type Totals = $crate::fit::MeanLoss;
            type Error = $crate::model::ModelError;

            fn begin(&mut self) -> Result<(), Self::Error> {
                let begin: fn(&mut Self) -> Result<(), Self::Error> = $begin;
                begin(self)
            }

            fn step(&mut self, batch: &mut Self::Batch, totals: &mut Self::Totals) -> Result<(), Self::Error> {
                let started = std::time::Instant::now();
                let loss = Self::step(self, batch)?;
                let rows: fn(&Self, &Self::Batch) -> usize = $rows;
                totals.add(loss, rows(self, batch), started.elapsed());
                Ok(())
            }

            fn value(&self, totals: &Self::Totals) -> f64 {
                totals.mean()
            }

            /// Of the progress it keeps the number of all steps.
            fn save(&self, path: &std::path::Path, _: &$crate::fit::Progress<Self::Totals>) -> Result<(), Self::Error> {
                Self::save(self, path)
            }
        }
    };
}
pub(super) use learner;
