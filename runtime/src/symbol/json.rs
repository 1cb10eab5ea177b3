//! Graphs in files, as MXNet's `symbol.json`.
use super::graph::{Body, Node, OF_OUTPUT, OUTPUT};
use super::{Symbol, SymbolError};
use crate::operator::Entry;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The format that is written: that of MXNet 1.9.1.
const VERSION: u32 = 10_901;

/// What an operator that variables do not have is called.
const VARIABLE: &str = "null";

#[derive(Serialize, Deserialize)]
struct SavedNode {
    op: String,
    name: String,
    // Older files have other names for it.
    #[serde(default, alias = "attr", alias = "param", skip_serializing_if = "BTreeMap::is_empty")]
    attrs: BTreeMap<String, String>,
    inputs: Vec<Reference>,
}

/// A node and the number of its output; a third number, the version of a state, is always 0.
type Reference = Vec<usize>;

#[derive(Deserialize)]
struct Saved {
    nodes: Vec<SavedNode>,
    heads: Vec<Reference>,
}

impl Symbol {
    /// The graph as JSON: nodes with operators, names, attributes and inputs, the numbers of the variables, and the
    /// heads, as MXNet's `tojson`.
    #[must_use]
    pub fn to_json(&self) -> String {
        // The results of an operator with several are nodes of their own here, and one node in a file.
        let (mut written, mut places): (Vec<SavedNode>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
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
            let reference =
                |&input: &usize| places.get(input).map_or(vec![0; 3], |&(node, output)| vec![node, output, 0]);
            let mut attrs = body.attributes.clone();
            attrs.remove(OUTPUT);
            let count = output.map_or(1, |_| outputs(&attrs));
            row_pointers.push(row_pointers.last().copied().unwrap_or(0) + count);
            written.push(SavedNode {
                op: body.operator.map_or(VARIABLE, |entry| entry.name).to_owned(),
                name: name.to_owned(),
                attrs,
                inputs: inputs.iter().map(reference).collect(),
            });
        }
        let place = |node: usize| places.get(node).copied().unwrap_or_default();
        let heads = self.heads.iter().map(|&head| place(head)).map(|(node, output)| vec![node, output, 0]);
        let graph = json!({
            "nodes": written,
            "arg_nodes": self.arguments().map(|(node, _)| place(node).0).collect::<Vec<_>>(),
            "node_row_ptr": row_pointers,
            "heads": heads.collect::<Vec<_>>(),
            "attrs": { "mxnet_version": ["int", VERSION] },
        });
        format!("{graph:#}")
    }

    /// The graph of such a text, written by MXNet or by [`to_json`](Self::to_json).
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
        let wrong = |error: serde_json::Error| SymbolError::Json { reason: error.to_string() };
        let Saved { nodes: saved, heads } = serde_json::from_str(text).map_err(wrong)?;
        let (mut nodes, mut names): (Vec<Node>, HashMap<String, usize>) =
            (Vec::with_capacity(saved.len()), HashMap::new());
        // The first of the nodes that stand for a node of the file, and how many there are.
        let mut places: Vec<(usize, usize)> = Vec::with_capacity(saved.len());
        for SavedNode { op, name, attrs, inputs } in saved {
            let references = inputs.iter().map(|input| referred(input, || format!("node {name}"), &places));
            let inputs = references.collect::<Result<Vec<_>, _>>()?;
            let operator = match &*op {
                VARIABLE => None,
                op => Some(Entry::named(op).ok_or_else(|| SymbolError::Operator { name: op.to_owned() })?),
            };
            if let Some(entry) = operator {
                let expected = entry.build(&attrs)?.operands;
                if inputs.len() != expected {
                    return Err(SymbolError::Operands { operator: entry.name, expected, found: inputs.len() });
                }
            } else if !inputs.is_empty() {
                return Err(SymbolError::Json { reason: format!("variable {name} has {} inputs", inputs.len()) });
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
    let Some(&node) = reference.first() else {
        return Err(SymbolError::Json { reason: format!("{} has an empty reference", place()) });
    };
    let output = reference.get(1).copied().unwrap_or(0);
    match before.get(node) {
        None => Err(SymbolError::Reference { place: place(), found: node, before: before.len() }),
        Some(&(first, count)) if output < count => Ok(first + output),
        Some(_) => Err(SymbolError::Output { place: place(), node, found: output }),
    }
}
