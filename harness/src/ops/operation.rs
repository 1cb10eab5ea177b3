//! What a kernel must provide so that fixtures run on it.
use super::{Inputs, Magnitudes, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stored};

/// One kernel, as cases call it.
pub trait Operation {
    /// The operators of fixtures that it carries out.
    const OPERATORS: &'static [&'static str];
    /// Its name in [`lacuna::list`]; `None` for what is no kernel.
    const KERNEL: Option<&'static str>;
    /// The parameters that it obeys. A case with another one is skipped.
    const PARAMETERS: &'static [&'static str] = &[];
    /// The operand that holds ids instead of values.
    const IDS: Option<usize> = None;

    /// The first of the operands whose values it looks at by itself: these may be of any type.
    const UNTYPED: usize = usize::MAX;

    /// True if what it runs is no function of the C ABI and no entry of a device.
    const HERE: bool = false;

    /// What the hash list calls its line of a case, if it has one of its own: the line of the case alone is over the
    /// operations that have none.
    const LINE: Option<&'static str> = None;

    /// True if its kernels take numbers of 16 bits: then [`run_stored`](Self::run_stored) does it.
    const STORED: bool = false;

    /// True if it carries out a case of one of its operators: by the storage types of the operands, and parameters.
    ///
    /// # Errors
    /// A sentence about a parameter of the wrong type.
    fn accepts(case: &Case) -> Result<bool, String>;

    /// Builds checked views of the operands, makes the structure calls, and runs the kernel into outputs that were
    /// filled with a pattern before.
    ///
    /// # Errors
    /// [`Stop`](super::Stop): that the call was refused, and whether it wrote before that.
    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome;

    /// As [`run`](Self::run), on numbers of any type that memory may hold.
    ///
    /// # Errors
    /// As there.
    fn run_stored<V: Stored, I: CaseIndex>(_backend: &dyn Backend, _inputs: &Inputs<V, I>) -> Outcome
    where
        V::Arithmetic: Number,
    {
        Err(Stop::Broken(format!("no kernel for values of {}", V::NAME)))
    }

    /// What the error of each stored value of the results is measured by; unless this is written, they are copies.
    fn magnitudes(_case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        results.iter().map(|_| Magnitudes::default()).collect()
    }
}

/// In an operation whose kernels take numbers of any type that memory may hold: all run by `run_stored`.
macro_rules! of_any_storage {
    () => {
        const STORED: bool = true;

        fn run<V: $crate::fixture::Number, I: $crate::fixture::CaseIndex>(
            backend: &dyn $crate::backend::Backend,
            inputs: &$crate::ops::Inputs<V, I>,
        ) -> $crate::ops::Outcome {
            Self::run_stored(backend, inputs)
        }
    };
}
pub(super) use of_any_storage;
