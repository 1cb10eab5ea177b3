//! Graphs in files, as MXNet's `symbol.json`.
use super::graph::{Body, Node};
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
        let reference = |&node: &usize| vec![node, 0, 0];
        let node = |Node { body, inputs }: &Node| SavedNode {
            op: body.operator.map_or(VARIABLE, |entry| entry.name).to_owned(),
            name: body.name.clone(),
            attrs: body.attributes.clone(),
            inputs: inputs.iter().map(reference).collect(),
        };
        let nodes: Vec<_> = self.nodes.iter().map(node).collect();
        let graph = json!({
            "nodes": nodes,
            "arg_nodes": self.arguments().map(|(place, _)| place).collect::<Vec<_>>(),
            "node_row_ptr": (0..=self.nodes.len()).collect::<Vec<_>>(),
            "heads": self.heads.iter().map(reference).collect::<Vec<_>>(),
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
        for SavedNode { op, name, attrs, inputs } in saved {
            let references = inputs.iter().map(|input| referred(input, || format!("node {name}"), nodes.len()));
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
            nodes.push(Node { body: Arc::new(Body { name, operator, attributes: attrs }), inputs });
        }
        let heads = heads.iter().map(|head| referred(head, || "a head".to_owned(), nodes.len()));
        Ok(Self::ordered(&nodes, &heads.collect::<Result<Vec<_>, _>>()?))
    }
}

/// The node that a reference means: one of those before.
fn referred(reference: &[usize], place: impl Fn() -> String, before: usize) -> Result<usize, SymbolError> {
    match *reference {
        [found, ..] if found >= before => Err(SymbolError::Reference { place: place(), found, before }),
        [node] | [node, 0, ..] => Ok(node),
        [node, found, ..] => Err(SymbolError::Output { place: place(), node, found }),
        [] => Err(SymbolError::Json { reason: format!("{} has an empty reference", place()) }),
    }
}
