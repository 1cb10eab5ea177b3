//! Storage types, call by call.
use super::graph::Body;
use super::{Symbol, SymbolError};
use crate::operator::Stypes;
use lacuna::infer::{Call, Device, InferError, Mode, Operator, Parameters, Stype, infer};
use std::collections::BTreeMap;

/// A node and the number of one of its results.
pub(super) type Entry = (usize, usize);

/// Calls in an order in which they can run, each with its storage types.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub steps: Vec<Step>,
}

#[derive(Debug)]
pub(super) struct Step {
    pub name: String,
    /// None: a variable.
    pub call: Option<Called>,
    pub inputs: Vec<Entry>,
    pub outputs: Vec<Stype>,
}

#[derive(Clone, Debug)]
pub(super) struct Called {
    pub operator: &'static str,
    pub mode: Mode,
    /// With the values that they are written with.
    pub parameters: BTreeMap<String, String>,
    inferred: Parameters,
}

impl Flow {
    /// The calls of a graph whose variables are stored so.
    pub fn of(symbol: &Symbol, given: &[Option<Stype>]) -> Result<Self, SymbolError> {
        let mut flow = Self::default();
        for (node, given) in symbol.nodes.iter().zip(given) {
            let Some(entry) = node.body.operator else {
                let stype = given.map_or_else(|| node.body.stype(), |stype| Ok(Some(stype)))?;
                flow.variable(&node.body.name, stype.unwrap_or(Stype::Dense));
                continue;
            };
            let inputs: Vec<Entry> = node.inputs.iter().map(|&input| (input, 0)).collect();
            let inferred = parameters(entry.name, &node.body)?;
            let shown = node.body.attributes.iter().filter(|(key, _)| !key.starts_with("__"));
            let shown = shown.map(|(key, value)| (key.clone(), value.clone())).collect();
            flow.push(&node.body.name, entry.name, &inputs, 1, shown, inferred)?;
        }
        Ok(flow)
    }

    pub fn variable(&mut self, name: &str, stype: Stype) -> Entry {
        self.steps.push(Step { name: name.to_owned(), call: None, inputs: Vec::new(), outputs: vec![stype] });
        (self.steps.len() - 1, 0)
    }

    pub fn stype(&self, (step, output): Entry) -> Stype {
        self.steps.get(step).and_then(|step| step.outputs.get(output)).copied().unwrap_or(Stype::Dense)
    }

    pub fn outputs(&self, step: usize) -> usize {
        self.steps.get(step).map_or(0, |step| step.outputs.len())
    }

    /// A call with the parameters of another one, that of a forward operator, and its first result.
    pub fn call(
        &mut self,
        name: &str,
        operator: &'static str,
        inputs: &[Entry],
        outputs: usize,
        like: Option<usize>,
    ) -> Result<Entry, SymbolError> {
        let like = like.and_then(|step| self.steps.get(step)?.call.clone());
        let (shown, inferred) = like.map_or_else(Default::default, |call| (call.parameters, call.inferred));
        self.push(name, operator, inputs, outputs, shown, inferred)
    }

    /// A call whose result is row_sparse.
    pub fn rows(&mut self, name: &str, operator: &'static str, inputs: &[Entry]) -> Entry {
        let call =
            Called { operator, mode: Mode::Sparse, parameters: BTreeMap::new(), inferred: Parameters::default() };
        self.steps.push(Step {
            name: name.to_owned(),
            call: Some(call),
            inputs: inputs.to_vec(),
            outputs: vec![Stype::RowSparse],
        });
        (self.steps.len() - 1, 0)
    }

    fn push(
        &mut self,
        name: &str,
        operator: &'static str,
        inputs: &[Entry],
        outputs: usize,
        parameters: BTreeMap<String, String>,
        inferred: Parameters,
    ) -> Result<Entry, SymbolError> {
        let stypes: Vec<Stype> = inputs.iter().map(|&input| self.stype(input)).collect();
        let (mode, outputs) = match Operator::named(operator) {
            Some(known) => {
                let mut outputs = vec![None; known.outputs(stypes.len(), &inferred)];
                let call = Call { operator: known, parameters: inferred, device: Device::Cpu, inputs: &stypes };
                let mode = infer(&call, &mut outputs).map_err(|error| refused(error, name, operator, &stypes))?;
                (mode, outputs.into_iter().map(|stype| stype.unwrap_or(Stype::Dense)).collect())
            }
            // What the inference does not know takes dense operands.
            None => {
                let dense = stypes.iter().all(|stype| *stype == Stype::Dense);
                (if dense { Mode::Dense } else { Mode::Fallback }, vec![Stype::Dense; outputs])
            }
        };
        let call = Some(Called { operator, mode, parameters, inferred });
        self.steps.push(Step { name: name.to_owned(), call, inputs: inputs.to_vec(), outputs });
        Ok((self.steps.len() - 1, 0))
    }

    /// The calls that these entries need, numbered as MXNet numbers them: operands first, from the first entry on.
    /// Their entries with them.
    pub fn order(&self, wanted: impl Iterator<Item = Entry>) -> Vec<usize> {
        let (mut seen, mut order) = (vec![false; self.steps.len()], Vec::new());
        for (step, _) in wanted {
            let mut path = vec![(step, 0)];
            while let Some((step, operand)) = path.pop() {
                let (Some(found), Some(false)) = (self.steps.get(step), seen.get(step)) else { continue };
                if let Some(&(input, _)) = found.inputs.get(operand) {
                    path.extend([(step, operand + 1), (input, 0)]);
                    continue;
                }
                if let Some(seen) = seen.get_mut(step) {
                    *seen = true;
                    order.push(step);
                }
            }
        }
        order
    }

    pub fn stypes(&self, inputs: &[Entry]) -> Stypes {
        Stypes(inputs.iter().map(|&input| self.stype(input)).collect())
    }
}

fn refused(error: InferError, name: &str, operator: &'static str, stypes: &[Stype]) -> SymbolError {
    match error {
        InferError::Inputs { expected, found } => SymbolError::Operands { operator, expected, found },
        _ => SymbolError::Storage { node: name.to_owned(), operator, stypes: Stypes(stypes.to_vec()) },
    }
}

/// Those parameters that say something about storage types.
fn parameters(operator: &'static str, body: &Body) -> Result<Parameters, SymbolError> {
    let mut parameters = Parameters::default();
    for (name, text) in body.attributes.iter().filter(|(name, _)| !name.starts_with("__")) {
        // An operator that the inference does not know may have other parameters of these names.
        if parameters.set(name, text).is_err() && Operator::named(operator).is_some() {
            let (parameter, found) = (name.clone(), text.clone());
            return Err(SymbolError::Parameter { operator, parameter, expected: "another value", found });
        }
    }
    Ok(parameters)
}
