//! Shapes and dtypes over a whole graph.
use super::graph::{Body, Node};
use super::{Place, Symbol, SymbolError};
use crate::operator::{Built, Misfit, Shapes};
use lacuna_arrays::array::Dtype;
use std::collections::HashMap;

/// What has been inferred, in the order of [`Symbol::list_arguments`] and of [`Symbol::list_outputs`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred<T> {
    /// Of the arguments.
    pub arguments: Vec<T>,
    /// Of the outputs.
    pub outputs: Vec<T>,
    /// Of the [auxiliary states](Symbol::list_auxiliary_states).
    pub auxiliary: Vec<T>,
}

impl Symbol {
    /// The operators of the nodes with their parameters; none of variables.
    pub(super) fn built(&self) -> Result<Vec<Option<Built>>, SymbolError> {
        self.nodes
            .iter()
            .map(|node| node.body.operator.map(|entry| entry.build(&node.body.attributes)).transpose())
            .collect()
    }

    /// What variables are given, by node; a name that is no argument is an error.
    pub(super) fn given<T>(
        &self,
        given: impl IntoIterator<Item = (impl AsRef<str>, T)>,
    ) -> Result<Vec<Option<T>>, SymbolError> {
        let places: HashMap<&str, usize> = self.variables().map(|(place, body)| (&*body.name, place)).collect();
        let mut values: Vec<Option<T>> = self.nodes.iter().map(|_| None).collect();
        for (name, value) in given {
            let name = name.as_ref();
            let place = places.get(name).and_then(|&place| values.get_mut(place));
            *place.ok_or_else(|| self.no_argument(name))? = Some(value);
        }
        Ok(values)
    }

    pub(super) fn no_argument(&self, name: &str) -> SymbolError {
        SymbolError::Argument {
            name: name.to_owned(),
            names: self.list_arguments().into_iter().map(ToOwned::to_owned).collect(),
        }
    }

    /// Of arguments and outputs, of what is known of the nodes.
    pub(super) fn of_nodes<T: Clone>(&self, of_nodes: &[T]) -> Inferred<T> {
        let of = |place: usize| of_nodes.get(place).cloned();
        Inferred {
            arguments: self.arguments().filter_map(|(place, _)| of(place)).collect(),
            outputs: self.heads.iter().filter_map(|&head| of(head)).collect(),
            auxiliary: self.auxiliary_states().filter_map(|(place, _)| of(place)).collect(),
        }
    }

    /// The shapes of all arguments and outputs, of those that variables have and of those given by name. What an
    /// operator's parameters and other operands say of an operand is found too.
    ///
    /// # Errors
    /// [`SymbolError::Shape`] where shapes do not fit each other, [`SymbolError::UnknownShapes`] with the arguments
    /// whose shapes nothing determines, [`SymbolError::Argument`].
    ///
    /// ```
    /// use lacuna_runtime::symbol::{Apply, Symbol};
    /// let x = Symbol::variable("x");
    /// let y = Apply::new("FullyConnected").named("fc").operand(&x).parameter("num_hidden", 3).symbol()?;
    /// let shapes = y.infer_shape(&[("x", &[2, 4])])?;
    /// assert_eq!((shapes.arguments, shapes.outputs), (vec![vec![2, 4], vec![3, 4], vec![3]], vec![vec![2, 3]]));
    /// let refused = y.infer_shape(&[("x", &[2, 4]), ("fc_weight", &[3, 5])]);
    /// assert_eq!(refused.unwrap_err().to_string(), "node fc (FullyConnected): operand 1 has shape [3, 5], but [3, 4] is needed");
    /// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
    /// ```
    pub fn infer_shape(&self, given: &[(&str, &[usize])]) -> Result<Inferred<Vec<usize>>, SymbolError> {
        Ok(self.of_nodes(&self.shapes(given)?))
    }

    /// The same, as far as shapes are known.
    ///
    /// # Errors
    /// [`SymbolError::Shape`], [`SymbolError::Argument`].
    pub fn infer_shape_partial(&self, given: &[(&str, &[usize])]) -> Result<Inferred<Option<Vec<usize>>>, SymbolError> {
        Ok(self.of_nodes(&self.partial_shapes(given)?))
    }

    pub(super) fn shapes(&self, given: &[(&str, &[usize])]) -> Result<Vec<Vec<usize>>, SymbolError> {
        let shapes = self.partial_shapes(given)?;
        let unknown = |&(place, _): &(usize, &Body)| shapes.get(place).is_some_and(Option::is_none);
        let mut names: Vec<String> = self.variables().filter(unknown).map(|(_, body)| body.name.clone()).collect();
        if names.is_empty() {
            let nodes = self.nodes.iter().zip(&shapes);
            names = nodes.filter(|(_, shape)| shape.is_none()).map(|(node, _)| node.body.output_name()).collect();
        }
        if names.is_empty() {
            Ok(shapes.into_iter().flatten().collect())
        } else {
            Err(SymbolError::UnknownShapes { names })
        }
    }

    fn partial_shapes(&self, given: &[(&str, &[usize])]) -> Result<Vec<Option<Vec<usize>>>, SymbolError> {
        let mut shapes = self.given(given.iter().map(|&(name, shape)| (name, shape.to_vec())))?;
        for (node, shape) in self.nodes.iter().zip(&mut shapes) {
            if node.body.operator.is_none() && shape.is_none() {
                *shape = node.body.shape()?;
            }
        }
        let built = self.built()?;
        let known = |shapes: &[Option<Vec<usize>>]| shapes.iter().flatten().count();
        // Forward, and again where something was found out about an operand.
        loop {
            let before = known(&shapes);
            for (place, (node, built)) in self.nodes.iter().zip(&built).enumerate() {
                let (Some(entry), Some(built)) = (node.body.operator, built) else { continue };
                let mut inputs: Vec<_> =
                    node.inputs.iter().map(|&input| shapes.get(input).cloned().flatten()).collect();
                let mut output = shapes.get(place).cloned().flatten();
                let done = (built.shapes)(&mut Shapes::OfGraph { inputs: &mut inputs, result: &mut output });
                done.map_err(|Misfit { place, numbers: expected, found, .. }| SymbolError::Shape {
                    node: node.body.name.clone(),
                    operator: entry.name,
                    place,
                    expected,
                    found,
                })?;
                let places = node.inputs.iter().copied().chain([place]);
                for (place, shape) in places.zip(inputs.into_iter().chain([output])) {
                    if let Some(known) = shapes.get_mut(place) {
                        *known = shape;
                    }
                }
            }
            if known(&shapes) == before {
                return Ok(shapes);
            }
        }
    }

    /// The dtypes of all arguments and outputs, of those that variables have and of those given by name; `float32`
    /// where nothing determines them.
    ///
    /// # Errors
    /// [`SymbolError::Dtype`] where operands of an operator have different ones, [`SymbolError::Argument`].
    ///
    /// ```
    /// use lacuna_runtime::array::Dtype;
    /// use lacuna_runtime::symbol::Symbol;
    /// let y = Symbol::apply("dot", &[&Symbol::variable("x"), &Symbol::variable("w")], &[])?;
    /// assert_eq!(y.infer_type(&[("w", Dtype::F64)])?.arguments, [Dtype::F64, Dtype::F64]);
    /// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
    /// ```
    pub fn infer_type(&self, given: &[(&str, Dtype)]) -> Result<Inferred<Dtype>, SymbolError> {
        Ok(self.of_nodes(&self.dtypes(given)?))
    }

    pub(super) fn dtypes(&self, given: &[(&str, Dtype)]) -> Result<Vec<Dtype>, SymbolError> {
        let mut dtypes = self.given(given.iter().copied())?;
        for (node, dtype) in self.nodes.iter().zip(&mut dtypes) {
            if node.body.operator.is_none() && dtype.is_none() {
                *dtype = node.body.dtype()?;
            }
        }
        let built = self.built()?;
        loop {
            let before = dtypes.iter().flatten().count();
            for (place, (node, built)) in self.nodes.iter().zip(&built).enumerate() {
                if let Some(built) = built {
                    one_dtype(node, place, built, &mut dtypes)?;
                }
            }
            if dtypes.iter().flatten().count() > before {
                continue;
            }
            // One at a time: others may follow from it.
            match dtypes.iter_mut().find(|dtype| dtype.is_none()) {
                Some(unknown) => *unknown = Some(Dtype::F32),
                None => return Ok(dtypes.into_iter().flatten().collect()),
            }
        }
    }
}

/// The operands and the result of a node have one dtype, except for an operand with its own, and class numbers of
/// `int64`.
fn one_dtype(node: &Node, place: usize, built: &Built, dtypes: &mut [Option<Dtype>]) -> Result<(), SymbolError> {
    let is_int64 = |input: usize| dtypes.get(input).copied().flatten() == Some(Dtype::I64);
    let has_own =
        |operand, input| Some(operand) == built.own_dtype || (Some(operand) == built.classes && is_int64(input));
    let operands = node.inputs.iter().copied().enumerate().filter(|&(operand, input)| !has_own(operand, input));
    let all: Vec<_> =
        operands.map(|(operand, input)| (Place::Operand(operand), input)).chain([(Place::Result, place)]).collect();
    let known = all.iter().find_map(|&(_, place)| dtypes.get(place).copied().flatten());
    let Some(expected) = known else { return Ok(()) };
    for (place, at) in all {
        let Some(dtype) = dtypes.get_mut(at) else { continue };
        match *dtype {
            Some(found) if found != expected => {
                let operator = node.body.operator.map_or("", |entry| entry.name);
                return Err(SymbolError::Dtype { node: node.body.name.clone(), operator, place, expected, found });
            }
            _ => *dtype = Some(expected),
        }
    }
    Ok(())
}
