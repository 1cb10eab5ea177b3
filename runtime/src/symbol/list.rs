//! What a graph consists of.
use super::graph::{full_key, shape_text};
use super::{Symbol, SymbolError};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Symbol {
    /// The name of the node, of a symbol that is no group.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let head = self.head().ok()?;
        self.nodes.get(head).map(|node| &*node.body.name)
    }

    /// The names of the variables that are no [states](Self::list_auxiliary_states), in the order in which the graph
    /// comes to them.
    #[must_use]
    pub fn list_arguments(&self) -> Vec<&str> {
        self.arguments().map(|(_, body)| &*body.name).collect()
    }

    /// The names of the results: those of the nodes and `_output`; of variables their own.
    #[must_use]
    pub fn list_outputs(&self) -> Vec<String> {
        self.heads.iter().filter_map(|&head| Some(self.nodes.get(head)?.body.output_name())).collect()
    }

    /// The names of the variables that operators replace while a model is trained: moving means and variances.
    #[must_use]
    pub fn list_auxiliary_states(&self) -> Vec<&str> {
        self.auxiliary_states().map(|(_, body)| &*body.name).collect()
    }

    /// The results of all nodes, as a group.
    #[must_use]
    pub fn internals(&self) -> Self {
        Self { nodes: self.nodes.clone(), heads: (0..self.nodes.len()).collect() }
    }

    /// The result of this number of a group.
    #[must_use]
    pub fn output(&self, number: usize) -> Option<Self> {
        self.heads.get(number).map(|&head| Self::ordered(&self.nodes, &[head]))
    }

    /// The result of this name, of any node: `fc_output`, or a variable's name.
    ///
    /// ```
    /// use lacuna_runtime::symbol::Symbol;
    /// let x = Symbol::variable("x");
    /// let y = Symbol::apply("relu", &[&x], &[])?;
    /// let z = Symbol::apply("exp", &[&y], &[])?;
    /// assert_eq!(z.internal(&y.list_outputs()[0]).map(|found| found.list_outputs()), Some(y.list_outputs()));
    /// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
    /// ```
    #[must_use]
    pub fn internal(&self, output: &str) -> Option<Self> {
        let place = self.nodes.iter().position(|node| node.body.output_name() == output)?;
        Some(Self::ordered(&self.nodes, &[place]))
    }

    /// An attribute, or a parameter, of a symbol that is no group. `lr_mult` and its like are found without the
    /// underscores that MXNet keeps them with.
    #[must_use]
    pub fn attribute(&self, key: &str) -> Option<&str> {
        let node = self.nodes.get(self.head().ok()?)?;
        node.body.attributes.get(&*full_key(key)).map(String::as_str)
    }

    /// The attributes and parameters of all nodes that have some, by name.
    #[must_use]
    pub fn attributes(&self) -> BTreeMap<&str, &BTreeMap<String, String>> {
        let all = self.nodes.iter().map(|node| (&*node.body.name, &node.body.attributes));
        all.filter(|(_, attributes)| !attributes.is_empty()).collect()
    }

    /// Gives a node of the graph an attribute. Other symbols that have the node keep it as it was.
    ///
    /// # Errors
    /// [`SymbolError::Node`]; for parameters of operators, what is wrong with them.
    ///
    /// ```
    /// use lacuna_runtime::symbol::Symbol;
    /// let mut y = Symbol::apply("exp", &[&Symbol::variable("x")], &[])?;
    /// y.set_attribute("x", "lr_mult", "2.0")?;
    /// assert_eq!(y.attributes()["x"]["__lr_mult__"], "2.0");
    /// assert_eq!(y.set_attribute("z", "lr_mult", "2.0").unwrap_err().to_string(), "no node is called z");
    /// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
    /// ```
    pub fn set_attribute(&mut self, node: &str, key: &str, value: &str) -> Result<(), SymbolError> {
        let found = self.nodes.iter_mut().find(|known| known.body.name == node);
        let Some(found) = found else { return Err(SymbolError::Node { name: node.to_owned() }) };
        let mut attributes = found.body.attributes.clone();
        attributes.insert(full_key(key).into_owned(), value.to_owned());
        if let Some(entry) = found.body.operator {
            let (expected, operands) = (entry.build(&attributes)?.operands, found.inputs.len());
            if expected != operands {
                return Err(SymbolError::Operands { operator: entry.name, expected, found: operands });
            }
        }
        Arc::make_mut(&mut found.body).attributes = attributes;
        Ok(())
    }

    /// Gives a variable of the graph a shape.
    ///
    /// # Errors
    /// [`SymbolError::Node`].
    pub fn set_shape(&mut self, node: &str, shape: &[usize]) -> Result<(), SymbolError> {
        self.set_attribute(node, super::graph::SHAPE, &shape_text(shape))
    }
}

impl super::graph::Body {
    pub(super) fn output_name(&self) -> String {
        // The nodes of several results have their names.
        let is_single = self.operator.is_some() && self.origin().1.is_none();
        let what = match self.operator.map(|entry| entry.name) {
            Some("make_loss") => "loss",
            // The only part of one.
            Some("SliceChannel") => "output0",
            _ => "output",
        };
        if is_single { format!("{}_{what}", self.name) } else { self.name.clone() }
    }
}
