//! Graphs with arrays for the slices of a batch.
use super::ModuleError;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::{GradientRequest, Variable};
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::operator::{Context, Fallback, OperatorError};
use lacuna_runtime::symbol::{Bind, Executor, Form, Symbol, SymbolError};
use std::borrow::Cow;
use std::ops::Range;

/// What a module computes beside outputs, and where.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BindOptions {
    /// Gradients of the inputs too. (`inputs_need_grad`)
    pub inputs_need_grad: bool,
    /// Parameters that are not learnt. (`fixed_param_names`)
    pub fixed: Vec<String>,
    /// Where the graph is computed: each context has a slice of the rows of a batch, and the sum of their gradients,
    /// in this order, goes to the store. None: the host. (`context`)
    pub contexts: Vec<Device>,
}

/// A graph with arrays for some rows of a batch, in a context.
#[derive(Debug)]
pub(super) struct Worker {
    pub executor: Executor,
    pub context: Device,
    pub inputs: Vec<Variable>,
    pub labels: Vec<Variable>,
    pub parameters: Vec<Variable>,
    pub rows: Range<usize>,
}

/// A symbol, and which of its arguments are what.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub symbol: Symbol,
    pub inputs: Vec<String>,
    pub labels: Vec<String>,
    pub parameters: Vec<String>,
    pub cpu: Cpu,
    pub fallback: Fallback,
}

impl Graph {
    pub fn new(symbol: &Symbol, inputs: &[&str], labels: &[&str], context: &Context) -> Self {
        let is_parameter = |name: &&str| !inputs.contains(name) && !labels.contains(name);
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let parameters: Vec<&str> = symbol.list_arguments().into_iter().filter(is_parameter).collect();
        Self {
            symbol: symbol.clone(),
            inputs: owned(inputs),
            labels: owned(labels),
            parameters: owned(&parameters),
            cpu: context.cpu,
            fallback: context.fallback,
        }
    }

    /// A worker for each context.
    pub fn workers(&self, batch: &Batch, options: &BindOptions) -> Result<Vec<Worker>, ModuleError> {
        expect_count("input", self.inputs.len(), batch.data.len())?;
        expect_count("label", self.labels.len(), batch.label.len())?;
        if let Some(name) = options.fixed.iter().find(|name| !self.parameters.contains(name)) {
            return Err(ModuleError::Unknown { name: name.clone() });
        }
        let here = [Device::cpu()];
        let contexts = if options.contexts.is_empty() { &here[..] } else { &options.contexts };
        let slices = slices(batch.rows().saturating_add(batch.pad), contexts.len())?;
        contexts.iter().zip(slices).map(|(context, rows)| self.worker(batch, options, context, rows)).collect()
    }

    fn worker(
        &self,
        batch: &Batch,
        options: &BindOptions,
        context: &Device,
        rows: Range<usize>,
    ) -> Result<Worker, ModuleError> {
        let mut own = Context::with_threads(self.cpu.threads);
        own.fallback = self.fallback;
        let (mut bind, mut shapes) = (Bind::new(&self.symbol).context(own), Vec::new());
        let inputs = self.inputs.iter().zip(&batch.data).map(|given| (given, options.inputs_need_grad));
        for ((name, array), needs) in inputs.chain(self.labels.iter().zip(&batch.label).map(|given| (given, false))) {
            let request =
                if needs && array.dtype().is_float() { GradientRequest::Write } else { GradientRequest::Null };
            bind = bind.request_of(name, request).stype(name, array.stype()).dtype(name, array.dtype());
            let mut shape = array.shape().to_vec();
            if let Some(length) = shape.first_mut().filter(|_| options.contexts.len() > 1) {
                *length = rows.len();
            }
            shapes.push((&**name, shape));
        }
        for name in &options.fixed {
            bind = bind.request_of(name, GradientRequest::Null);
        }
        let shapes: Vec<(&str, &[usize])> = shapes.iter().map(|(name, shape)| (*name, &**shape)).collect();
        let mut executor = bind.simple(&shapes)?;
        if !context.is_cpu() {
            executor.set_context(context)?;
        }
        let of = |names: &[String]| {
            names.iter().map(|name| executor.variable(name)).collect::<Result<Vec<_>, SymbolError>>()
        };
        let (inputs, labels, parameters) = (of(&self.inputs)?, of(&self.labels)?, of(&self.parameters)?);
        Ok(Worker { executor, context: context.clone(), inputs, labels, parameters, rows })
    }
}

impl Worker {
    fn parameter(&self, place: usize) -> Result<Variable, OperatorError> {
        self.parameters.get(place).copied().ok_or(OperatorError::Variable)
    }

    /// What it has of a parameter.
    pub fn value_mut(&mut self, place: usize) -> Result<&mut Array, OperatorError> {
        let variable = self.parameter(place)?;
        self.executor.tape_mut().value_mut(variable)
    }

    /// The gradient of a parameter.
    pub fn gradient(&self, place: usize) -> Result<&Array, OperatorError> {
        self.executor.tape().gradient(self.parameter(place)?)
    }

    /// Copies its rows of the arrays of a batch to where they belong.
    pub fn put(&mut self, batch: &Batch, is_slice: bool) -> Result<(), ModuleError> {
        let given = self.inputs.iter().zip(&batch.data).chain(self.labels.iter().zip(&batch.label));
        for (&variable, array) in given {
            let own = self.own(array, is_slice)?;
            self.executor.tape_mut().put(variable, &own, &self.context)?;
        }
        Ok(())
    }

    /// Its rows of an array, where it computes.
    pub fn own<'a>(&self, array: &'a Array, is_slice: bool) -> Result<Cow<'a, Array>, ModuleError> {
        let own = if is_slice { Cow::Owned(rows(array, &self.rows)?) } else { Cow::Borrowed(array) };
        if own.context() == self.context {
            return Ok(own);
        }
        Ok(Cow::Owned(own.as_in_context(&self.context).map_err(OperatorError::from)?))
    }
}

fn rows(array: &Array, rows: &Range<usize>) -> Result<Array, ModuleError> {
    let bound = |row: usize| i64::try_from(row).ok();
    let part = |array: Cow<'_, Array>| array.slice_rows(bound(rows.start), bound(rows.end));
    Ok(array.here().and_then(part).map_err(OperatorError::from)?)
}

/// The rows of each context, as MXNet cuts them: as many for each, rounded to even, and the last has the rest.
fn slices(rows: usize, contexts: usize) -> Result<Vec<Range<usize>>, ModuleError> {
    if contexts == 1 {
        // Also of a batch without rows.
        return Ok(std::iter::once(0..rows).collect());
    }
    let each = (rows as f64 / contexts as f64).round_ties_even() as usize;
    let begin = |slice: usize| slice.saturating_mul(each).min(rows);
    let end = |slice: usize| if slice + 1 == contexts { rows } else { begin(slice + 1) };
    let slices: Vec<_> = (0..contexts).map(|slice| begin(slice)..end(slice)).collect();
    if slices.iter().any(Range::is_empty) { Err(ModuleError::Slices { rows, contexts }) } else { Ok(slices) }
}

pub(super) const fn expect_count(what: &'static str, expected: usize, found: usize) -> Result<(), ModuleError> {
    if expected == found { Ok(()) } else { Err(ModuleError::Arrays { what, expected, found }) }
}

pub(super) fn form(array: &Array) -> Form {
    Form { shape: array.shape().to_vec(), dtype: array.dtype(), stype: array.stype() }
}

/// Refuses an array of another form.
pub(super) fn expect_form(name: &str, expected: &Form, array: &Array) -> Result<(), ModuleError> {
    if (&*expected.shape, expected.dtype, expected.stype) == (array.shape(), array.dtype(), array.stype()) {
        return Ok(());
    }
    Err(SymbolError::Form { name: name.to_owned(), expected: expected.clone(), found: form(array) }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What MXNet's `_split_input_slice` gives.
    #[test]
    fn slices_are_those_of_mxnet() {
        let lengths = |rows, contexts| slices(rows, contexts).map(|all| all.iter().map(Range::len).collect::<Vec<_>>());
        for (rows, contexts, expected) in [
            (6, 3, vec![2, 2, 2]),
            (5, 2, vec![2, 3]),
            (7, 2, vec![4, 3]),
            (5, 3, vec![2, 2, 1]),
            (8, 3, vec![3, 3, 2]),
            (9, 4, vec![2, 2, 2, 3]),
            (10, 4, vec![2, 2, 2, 4]),
            (3, 2, vec![2, 1]),
            (0, 1, vec![0]),
        ] {
            assert_eq!(lengths(rows, contexts).unwrap(), expected);
        }
        for (rows, contexts) in [(1, 2), (2, 5), (0, 2)] {
            assert!(matches!(slices(rows, contexts), Err(ModuleError::Slices { .. })));
        }
    }
}
