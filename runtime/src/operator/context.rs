//! Where operators run.
use super::backend::{Backend, Done};
use super::fallback::{self, Notice};
use super::host::{Columns, Gathered, Host};
use super::{Backward, Call, Fallback, Inputs, Operator, OperatorError};
use crate::device::{self, Device};
use bumpalo::Bump;
use lacuna_arrays::Cpu;
use lacuna_arrays::array::Array;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::time::Duration;

/// Where and how operators run: the threads, what happens without a path, and memory for what a call needs beside its
/// operands.
#[derive(Debug)]
pub struct Context {
    /// The kernels' threads. The bits do not depend on it.
    pub cpu: Cpu,
    /// True while a model is trained: operators like dropout do something then.
    pub training: bool,
    /// What happens where there is no path.
    pub fallback: Fallback,
    pub(crate) arena: Bump,
    /// Time of products of two dense matrices.
    pub(super) dense_products: Cell<Duration>,
    /// Of the csr that was transposed last.
    pub(super) columns: RefCell<Columns>,
    pub(super) gathered: RefCell<Gathered>,
    /// Arrays for what is on its way to a result.
    pub(super) temporaries: RefCell<Vec<Array>>,
    /// Counted up whenever a value may have changed that operators have computed with; 0 where nobody counts.
    pub(crate) version: u64,
    notices: Vec<Notice>,
    noticed: HashSet<String>,
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// One thread, no training, and an error where there is no path.
    #[must_use]
    pub fn new() -> Self {
        Self::with_threads(1)
    }

    /// The same with so many threads, of the pool in which its methods are called.
    #[must_use]
    pub fn with_threads(threads: usize) -> Self {
        Self {
            cpu: Cpu { threads },
            training: false,
            fallback: Fallback::Refuse,
            arena: Bump::new(),
            dense_products: Cell::new(Duration::ZERO),
            columns: RefCell::default(),
            gathered: RefCell::default(),
            temporaries: RefCell::default(),
            version: 0,
            notices: Vec::new(),
            noticed: HashSet::new(),
        }
    }

    /// The result of an operator.
    ///
    /// # Errors
    /// Those of the operator.
    pub fn run(&mut self, operator: &dyn Operator, inputs: &[&Array]) -> Result<Array, OperatorError> {
        let mut output = Array::default();
        self.run_into(operator, inputs, &mut output)?;
        Ok(output)
    }

    /// The result of an operator, with `output` keeping its storage type, as `dot(a, b, out=output)`.
    ///
    /// # Errors
    /// Those of the operator; [`ArrayError::Shape`](crate::array::ArrayError::Shape) and its siblings if the result
    /// does not belong into `output`, which is then as before.
    pub fn run_out(
        &mut self,
        operator: &dyn Operator,
        inputs: &[&Array],
        output: &mut Array,
    ) -> Result<(), OperatorError> {
        let result = self.run(operator, inputs)?;
        Ok(result.copyto(output)?)
    }

    /// The result of an operator in the memory of another array, which becomes whatever the result is.
    ///
    /// # Errors
    /// Those of the operator. `output` may be anything then.
    pub fn run_into(
        &mut self,
        operator: &dyn Operator,
        inputs: &[&Array],
        output: &mut Array,
    ) -> Result<(), OperatorError> {
        self.forward(operator, inputs.into(), output)
    }

    pub(crate) fn forward(
        &mut self,
        operator: &dyn Operator,
        inputs: Inputs<'_>,
        output: &mut Array,
    ) -> Result<(), OperatorError> {
        self.natural(operator, inputs, output)?;
        match operator.stored() {
            Some(stype) if stype != output.stype() => *output = output.tostype_by_any_way(stype)?,
            _ => {}
        }
        Ok(())
    }

    /// The result as the operator stores it.
    fn natural(
        &mut self,
        operator: &dyn Operator,
        inputs: Inputs<'_>,
        output: &mut Array,
    ) -> Result<(), OperatorError> {
        if let Some(at) = inputs.device(operator.name())? {
            return device::call(&at, operator.name(), self.training, &mut |on| {
                let call = Call { on, inputs };
                let definition = operator.definition().ok_or_else(|| call.no_path())?;
                definition.result(&call, output).map_err(|error| call.about_all(error))
            });
        }
        let done = match operator.forward(self, inputs, output) {
            Err(OperatorError::NoPath { operator: name, stypes }) if self.fallback != Fallback::Refuse => {
                let notice = Notice { operator: name, parameters: format!("{operator:?}"), stypes };
                fallback::forward(self, operator, inputs, output, notice)
            }
            done => done,
        };
        self.arena.reset();
        done
    }

    pub(crate) fn backward(
        &mut self,
        operator: &dyn Operator,
        call: &Backward<'_>,
        operand: usize,
        gradient: &mut Array,
    ) -> Result<(), OperatorError> {
        if !operator.has_gradient(operand) {
            return Err(OperatorError::NoGradient { operator: operator.name(), operand });
        }
        if let Some(at) = call.inputs.device(operator.name())? {
            return device::call(&at, operator.name(), self.training, &mut |on| {
                let of = Call { on, inputs: call.inputs };
                let definition = operator.definition().ok_or_else(|| of.no_path())?;
                definition.gradient(&of, call, operand, gradient).map_err(|error| of.about_all(error))
            });
        }
        let done = match operator.backward(self, call, operand, gradient) {
            Err(OperatorError::NoPath { operator: name, stypes }) if self.fallback != Fallback::Refuse => {
                let notice = Notice { operator: name, parameters: format!("{operator:?}"), stypes };
                fallback::backward(self, operator, call, operand, gradient, notice)
            }
            done => done,
        };
        self.arena.reset();
        done
    }

    /// What replaces an operand that is a state.
    pub(crate) fn state(
        &mut self,
        operator: &dyn Operator,
        inputs: Inputs<'_>,
        operand: usize,
        next: &mut Array,
    ) -> Result<(), OperatorError> {
        let done = match operator.state(self, inputs, operand, next) {
            Err(OperatorError::NoPath { .. }) if self.fallback != Fallback::Refuse => {
                fallback::state(self, operator, inputs, operand, next)
            }
            done => done,
        };
        self.arena.reset();
        done
    }

    /// Has work done somewhere, of the operator of this name.
    pub(crate) fn call(
        &mut self,
        operator: &'static str,
        at: &Device,
        work: &mut dyn FnMut(&dyn Backend) -> Done,
    ) -> Done {
        if !at.is_cpu() {
            return device::call(at, operator, self.training, work);
        }
        let done = work(&Host { context: self, operator });
        self.arena.reset();
        done
    }

    /// How long products of two dense matrices have taken up to now: what a step of a dense network cannot do without.
    #[must_use]
    pub fn dense_products(&self) -> Duration {
        self.dense_products.get()
    }

    /// What has become dense, once for each operator with its parameters and storage types, in the order in which it
    /// happened.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    pub(super) fn note(&mut self, notice: Notice) {
        if self.noticed.insert(notice.to_string()) {
            self.notices.push(notice);
        }
    }
}
