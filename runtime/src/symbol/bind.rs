//! Graphs that get their arrays.
use super::executor::{Argument, Executor};
use super::{Form, Symbol, SymbolError};
use crate::autograd::{GradientRequest, Tape};
use crate::operator::{Context, Fallback};
use bumpalo::Bump;
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, Dtype};
use std::collections::BTreeMap;

/// How a graph is bound: where it runs, and what becomes of gradients.
///
/// ```
/// use lacuna::infer::Stype;
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::autograd::GradientRequest;
/// use lacuna_runtime::symbol::{Bind, Symbol};
/// let (x, w) = (Symbol::variable("x").with_stype(Stype::Csr), Symbol::variable("w").with_stype(Stype::RowSparse));
/// let y = x.dot(&w)?;
/// let mut executor = Bind::new(&y).request_of("x", GradientRequest::Null).simple(&[("x", &[2, 4]), ("w", &[4, 1])])?;
/// executor.set("x", Array::csr(Some([2, 4]), vec![0, 1, 2], vec![3, 0], vec![2.0_f32, 5.0])?)?;
/// executor.forward(true)?;
/// executor.backward(&[])?;
/// let gradient = executor.gradient("w")?;
/// assert_eq!((gradient.stype(), gradient.indices(), gradient.data()), (Stype::RowSparse, Some(&[0, 3][..]), Some(&[5.0_f32, 2.0][..])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Bind<'a> {
    symbol: &'a Symbol,
    context: Context,
    request: GradientRequest,
    requests: BTreeMap<String, GradientRequest>,
    stypes: BTreeMap<String, Stype>,
    dtypes: BTreeMap<String, Dtype>,
    gradient_stypes: BTreeMap<String, Stype>,
}

impl<'a> Bind<'a> {
    /// On one thread, without fallbacks, with gradients of all arguments that each backward pass replaces.
    #[must_use]
    pub fn new(symbol: &'a Symbol) -> Self {
        Self {
            symbol,
            context: Context::new(),
            request: GradientRequest::Write,
            requests: BTreeMap::new(),
            stypes: BTreeMap::new(),
            dtypes: BTreeMap::new(),
            gradient_stypes: BTreeMap::new(),
        }
    }

    /// In this context. Its [`fallback`](Context::fallback) decides whether a graph with a fallback is an error
    /// ([`Fallback::Refuse`]) or runs, with [notices](Executor::notices).
    #[must_use]
    pub fn context(mut self, context: Context) -> Self {
        self.context = context;
        self
    }

    /// What becomes of gradients. (`grad_req`)
    #[must_use]
    pub const fn request(mut self, request: GradientRequest) -> Self {
        self.request = request;
        self
    }

    /// What becomes of the gradient of one argument.
    #[must_use]
    pub fn request_of(mut self, argument: &str, request: GradientRequest) -> Self {
        self.requests.insert(argument.to_owned(), request);
        self
    }

    /// The storage type of an argument whose array is made. (`stype_dict`)
    #[must_use]
    pub fn stype(mut self, argument: &str, stype: Stype) -> Self {
        self.stypes.insert(argument.to_owned(), stype);
        self
    }

    /// The dtype of an argument whose array is made. (`type_dict`)
    #[must_use]
    pub fn dtype(mut self, argument: &str, dtype: Dtype) -> Self {
        self.dtypes.insert(argument.to_owned(), dtype);
        self
    }

    /// The storage type of a gradient, where it shall not be the inferred one.
    #[must_use]
    pub fn gradient_stype(mut self, argument: &str, stype: Stype) -> Self {
        self.gradient_stypes.insert(argument.to_owned(), stype);
        self
    }

    /// Makes arrays of zeros for all arguments and auxiliary states, of the shapes that are given and inferred.
    /// (`simple_bind`)
    ///
    /// # Errors
    /// Those of the inference, [`SymbolError::Fallback`], [`SymbolError::Argument`] for a name that no argument has,
    /// [`SymbolError::Array`].
    pub fn simple(self, shapes: &[(&str, &[usize])]) -> Result<Executor, SymbolError> {
        let shapes = self.symbol.shapes(shapes)?;
        let dtypes: Vec<_> = self.dtypes.iter().map(|(name, dtype)| (&**name, *dtype)).collect();
        let dtypes = self.symbol.dtypes(&dtypes)?;
        let stypes: Vec<_> = self.stypes.iter().map(|(name, stype)| (&**name, *stype)).collect();
        let stypes = self.symbol.infer_storage_type(&stypes, &[])?;
        let arrays = self.symbol.variables().map(|(place, body)| {
            let shape = shapes.get(place).map_or(&[][..], |shape| shape);
            let dtype = dtypes.get(place).copied().unwrap_or(Dtype::F32);
            let array = Array::zeros(stypes.of_node(place), shape, dtype);
            array.map_err(|error| SymbolError::Array { name: body.name.clone(), error })
        });
        let arrays = arrays.collect::<Result<_, _>>()?;
        self.executor(arrays)
    }

    /// Takes an array for each argument and auxiliary state. (`bind`)
    ///
    /// # Errors
    /// As [`simple`](Self::simple), and [`SymbolError::MissingArgument`].
    pub fn arrays(self, arrays: Vec<(&str, Array)>) -> Result<Executor, SymbolError> {
        let shapes: Vec<(&str, &[usize])> = arrays.iter().map(|(name, array)| (*name, array.shape())).collect();
        let dtypes: Vec<_> = arrays.iter().map(|(name, array)| (*name, array.dtype())).collect();
        let missing = |name: &&str| !arrays.iter().any(|(given, _)| given == name);
        if let Some(name) = self.symbol.variables().map(|(_, body)| &*body.name).find(missing) {
            return Err(SymbolError::MissingArgument { name: name.to_owned() });
        }
        self.symbol.infer_shape(&shapes)?;
        self.symbol.infer_type(&dtypes)?;
        let arrays = self.symbol.given(arrays)?.into_iter().flatten().collect();
        self.executor(arrays)
    }

    /// One array for each variable, in their order.
    fn executor(self, arrays: Vec<Array>) -> Result<Executor, SymbolError> {
        let Self { symbol, context, request, requests, gradient_stypes, .. } = self;
        let known = |name: &&String| symbol.arguments().any(|(_, body)| body.name == **name);
        if let Some(name) = requests.keys().chain(gradient_stypes.keys()).find(|name| !known(name)) {
            return Err(symbol.no_argument(name));
        }
        let names: Vec<&str> = symbol.variables().map(|(_, body)| &*body.name).collect();
        let states = symbol.list_auxiliary_states();
        let request_of = |name: &&str| {
            // A state has no gradient.
            let own = if states.contains(name) { GradientRequest::Null } else { request };
            requests.get(*name).copied().unwrap_or(own)
        };
        let requests: Vec<_> = names.iter().map(request_of).collect();
        let wanted = names.iter().zip(&requests).filter(|(_, request)| **request != GradientRequest::Null);
        let wanted: Vec<&str> = wanted.map(|(name, _)| *name).collect();
        let stypes: Vec<_> = names.iter().zip(&arrays).map(|(name, array)| (*name, array.stype())).collect();
        let types = symbol.infer_storage_type(&stypes, &wanted)?;
        if context.fallback == Fallback::Refuse {
            types.refuse_fallbacks()?;
        }
        let mut inferred = types.gradients.iter();
        let mut tape = Tape::with_context(context);
        let mut arguments = Vec::with_capacity(names.len());
        for ((name, array), request) in names.into_iter().zip(arrays).zip(requests) {
            let form = Form { shape: array.shape().to_vec(), dtype: array.dtype(), stype: array.stype() };
            let variable = if request == GradientRequest::Null {
                tape.constant(array)
            } else {
                let stype = inferred.next().copied().unwrap_or(Stype::Dense);
                tape.parameter(array, request, gradient_stypes.get(name).copied().unwrap_or(stype))?
            };
            let is_state = states.contains(&name);
            arguments.push(Argument { name: name.to_owned(), form, variable, request, is_state });
        }
        Ok(Executor { symbol: symbol.clone(), types, tape, arguments, outputs: Vec::new(), arena: Bump::new() })
    }
}

impl Symbol {
    /// [`Bind::simple`] with the same request for all gradients.
    ///
    /// # Errors
    /// As there.
    pub fn simple_bind(&self, shapes: &[(&str, &[usize])], request: GradientRequest) -> Result<Executor, SymbolError> {
        Bind::new(self).request(request).simple(shapes)
    }

    /// [`Bind::arrays`] with the same request for all gradients.
    ///
    /// # Errors
    /// As there.
    pub fn bind(&self, arrays: Vec<(&str, Array)>, request: GradientRequest) -> Result<Executor, SymbolError> {
        Bind::new(self).request(request).arrays(arrays)
    }
}
