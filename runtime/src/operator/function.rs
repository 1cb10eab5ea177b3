//! Functions of each element.
use super::backend::Done;
use super::{Backward, Call, Definition};
use crate::array::{Array, Function};
use lacuna::infer::Stype::Dense;

/// A [`Function`] of each element. A sparse operand keeps its pattern where the function of 0 is 0, and has no path where it is not.
///
/// Gradient: that of the result times the derivative, which is 0 where the function has steps. Of a sparse operand it is on its pattern, where it is 0 elsewhere: there is no path from a dense gradient through a
/// function like `sin`, whose derivative at 0 is 1. Source: MXNet's unary and scalar operators.
#[derive(Clone, Copy, Debug)]
pub struct Map(pub Function);

impl Definition for Map {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        if x.stype() != Dense && !self.0.keeps_zero() {
            return Err(call.no_path());
        }
        call.on.map(self.0, x, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x] = call.all()?;
        call.on.map_gradient(self.0, backward.gradient, x, backward.output, gradient)
    }
}
