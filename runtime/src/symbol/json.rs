//! Graphs in files, as MXNet's `symbol.json`.
use super::graph::{Body, Node, OF_OUTPUT, OUTPUT, full_key};
use super::{Symbol, SymbolError};
use crate::operator::Entry;
use lacuna_arrays::json_keys::key_twice;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The format that is written: that of MXNet 1.9.1.
const VERSION: u32 = 10_901;

/// What an operator that variables do not have is called.
const VARIABLE: &str = "null";

/// What graphs of versions before [`VERSION`] may call without the underscores.
const HIDDEN: &[&str] = &["ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage"];

type Attributes = BTreeMap<String, String>;

#[derive(Serialize)]
struct WrittenNode {
    op: String,
    name: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    attrs: Attributes,
    inputs: Vec<Reference>,
}

/// As MXNet, no field but those that are known.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedNode {
    op: String,
    name: String,
    /// `attr` in old files; the oldest have the parameters of the operator apart, in `param`.
    #[serde(alias = "attr")]
    attrs: Option<Attributes>,
    #[serde(default)]
    param: Attributes,
    inputs: Vec<Reference>,
    #[serde(default)]
    control_deps: Vec<IgnoredAny>,
    #[serde(default)]
    subgraphs: Vec<IgnoredAny>,
    /// Of backward nodes, which no file has any more.
    #[serde(rename = "backward_source_id")]
    _backward_source_id: Option<IgnoredAny>,
}

/// A node and the number of its output; a third number is the version of a state.
type Reference = Vec<usize>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    nodes: Vec<SavedNode>,
    #[serde(default)]
    arg_nodes: Vec<usize>,
    /// Follows from the nodes.
    #[serde(rename = "node_row_ptr")]
    _node_row_ptr: Option<IgnoredAny>,
    heads: Vec<Reference>,
    #[serde(default)]
    attrs: BTreeMap<String, Value>,
}

impl Saved {
    /// The version of MXNet that has written it, as `["int", 10901]`; the oldest do not tell.
    fn version(&self) -> Result<u64, SymbolError> {
        let Some(found) = self.attrs.get("mxnet_version") else { return Ok(0) };
        let version = found.get(1).and_then(Value::as_u64);
        version.ok_or_else(|| json(format!("mxnet_version is {found}, not [\"int\", NUMBER]")))
    }

    /// Refuses arguments that are none.
    fn check_arguments(&self) -> Result<(), SymbolError> {
        let is_variable = |&&node: &&usize| self.nodes.get(node).is_some_and(|node| node.op == VARIABLE);
        let wrong = self.arg_nodes.iter().find(|node| !is_variable(node));
        wrong.map_or(Ok(()), |node| Err(json(format!("arg_nodes has node {node}, which is no variable"))))
    }
}

fn json(reason: String) -> SymbolError {
    SymbolError::Json { reason }
}

/// Moves attributes of operands, such as `weight_lr_mult`, to these, and calls all by their full names.
fn upgrade(entry: Option<&Entry>, attributes: &mut Attributes, inputs: &[usize], nodes: &mut [Node]) {
    for hidden in HIDDEN {
        if let Some(value) = attributes.remove(*hidden) {
            attributes.insert(full_key(hidden).into_owned(), value);
        }
        let operands = entry.map_or(&[][..], |entry| entry.operands);
        for (operand, &input) in operands.iter().zip(inputs) {
            let Some(variable) = nodes.get_mut(input).filter(|node| node.body.operator.is_none()) else { continue };
            if let Some(value) = attributes.remove(&format!("{operand}_{hidden}")) {
                Arc::make_mut(&mut variable.body).attributes.insert(full_key(hidden).into_owned(), value);
            }
        }
    }
}

impl Symbol {
    /// The graph as JSON: nodes with operators, names, attributes and inputs, the numbers of the variables, and the
    /// heads, as MXNet's `tojson`.
    #[must_use]
    pub fn to_json(&self) -> String {
        // The results of an operator with several are nodes of their own here, and one node in a file.
        let (mut written, mut places): (Vec<WrittenNode>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        let mut of_name: HashMap<&str, usize> = HashMap::new();
        let mut row_pointers = vec![0];
        for Node { body, inputs } in &self.nodes {
            let (name, output) = body.origin();
            let known = output.and_then(|_| of_name.get(name).copied());
            places.push((known.unwrap_or(written.len()), output.unwrap_or(0)));
            if known.is_some() {
                continue;
            }
            of_name.insert(name, written.len());
            // The third number of a state counts the operators that replace it.
            let states = body.operator.map_or(0..0, Entry::states);
            let reference = |(operand, &input): (usize, &usize)| {
                let replaced = usize::from(states.contains(&operand));
                places.get(input).map_or(vec![0; 3], |&(node, output)| vec![node, output, replaced])
            };
            let mut attrs = body.attributes.clone();
            attrs.remove(OUTPUT);
            let alone = body.operator.map_or(1, Entry::results_in_file);
            let count = output.map_or(alone, |_| outputs(&attrs));
            row_pointers.push(row_pointers.last().copied().unwrap_or(0) + count);
            written.push(WrittenNode {
                op: body.operator.map_or(VARIABLE, |entry| entry.name).to_owned(),
                name: name.to_owned(),
                attrs,
                inputs: inputs.iter().enumerate().map(reference).collect(),
            });
        }
        let place = |node: usize| places.get(node).copied().unwrap_or_default();
        let heads = self.heads.iter().map(|&head| place(head)).map(|(node, output)| vec![node, output, 0]);
        let graph = serde_json::json!({
            "nodes": written,
            "arg_nodes": self.variables().map(|(node, _)| place(node).0).collect::<Vec<_>>(),
            "node_row_ptr": row_pointers,
            "heads": heads.collect::<Vec<_>>(),
            "attrs": { "mxnet_version": ["int", VERSION] },
        });
        format!("{graph:#}")
    }

    /// The graph of such a text, written by MXNet or by [`to_json`](Self::to_json). As in MXNet 1.9.1, `param` and
    /// `attr` of old files are one, and attributes such as `lr_mult` and `weight_lr_mult` get their full names.
    ///
    /// # Errors
    /// [`SymbolError::Json`], [`SymbolError::Reference`] and [`SymbolError::Output`] for what is no graph;
    /// [`SymbolError::Operator`] and those of parameters for what this runtime does not have.
    ///
    /// ```
    /// use lacuna_runtime::symbol::Symbol;
    /// let y = Symbol::variable("x").dot(&Symbol::variable("w"))?;
    /// let loaded = Symbol::from_json(&y.to_json())?;
    /// assert_eq!((loaded.list_arguments(), loaded.list_outputs()), (y.list_arguments(), y.list_outputs()));
    /// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, SymbolError> {
        if let Some(key) = key_twice(text) {
            return Err(json(format!("key {key} is given twice")));
        }
        let saved: Saved = serde_json::from_str(text).map_err(|error| json(error.to_string()))?;
        saved.check_arguments()?;
        let is_old = saved.version()? < u64::from(VERSION);
        let Saved { nodes: saved, heads, .. } = saved;
        let (mut nodes, mut names): (Vec<Node>, HashMap<String, usize>) =
            (Vec::with_capacity(saved.len()), HashMap::new());
        // The first of the nodes that stand for a node of the file, and how many there are.
        let mut places: Vec<(usize, usize)> = Vec::with_capacity(saved.len());
        for SavedNode { op, name, attrs, param, inputs, control_deps, subgraphs, .. } in saved {
            for (what, found) in [("control_deps", control_deps.len()), ("subgraphs", subgraphs.len())] {
                if found > 0 {
                    return Err(json(format!("node {name} has {found} {what}, which are not supported")));
                }
            }
            let references = inputs.iter().map(|input| referred(input, || format!("node {name}"), &places));
            let inputs = references.collect::<Result<Vec<_>, _>>()?;
            // What is in both is that of the attributes.
            let mut attrs: Attributes = param.into_iter().chain(attrs.unwrap_or_default()).collect();
            let operator = match &*op {
                VARIABLE => None,
                op => Some(Entry::named(op).ok_or_else(|| SymbolError::Operator { name: op.to_owned() })?),
            };
            if is_old {
                upgrade(operator, &mut attrs, &inputs, &mut nodes);
            }
            if let Some(entry) = operator {
                let expected = entry.build(&attrs)?.operands;
                if inputs.len() != expected {
                    return Err(SymbolError::Operands { operator: entry.name, expected, found: inputs.len() });
                }
            } else if !inputs.is_empty() {
                return Err(json(format!("variable {name} has {} inputs", inputs.len())));
            }
            if names.insert(name.clone(), nodes.len()).is_some() {
                return Err(SymbolError::Name { name });
            }
            let count = if operator.is_some_and(Entry::has_several_results) { outputs(&attrs) } else { 1 };
            places.push((nodes.len(), count));
            if count == 1 {
                nodes.push(Node { body: Arc::new(Body { name, operator, attributes: attrs }), inputs });
                continue;
            }
            for output in 0..count {
                let mut attributes = attrs.clone();
                attributes.insert(OUTPUT.to_owned(), output.to_string());
                let body = Body { name: format!("{name}{OF_OUTPUT}{output}"), operator, attributes };
                nodes.push(Node { body: Arc::new(body), inputs: inputs.clone() });
            }
        }
        let heads = heads.iter().map(|head| referred(head, || "a head".to_owned(), &places));
        Ok(Self::ordered(&nodes, &heads.collect::<Result<Vec<_>, _>>()?))
    }
}

/// How many results the node has.
fn outputs(attributes: &BTreeMap<String, String>) -> usize {
    attributes.get("num_outputs").and_then(|text| text.trim().parse().ok()).filter(|&count| count > 0).unwrap_or(1)
}

/// The node that a reference means: one of those before, of which the first and their number are known.
fn referred(reference: &[usize], place: impl Fn() -> String, before: &[(usize, usize)]) -> Result<usize, SymbolError> {
    let ([node, output] | [node, output, _]) = *reference else {
        return Err(json(format!("{} has a reference of {} numbers, not 2 or 3", place(), reference.len())));
    };
    match before.get(node) {
        None => Err(SymbolError::Reference { place: place(), found: node, before: before.len() }),
        Some(&(first, count)) if output < count => Ok(first + output),
        Some(_) => Err(SymbolError::Output { place: place(), node, found: output }),
    }
}
