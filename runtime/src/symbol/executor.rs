//! Graphs that run.
use super::stored::Stored;
use super::{FallbackNotice, Form, StorageTypes, Symbol, SymbolError};
use crate::autograd::{GradientRequest, Tape, Variable};
use crate::device::Device;
use crate::operator::{Built, Gradients};
use bumpalo::Bump;
use lacuna_arrays::array::Array;
use std::collections::BTreeMap;

/// A graph with its arrays, made by [`Bind`](super::Bind).
///
/// The first [`forward`](Self::forward) puts the operators on a [`Tape`]; those after it replay them in the same
/// memory, and allocate nothing where no fallback is taken.
#[derive(Debug)]
pub struct Executor {
    pub(super) symbol: Symbol,
    pub(super) types: StorageTypes,
    pub(super) tape: Tape,
    pub(super) arguments: Vec<Argument>,
    /// Empty until something has run.
    pub(super) outputs: Vec<Variable>,
    /// Lists of one call.
    pub(super) arena: Bump,
}

#[derive(Debug)]
pub(super) struct Argument {
    pub name: String,
    pub form: Form,
    pub variable: Variable,
    pub request: GradientRequest,
    /// It is an auxiliary state.
    pub is_state: bool,
}

impl Executor {
    /// Computes the outputs of the arguments.
    ///
    /// # Errors
    /// [`SymbolError::Run`] with the node whose operator refuses its operands, when it runs for the first time;
    /// [`SymbolError::Tape`] later.
    pub fn forward(&mut self, is_train: bool) -> Result<(), SymbolError> {
        self.tape.context_mut().training = is_train;
        if self.outputs.is_empty() {
            let recorded = self.record();
            if recorded.is_err() {
                self.tape.clear();
            }
            self.outputs = recorded?;
            return Ok(());
        }
        Ok(self.tape.replay()?)
    }

    fn record(&mut self) -> Result<Vec<Variable>, SymbolError> {
        let mut arguments = self.arguments.iter();
        let mut variables: Vec<Variable> = Vec::with_capacity(self.symbol.nodes.len());
        for node in &self.symbol.nodes {
            let Some(entry) = node.body.operator else {
                variables.extend(arguments.next().map(|argument| argument.variable));
                continue;
            };
            let inputs: Vec<Variable> = node.inputs.iter().filter_map(|&input| variables.get(input).copied()).collect();
            let Built { operator, gradients, .. } = entry.build(&node.body.attributes)?;
            let is_end = matches!(gradients, Gradients::Zero);
            let (stype, is_loss) = (self.types.of_node(variables.len()), gradients.needs_no_gradient());
            let operator = Box::new(Stored { operator, stype, is_end, is_loss });
            let result = self.tape.apply_boxed(operator, &inputs);
            variables.push(result.map_err(|error| SymbolError::Run { node: node.body.name.clone(), error })?);
        }
        Ok(self.symbol.heads.iter().filter_map(|&head| variables.get(head).copied()).collect())
    }

    /// Computes the gradients, of the outputs' gradients: one for each output, or none, which are ones then.
    ///
    /// # Errors
    /// [`SymbolError::NotRun`], [`SymbolError::Gradients`], and those of the operators.
    pub fn backward(&mut self, head_gradients: &[&Array]) -> Result<(), SymbolError> {
        let (expected, found) = (self.outputs.len(), head_gradients.len());
        if expected == 0 {
            return Err(SymbolError::NotRun);
        }
        if found != 0 && found != expected {
            return Err(SymbolError::Gradients { expected, found });
        }
        let heads =
            self.outputs.iter().enumerate().map(|(output, &variable)| (variable, head_gradients.get(output).copied()));
        let done = self.tape.backward_all(self.arena.alloc_slice_fill_iter(heads));
        self.arena.reset();
        Ok(done?)
    }

    /// Moves all arguments and gradients to a context, where the graph is computed from then on, with the same bits.
    ///
    /// # Errors
    /// As [`Tape::set_context`]; then all are where they were.
    pub fn set_context(&mut self, context: &Device) -> Result<(), SymbolError> {
        Ok(self.tape.set_context(context)?)
    }

    /// The results of the last [`forward`](Self::forward), in the order of [`Symbol::list_outputs`].
    ///
    /// # Errors
    /// [`SymbolError::NotRun`].
    pub fn outputs(&self) -> Result<Vec<&Array>, SymbolError> {
        (0..self.symbol.heads.len()).map(|output| self.output(output)).collect()
    }

    /// One of them.
    ///
    /// # Errors
    /// [`SymbolError::NotRun`], [`SymbolError::NoOutput`].
    pub fn output(&self, output: usize) -> Result<&Array, SymbolError> {
        if self.outputs.is_empty() {
            return Err(SymbolError::NotRun);
        }
        let expected = self.outputs.len();
        let variable = self.outputs.get(output).ok_or(SymbolError::NoOutput { expected, found: output })?;
        Ok(self.tape.value(*variable)?)
    }

    fn find(&self, name: &str) -> Result<&Argument, SymbolError> {
        self.arguments.iter().find(|argument| argument.name == name).ok_or_else(|| self.symbol.no_argument(name))
    }

    /// The array of an argument.
    ///
    /// # Errors
    /// [`SymbolError::Argument`].
    pub fn argument(&self, name: &str) -> Result<&Array, SymbolError> {
        Ok(self.tape.value(self.find(name)?.variable)?)
    }

    /// Gives an argument another array of its shape, dtype and storage type; what it was before comes back.
    ///
    /// # Errors
    /// [`SymbolError::Argument`], [`SymbolError::Form`].
    pub fn set(&mut self, name: &str, array: Array) -> Result<Array, SymbolError> {
        let argument = self.find(name)?;
        let found = Form { shape: array.shape().to_vec(), dtype: array.dtype(), stype: array.stype() };
        if found != argument.form {
            return Err(SymbolError::Form { name: name.to_owned(), expected: argument.form.clone(), found });
        }
        let variable = argument.variable;
        Ok(self.tape.set(variable, array)?)
    }

    /// The gradient of an argument: zeros before the first [`backward`](Self::backward).
    ///
    /// # Errors
    /// [`SymbolError::Argument`]; [`OperatorError::Variable`](crate::operator::OperatorError::Variable) for one without
    /// a gradient.
    pub fn gradient(&self, name: &str) -> Result<&Array, SymbolError> {
        Ok(self.tape.gradient(self.find(name)?.variable)?)
    }

    /// Makes all gradients zeros: those that are [added up](GradientRequest::Add) begin again.
    ///
    /// # Errors
    /// None, of a whole executor.
    pub fn zero_gradients(&mut self) -> Result<(), SymbolError> {
        let wanted = self.arguments.iter().filter(|argument| argument.request != GradientRequest::Null);
        Ok(wanted.map(|argument| argument.variable).try_for_each(|variable| self.tape.zero_gradient(variable))?)
    }

    fn dict(&self, states: bool) -> impl Iterator<Item = (&str, &Array)> {
        let own = self.arguments.iter().filter(move |argument| argument.is_state == states);
        own.filter_map(|argument| Some((&*argument.name, self.tape.value(argument.variable).ok()?)))
    }

    /// All arguments by name.
    #[must_use]
    pub fn arg_dict(&self) -> BTreeMap<&str, &Array> {
        self.dict(false).collect()
    }

    /// All arguments and auxiliary states by the names that they have in MXNet's `.params`: `arg:` or `aux:`, and their
    /// own.
    #[must_use]
    pub fn named_arrays(&self) -> BTreeMap<String, &Array> {
        let named = |prefix: &str, (name, array): (&str, _)| (format!("{prefix}:{name}"), array);
        let arguments = self.dict(false).map(|pair| named("arg", pair));
        arguments.chain(self.dict(true).map(|pair| named("aux", pair))).collect()
    }

    /// Gives arguments and states the arrays of such names, as [`set`](Self::set) does.
    ///
    /// # Errors
    /// [`SymbolError::Argument`] for a name that begins otherwise or is none; [`SymbolError::Form`]. Those before it are
    /// set then.
    pub fn set_named_arrays(
        &mut self,
        arrays: impl IntoIterator<Item = (impl AsRef<str>, Array)>,
    ) -> Result<(), SymbolError> {
        for (name, array) in arrays {
            let name = name.as_ref();
            let (own, is_state) = match name.split_once(':') {
                Some(("arg", own)) => (own, false),
                Some(("aux", own)) => (own, true),
                _ => return Err(self.symbol.no_argument(name)),
            };
            if self.find(own)?.is_state != is_state {
                return Err(self.symbol.no_argument(name));
            }
            self.set(own, array)?;
        }
        Ok(())
    }

    /// All gradients by the names of their arguments.
    #[must_use]
    pub fn grad_dict(&self) -> BTreeMap<&str, &Array> {
        let arrays =
            self.arguments.iter().map(|argument| Some((&*argument.name, self.tape.gradient(argument.variable).ok()?)));
        arrays.flatten().collect()
    }

    /// All [auxiliary states](Symbol::list_auxiliary_states) by name. Each [`backward`](Self::backward) after a
    /// [`forward`](Self::forward) in training replaces them.
    #[must_use]
    pub fn aux_dict(&self) -> BTreeMap<&str, &Array> {
        self.dict(true).collect()
    }

    /// How everything is stored by MXNet's rules.
    #[must_use]
    pub const fn storage_types(&self) -> &StorageTypes {
        &self.types
    }

    /// The fallbacks of the graph, each distinct case once. What had no path when it ran is in
    /// [`Context::notices`](crate::operator::Context::notices).
    #[must_use]
    pub fn notices(&self) -> Vec<FallbackNotice> {
        self.types.notices()
    }

    /// The variable of an argument on the tape, for a [`Trainer`](crate::optimizer::Trainer).
    ///
    /// # Errors
    /// [`SymbolError::Argument`].
    pub fn variable(&self, name: &str) -> Result<Variable, SymbolError> {
        Ok(self.find(name)?.variable)
    }

    /// The tape.
    #[must_use]
    pub const fn tape(&self) -> &Tape {
        &self.tape
    }

    /// The tape, to be changed: by an optimizer, for example. What is recorded must stay.
    pub const fn tape_mut(&mut self) -> &mut Tape {
        &mut self.tape
    }
}
