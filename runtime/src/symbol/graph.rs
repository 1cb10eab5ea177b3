//! The graph: nodes in the order in which they run.
use super::SymbolError;
use crate::operator::{Entry, integers};
use lacuna::infer::Stype;
use lacuna_arrays::array::Dtype;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// One result of a graph, or a group of several. See the [module](super).
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Operands before what is made of them; only what the heads are made of.
    pub(super) nodes: Vec<Node>,
    pub(super) heads: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub body: Arc<Body>,
    pub inputs: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Body {
    pub name: String,
    /// None: a variable.
    pub operator: Option<&'static Entry>,
    /// Parameters of the operator, and attributes, whose names begin with two underscores.
    pub attributes: BTreeMap<String, String>,
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        let operator = |body: &Self| body.operator.map(|entry| entry.name);
        self.name == other.name && operator(self) == operator(other) && self.attributes == other.attributes
    }
}

/// Attributes that MXNet also accepts without the underscores.
const SHORT: &[&str] = &["ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage", "profiler_scope"];

/// An attribute as it is kept.
pub(super) fn full_key(key: &str) -> Cow<'_, str> {
    if SHORT.contains(&key) { Cow::Owned(format!("__{key}__")) } else { Cow::Borrowed(key) }
}

/// Which result of an operator with several a node is. Such an operator is a node for each result.
pub(crate) const OUTPUT: &str = "__output__";
/// What stands before the number of the result in the name of such a node.
pub(super) const OF_OUTPUT: &str = "_output";

pub(super) const SHAPE: &str = "__shape__";
pub(super) const STYPE: &str = "__storage_type__";
pub(super) const DTYPE: &str = "__dtype__";

impl Symbol {
    /// An argument of the graph.
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_runtime::symbol::Symbol;
    /// let x = Symbol::variable("x").with_stype(Stype::Csr).with_shape(&[2, 4]);
    /// assert_eq!((x.name(), x.attribute("__shape__")), (Some("x"), Some("(2, 4)")));
    /// ```
    #[must_use]
    pub fn variable(name: &str) -> Self {
        Self::of_body(Body { name: name.to_owned(), operator: None, attributes: BTreeMap::new() })
    }

    fn of_body(body: Body) -> Self {
        Self { nodes: vec![Node { body: Arc::new(body), inputs: Vec::new() }], heads: vec![0] }
    }

    /// With an attribute, of each symbol of a group.
    #[must_use]
    pub fn with_attribute(mut self, key: &str, value: &str) -> Self {
        for &head in &self.heads {
            if let Some(node) = self.nodes.get_mut(head) {
                Arc::make_mut(&mut node.body).attributes.insert(full_key(key).into_owned(), value.to_owned());
            }
        }
        self
    }

    /// With a shape.
    #[must_use]
    pub fn with_shape(self, shape: &[usize]) -> Self {
        self.with_attribute(SHAPE, &shape_text(shape))
    }

    /// With a storage type.
    #[must_use]
    pub fn with_stype(self, stype: Stype) -> Self {
        self.with_attribute(STYPE, stype_code(stype))
    }

    /// With a dtype.
    #[must_use]
    pub fn with_dtype(self, dtype: Dtype) -> Self {
        self.with_attribute(DTYPE, dtype_code(dtype))
    }

    /// Several symbols as one.
    ///
    /// # Errors
    /// [`SymbolError::Name`] if two of them have different nodes of one name.
    pub fn group(symbols: &[&Self]) -> Result<Self, SymbolError> {
        let mut all = Self { nodes: Vec::new(), heads: Vec::new() };
        let mut names = HashMap::new();
        for symbol in symbols {
            let places = all.take(symbol, &mut names)?;
            all.heads.extend(symbol.heads.iter().filter_map(|&head| places.get(head)));
        }
        Ok(all)
    }

    /// Takes the nodes of another graph in, and says where they are. Nodes of one name are one node.
    pub(super) fn take(&mut self, other: &Self, names: &mut HashMap<String, usize>) -> Result<Vec<usize>, SymbolError> {
        let mut places: Vec<usize> = Vec::with_capacity(other.nodes.len());
        for Node { body, inputs } in &other.nodes {
            let inputs = inputs.iter().filter_map(|&input| places.get(input).copied()).collect();
            let place = match names.get(&body.name).and_then(|&place| Some((place, self.nodes.get(place)?))) {
                Some((place, node))
                    if (Arc::ptr_eq(&node.body, body) || node.body == *body) && node.inputs == inputs =>
                {
                    place
                }
                Some(_) => return Err(SymbolError::Name { name: body.name.clone() }),
                None => self.push(Node { body: Arc::clone(body), inputs }, names),
            };
            places.push(place);
        }
        Ok(places)
    }

    pub(super) fn push(&mut self, node: Node, names: &mut HashMap<String, usize>) -> usize {
        names.insert(node.body.name.clone(), self.nodes.len());
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Only what the heads are made of, in MXNet's order: operands first, from the first head on.
    pub(super) fn ordered(nodes: &[Node], heads: &[usize]) -> Self {
        let mut places = vec![None; nodes.len()];
        let mut ordered: Vec<Node> = Vec::new();
        for &head in heads {
            let mut path = vec![(head, 0)];
            while let Some((place, operand)) = path.pop() {
                let (Some(node), Some(None)) = (nodes.get(place), places.get(place)) else { continue };
                if let Some(&input) = node.inputs.get(operand) {
                    path.push((place, operand + 1));
                    path.push((input, 0));
                    continue;
                }
                let inputs = node.inputs.iter().filter_map(|&input| places.get(input).copied().flatten()).collect();
                if let Some(known) = places.get_mut(place) {
                    *known = Some(ordered.len());
                    ordered.push(Node { body: Arc::clone(&node.body), inputs });
                }
            }
        }
        let heads = heads.iter().filter_map(|&head| places.get(head).copied().flatten()).collect();
        Self { nodes: ordered, heads }
    }

    /// The one node of a symbol that is no group.
    pub(super) fn head(&self) -> Result<usize, SymbolError> {
        match *self.heads {
            [head] => Ok(head),
            _ => Err(SymbolError::Group { found: self.heads.len() }),
        }
    }

    /// The variables that an operator has as states.
    fn states(&self) -> HashSet<usize> {
        let of = |node: &Node| {
            let states = node.body.operator.map_or(0..0, Entry::states);
            node.inputs.get(states).unwrap_or_default().to_vec()
        };
        self.nodes.iter().flat_map(of).collect()
    }

    pub(super) fn arguments(&self) -> impl Iterator<Item = (usize, &Body)> {
        let states = self.states();
        self.variables().filter(move |(place, _)| !states.contains(place))
    }

    pub(super) fn auxiliary_states(&self) -> impl Iterator<Item = (usize, &Body)> {
        let states = self.states();
        self.variables().filter(move |(place, _)| states.contains(place))
    }

    /// Arguments and auxiliary states.
    pub(super) fn variables(&self) -> impl Iterator<Item = (usize, &Body)> {
        let bodies = self.nodes.iter().map(|node| &*node.body).enumerate();
        bodies.filter(|(_, body)| body.operator.is_none())
    }
}

pub(super) fn shape_text(shape: &[usize]) -> String {
    let lengths: Vec<String> = shape.iter().map(ToString::to_string).collect();
    // As Python writes a tuple.
    if let [length] = &*lengths { format!("({length},)") } else { format!("({})", lengths.join(", ")) }
}

/// MXNet's numbers.
const STYPES: &[(Stype, &str)] = &[(Stype::Dense, "0"), (Stype::RowSparse, "1"), (Stype::Csr, "2")];

const DTYPES: &[(Dtype, &str)] = &[
    (Dtype::F32, "0"),
    (Dtype::F64, "1"),
    (Dtype::F16, "2"),
    (Dtype::U8, "3"),
    (Dtype::I32, "4"),
    (Dtype::I8, "5"),
    (Dtype::I64, "6"),
    (Dtype::Bf16, "12"),
];

fn stype_code(stype: Stype) -> &'static str {
    STYPES.iter().find(|(known, _)| *known == stype).map_or("0", |(_, code)| code)
}

fn dtype_code(dtype: Dtype) -> &'static str {
    DTYPES.iter().find(|(known, _)| *known == dtype).map_or("0", |(_, code)| code)
}

impl Body {
    fn known<T: Copy>(
        &self,
        attribute: &str,
        table: &[(T, &str)],
        expected: &'static str,
    ) -> Result<Option<T>, SymbolError> {
        let Some(text) = self.attributes.get(attribute) else { return Ok(None) };
        let found = table.iter().find(|(_, code)| code == text).map(|(known, _)| *known);
        found.map(Some).ok_or_else(|| self.wrong(attribute, expected, text))
    }

    fn wrong(&self, attribute: &str, expected: &'static str, found: &str) -> SymbolError {
        SymbolError::Attribute {
            node: self.name.clone(),
            attribute: attribute.to_owned(),
            expected,
            found: found.to_owned(),
        }
    }

    /// The name of the node in a file, and which of its results this one is, if it has several.
    pub fn origin(&self) -> (&str, Option<usize>) {
        let output = self.attributes.get(OUTPUT).and_then(|text| text.parse().ok());
        let base = output.and_then(|output: usize| self.name.strip_suffix(&format!("{OF_OUTPUT}{output}")));
        base.map_or((&*self.name, None), |name| (name, output))
    }

    pub fn stype(&self) -> Result<Option<Stype>, SymbolError> {
        self.known(STYPE, STYPES, "0, 1 or 2")
    }

    pub fn dtype(&self) -> Result<Option<Dtype>, SymbolError> {
        self.known(DTYPE, DTYPES, "a number of a dtype")
    }

    /// `None` too where a length is 0 or less, which is unknown to MXNet.
    pub fn shape(&self) -> Result<Option<Vec<usize>>, SymbolError> {
        let Some(text) = self.attributes.get(SHAPE) else { return Ok(None) };
        let lengths = integers(text).ok_or_else(|| self.wrong(SHAPE, "a tuple of integers", text))?;
        let lengths: Option<Vec<usize>> =
            lengths.iter().map(|&length| usize::try_from(length).ok().filter(|&length| length > 0)).collect();
        Ok(lengths.filter(|lengths| !lengths.is_empty()))
    }
}
