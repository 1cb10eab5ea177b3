//! What every model has: its methods, and how it is trained.

/// They stand at the network that it consists of.
macro_rules! model {
    ($model:ident) => {
        impl $model {
            /// Trains on one batch, and gives the mean loss that its rows had before. Rows that only fill the batch
            /// count as all others.
            ///
            /// # Errors
            /// [`ModelError`] for arrays that are not those of the model; then parameters, states and steps are as
            /// before.
            pub fn step(&mut self, batch: &$crate::data::Batch) -> Result<f64, ModelError> {
                self.recorded.step(batch)
            }

            /// What the model says about the rows of these inputs, until its next call.
            ///
            /// # Errors
            /// As [`step`](Self::step).
            pub fn predict(&mut self, data: &[$crate::array::Array]) -> Result<&$crate::array::Array, ModelError> {
                self.recorded.predict(data)
            }

            /// Steps that were taken.
            #[must_use]
            pub const fn steps(&self) -> u64 {
                self.recorded.trainer.steps()
            }

            /// The parameters with their names.
            pub fn parameters(&self) -> impl Iterator<Item = (&str, &$crate::array::Array)> {
                self.recorded.parameters()
            }

            /// The parameter of this name.
            #[must_use]
            pub fn parameter(&self, name: &str) -> Option<&$crate::array::Array> {
                self.parameters().find_map(|(own, array)| (own == name).then_some(array))
            }

            /// The gradient that the last step had of a parameter, of the sum of losses; zeros before the first one.
            #[must_use]
            pub fn gradient(&self, name: &str) -> Option<&$crate::array::Array> {
                self.recorded.gradient(name)
            }

            /// Gives a parameter other values, of its shape and dtype, dense. States of the optimizer stay.
            ///
            /// # Errors
            /// [`ModelError::Unknown`], [`ModelError::Form`].
            pub fn set_parameter(&mut self, name: &str, value: $crate::array::Array) -> Result<(), ModelError> {
                self.recorded.set_parameter(name, value)
            }

            /// What all learning rates are multiplied by from now on: of a [schedule](crate::schedule), for example.
            pub const fn set_rate(&mut self, rate: f64) {
                self.recorded.trainer.set_rate(rate);
            }

            /// Computes with so many threads of the pool in which its methods are called. The bits stay the same.
            pub fn set_threads(&mut self, threads: usize) {
                self.recorded.set_threads(threads);
            }

            /// Moves parameters and states of the optimizer to a context, where steps and predictions are computed
            /// then, with the same bits. Batches and predictions stay on the host: a step copies the batch to a device,
            /// and the predictions from it, of which the loss is made. [Parameters](Self::parameter) and
            /// [gradients](Self::gradient) are in the context.
            ///
            /// # Errors
            /// [`ModelError::Operator`] if the device has no room; then they are where they were.
            pub fn set_context(&mut self, context: &$crate::device::Device) -> Result<(), ModelError> {
                self.recorded.set_context(context)
            }

            /// What [`save`](Self::save) says about the model from now on, beside its numbers.
            pub fn describe(&mut self, description: $crate::model::Description) {
                self.recorded.description = Some(description);
            }

            /// Writes parameters, states of the optimizer and the number of steps as safetensors, completely or not at
            /// all. Options are not written, a [description](Self::describe) is.
            ///
            /// # Errors
            /// [`ModelError::File`]; then a file that was there is as before.
            pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), ModelError> {
                self.recorded.save(path.as_ref())
            }

            /// Takes the parameters that a model of the same shapes has saved, whatever its optimizer was: for
            /// predictions.
            ///
            /// # Errors
            /// [`ModelError::File`], [`ModelError::Missing`], [`ModelError::Form`].
            pub fn load_parameters(&mut self, path: impl AsRef<std::path::Path>) -> Result<(), ModelError> {
                self.recorded.load_parameters(path.as_ref())
            }

            /// Takes what a model of the same options has saved: training then goes on with the bits of one that was
            /// never interrupted.
            ///
            /// # Errors
            /// [`ModelError::File`], [`ModelError::Missing`], [`ModelError::Unknown`], [`ModelError::Form`],
            /// [`ModelError::Steps`]; then the model is as before.
            pub fn load(&mut self, path: impl AsRef<std::path::Path>) -> Result<(), ModelError> {
                self.recorded.load(path.as_ref())
            }
        }

        $crate::model::delegate::learner!($model, |_| Ok(()));
    };
}
pub(super) use model;

/// Trains by `step`, which gives the mean loss of a batch, from a state that `$begin` makes at the start of an epoch.
macro_rules! learner {
    ($model:ident, $begin:expr) => {
        impl $crate::fit::Learner for $model {
            type Batch = $crate::data::Batch;
            type Totals = $crate::fit::MeanLoss;
            type Error = $crate::model::ModelError;

            fn begin(&mut self) -> Result<(), Self::Error> {
                let begin: fn(&mut Self) -> Result<(), Self::Error> = $begin;
                begin(self)
            }

            fn step(&mut self, batch: &mut Self::Batch, totals: &mut Self::Totals) -> Result<(), Self::Error> {
                let started = std::time::Instant::now();
                let loss = Self::step(self, batch)?;
                totals.add(loss, batch.rows(), started.elapsed());
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
