//! Operators applied to symbols.
use super::graph::{Body, Node, full_key};
use super::{Symbol, SymbolError};
use crate::operator::Entry;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// An operator that is being applied, by its name.
///
/// ```
/// use lacuna_runtime::symbol::{Apply, Symbol};
/// let x = Symbol::variable("x");
/// let layer = Apply::new("FullyConnected").named("fc").operand(&x).parameter("num_hidden", 3).symbol()?;
/// // Operands that are not given become variables.
/// assert_eq!(layer.list_arguments(), ["x", "fc_weight", "fc_bias"]);
/// assert_eq!(layer.list_outputs(), ["fc_output"]);
/// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Apply<'a> {
    operator: String,
    name: Option<String>,
    operands: Vec<&'a Symbol>,
    named: Vec<(String, &'a Symbol)>,
    attributes: BTreeMap<String, String>,
}

thread_local! {
    /// How many nodes of each operator have been named, as MXNet's name manager counts them.
    static COUNTS: RefCell<HashMap<String, usize>> = RefCell::new(HashMap::new());
}

fn next_name(operator: &str, names: &HashMap<String, usize>) -> String {
    let hint = operator.to_lowercase();
    COUNTS.with_borrow_mut(|counts| {
        let count = counts.entry(hint.clone()).or_default();
        loop {
            let name = format!("{hint}{count}");
            *count += 1;
            if !names.contains_key(&name) {
                return name;
            }
        }
    })
}

impl<'a> Apply<'a> {
    /// The operator of this name in MXNet or this runtime.
    #[must_use]
    pub fn new(operator: &str) -> Self {
        Self {
            operator: operator.to_owned(),
            name: None,
            operands: Vec::new(),
            named: Vec::new(),
            attributes: BTreeMap::new(),
        }
    }

    /// The name of the node. Without one it is made of the operator's and a number.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// The next operand.
    #[must_use]
    pub fn operand(mut self, symbol: &'a Symbol) -> Self {
        self.operands.push(symbol);
        self
    }

    /// The operand of this name.
    #[must_use]
    pub fn operand_named(mut self, name: &str, symbol: &'a Symbol) -> Self {
        self.named.push((name.to_owned(), symbol));
        self
    }

    /// A parameter of the operator.
    #[must_use]
    pub fn parameter(mut self, name: &str, value: impl ToString) -> Self {
        self.attributes.insert(name.to_owned(), value.to_string());
        self
    }

    /// An attribute of the node, which variables that are made for it have too.
    #[must_use]
    pub fn attribute(mut self, key: &str, value: &str) -> Self {
        self.attributes.insert(full_key(key).into_owned(), value.to_owned());
        self
    }

    /// The result.
    ///
    /// # Errors
    /// What is wrong with the operator's name, its parameters or operands, and [`SymbolError::Name`].
    pub fn symbol(self) -> Result<Symbol, SymbolError> {
        let Self { operator, name, operands, named, attributes } = self;
        let entry = Entry::named(&operator).ok_or(SymbolError::Operator { name: operator })?;
        let built = entry.build(&attributes)?;
        let expected = built.operands;
        let names_of_operands = entry.operands.get(..expected).unwrap_or_default();
        let found = operands.len() + named.len();
        if found > expected {
            return Err(SymbolError::Operands { operator: entry.name, expected, found });
        }
        let mut slots: Vec<Option<&Symbol>> = vec![None; expected];
        slots.iter_mut().zip(&operands).for_each(|(slot, operand)| *slot = Some(operand));
        for (operand, symbol) in named {
            let place = names_of_operands.iter().position(|known| *known == operand);
            match place.and_then(|place| slots.get_mut(place)).filter(|slot| slot.is_none()) {
                Some(slot) => *slot = Some(symbol),
                None => return Err(SymbolError::UnknownOperand { operator: entry.name, operand }),
            }
        }
        let (mut graph, mut names) = (Symbol { nodes: Vec::new(), heads: Vec::new() }, HashMap::new());
        let mut inputs = Vec::with_capacity(expected);
        // The name must not be that of a node among any of the operands.
        let mut places = Vec::with_capacity(expected);
        for symbol in slots.iter().flatten() {
            let head = symbol.head()?;
            places.push(graph.take(symbol, &mut names)?.get(head).copied());
        }
        let name = name.unwrap_or_else(|| next_name(entry.name, &names));
        let mut places = places.into_iter().flatten();
        for ((number, slot), operand) in slots.iter().enumerate().zip(names_of_operands) {
            let place = match slot {
                Some(_) => places.next(),
                None => {
                    let mut attributes = attributes.clone();
                    if entry.states().contains(&number) {
                        attributes.insert("__init__".to_owned(), entry.initial(operand).to_owned());
                    }
                    let body = Body { name: format!("{name}_{operand}"), operator: None, attributes };
                    Some(variable(&mut graph, &mut names, body)?)
                }
            };
            inputs.extend(place);
        }
        if names.contains_key(&name) {
            return Err(SymbolError::Name { name });
        }
        let body = Body { name, operator: Some(entry), attributes };
        let head = graph.push(Node { body: Arc::new(body), inputs }, &mut names);
        Ok(Symbol::ordered(&graph.nodes, &[head]))
    }
}

/// A variable that may be there already, of another use of the same name.
fn variable(graph: &mut Symbol, names: &mut HashMap<String, usize>, body: Body) -> Result<usize, SymbolError> {
    match names.get(&body.name) {
        Some(_) => Err(SymbolError::Name { name: body.name }),
        None => Ok(graph.push(Node { body: Arc::new(body), inputs: Vec::new() }, names)),
    }
}

impl Symbol {
    /// The result of an operator, by its name, with parameters as text.
    ///
    /// # Errors
    /// As [`Apply::symbol`].
    ///
    /// ```
    /// use lacuna_runtime::symbol::Symbol;
    /// let (x, w) = (Symbol::variable("x"), Symbol::variable("w"));
    /// let y = Symbol::apply("dot", &[&x, &w], &[("transpose_a", "True")])?;
    /// assert_eq!(y.list_arguments(), ["x", "w"]);
    /// let refused = Symbol::apply("Convolution", &[&x], &[]);
    /// assert_eq!(refused.unwrap_err().to_string(), r#"no operator is called "Convolution""#);
    /// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
    /// ```
    pub fn apply(operator: &str, operands: &[&Self], parameters: &[(&str, &str)]) -> Result<Self, SymbolError> {
        let apply = operands.iter().fold(Apply::new(operator), |apply, operand| apply.operand(operand));
        parameters.iter().fold(apply, |apply, (name, value)| apply.parameter(name, value)).symbol()
    }
}
