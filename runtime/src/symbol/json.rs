//! Graphs in files, as MXNet's `symbol.json`.
use super::graph::{Body, Node, full_key};
use super::{Symbol, SymbolError};
use crate::json_keys::key_twice;
use crate::operator::Entry;
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

/// A node and the number of its output; a third number is the version of a state, which nothing here has.
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
        let reference = |&node: &usize| vec![node, 0, 0];
        let node = |Node { body, inputs }: &Node| WrittenNode {
            op: body.operator.map_or(VARIABLE, |entry| entry.name).to_owned(),
            name: body.name.clone(),
            attrs: body.attributes.clone(),
            inputs: inputs.iter().map(reference).collect(),
        };
        let nodes: Vec<_> = self.nodes.iter().map(node).collect();
        let graph = serde_json::json!({
            "nodes": nodes,
            "arg_nodes": self.arguments().map(|(place, _)| place).collect::<Vec<_>>(),
            "node_row_ptr": (0..=self.nodes.len()).collect::<Vec<_>>(),
            "heads": self.heads.iter().map(reference).collect::<Vec<_>>(),
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
        for SavedNode { op, name, attrs, param, inputs, control_deps, subgraphs, .. } in saved {
            for (what, found) in [("control_deps", control_deps.len()), ("subgraphs", subgraphs.len())] {
                if found > 0 {
                    return Err(json(format!("node {name} has {found} {what}, which are not supported")));
                }
            }
            let references = inputs.iter().map(|input| referred(input, || format!("node {name}"), nodes.len()));
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
        [node, 0] | [node, 0, _] => Ok(node),
        [node, found] | [node, found, _] => Err(SymbolError::Output { place: place(), node, found }),
        ref numbers => Err(json(format!("{} has a reference of {} numbers, not 2 or 3", place(), numbers.len()))),
    }
}
