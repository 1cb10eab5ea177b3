//! What a kernel must provide so that fixtures run on it.
use super::{Inputs, Magnitudes, Outcome};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number};

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

    /// What the hash list calls its line of a case, if it has one of its own: the line of the case alone is over the
    /// operations that have none.
    const LINE: Option<&'static str> = None;

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

    /// What the error of each stored value of the results is measured by; unless this is written, they are copies.
    fn magnitudes(_case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        results.iter().map(|_| Magnitudes::default()).collect()
    }
}
