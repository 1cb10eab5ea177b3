//! Storage types over a whole graph, and their listing.
use super::flow::{Called, Flow, Step};
use super::{Symbol, SymbolError, gradients};
use crate::operator::Stypes;
use lacuna::infer::{Mode, Stype};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Display, Formatter};

/// How everything in a graph is stored, and how each operator runs.
///
/// [`Display`] lists the nodes as MXNet does with `MXNET_INFER_STORAGE_TYPE_VERBOSE_LOGGING`.
#[derive(Debug)]
pub struct StorageTypes {
    /// Of the arguments.
    pub arguments: Vec<Stype>,
    /// Of the outputs.
    pub outputs: Vec<Stype>,
    /// Of the gradients that were asked for, in this order.
    pub gradients: Vec<Stype>,
    flow: Flow,
    /// The steps that are listed.
    order: Vec<usize>,
}

/// An operator that computes with dense copies, by MXNet's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallbackNotice {
    /// The node.
    pub node: String,
    /// Its operator.
    pub operator: &'static str,
    /// How its operands are stored.
    pub inputs: Stypes,
    /// How its results are stored.
    pub outputs: Stypes,
    /// Its parameters.
    pub parameters: BTreeMap<String, String>,
}

impl Display for FallbackNotice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let list = |stypes: &Stypes| stypes.0.iter().map(|stype| format!("{stype}, ")).collect::<String>();
        writeln!(f, "\nStorage type fallback detected:\noperator = {}", self.operator)?;
        writeln!(
            f,
            "input storage types = [{}]\noutput storage types = [{}]",
            list(&self.inputs),
            list(&self.outputs)
        )?;
        let parameters: String =
            self.parameters.iter().map(|(name, value)| format!("\"{name}\" : {value}, ")).collect();
        writeln!(f, "params = {{{parameters}}}\ncontext.dev_mask = cpu")?;
        f.write_str(
            "The operator computes with dense copies of what is stored otherwise: the result is right, time and memory \
                are not. Fallback::Refuse makes this an error.",
        )
    }
}

impl Symbol {
    /// How everything is stored if arguments are stored as their variables or the given names say, dense otherwise, by
    /// the rules of [`lacuna::infer`]; with the gradients of these arguments.
    ///
    /// # Errors
    /// [`SymbolError::Storage`] where an operator takes neither the storage types nor dense copies,
    /// [`SymbolError::Argument`].
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_runtime::symbol::Symbol;
    /// let (x, w) = (Symbol::variable("x").with_stype(Stype::Csr), Symbol::variable("w"));
    /// let y = x.dot(&w)?;
    /// let types = y.infer_storage_type(&[("w", Stype::RowSparse)], &["w"])?;
    /// assert_eq!((types.outputs, types.gradients), (vec![Stype::Dense], vec![Stype::RowSparse]));
    ///
    /// let types = y.infer_storage_type(&[("w", Stype::RowSparse)], &[])?;
    /// assert_eq!(
    ///     types.to_string(),
    ///     "node 0 var\nnode 1 var\nnode 2 dot: fcompute_ex\n\t\tinput 0: csr\n\t\tinput 1: row_sparse\n\t\toutput 2: default\n"
    /// );
    /// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
    /// ```
    pub fn infer_storage_type(
        &self,
        given: &[(&str, Stype)],
        gradients_of: &[&str],
    ) -> Result<StorageTypes, SymbolError> {
        let mut flow = Flow::of(self, &self.given(given.iter().copied())?)?;
        let places: HashMap<&str, usize> = self.arguments().map(|(place, body)| (&*body.name, place)).collect();
        let place = |name: &&str| places.get(name).copied().ok_or_else(|| self.no_argument(name));
        let wanted = gradients_of.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let entries =
            if wanted.is_empty() { Vec::new() } else { gradients::add(self, &self.built()?, &mut flow, &wanted)? };
        let heads = self.heads.iter().map(|&head| (head, 0));
        let order = flow.order(heads.chain(entries.iter().copied()));
        Ok(StorageTypes {
            arguments: self.arguments().map(|(place, _)| flow.stype((place, 0))).collect(),
            outputs: self.heads.iter().map(|&head| flow.stype((head, 0))).collect(),
            gradients: entries.iter().map(|&entry| flow.stype(entry)).collect(),
            flow,
            order,
        })
    }
}

impl StorageTypes {
    /// How the result of a node is stored.
    pub(super) fn of_node(&self, node: usize) -> Stype {
        self.flow.stype((node, 0))
    }

    fn calls(&self) -> impl Iterator<Item = (&Step, &Called)> {
        self.order
            .iter()
            .filter_map(|&step| self.flow.steps.get(step))
            .filter_map(|step| Some((step, step.call.as_ref()?)))
    }

    /// How each operator runs: the names of the nodes, backward ones among them, with operators and modes.
    pub fn modes(&self) -> impl Iterator<Item = (&str, &'static str, Mode)> {
        self.calls().map(|(step, call)| (&*step.name, call.operator, call.mode))
    }

    /// The operators that compute with dense copies; each distinct case once.
    #[must_use]
    pub fn notices(&self) -> Vec<FallbackNotice> {
        let fallbacks = self.calls().filter(|(_, call)| call.mode == Mode::Fallback);
        let notices = fallbacks.map(|(step, call)| FallbackNotice {
            node: step.name.clone(),
            operator: call.operator,
            inputs: self.flow.stypes(&step.inputs),
            outputs: Stypes(step.outputs.clone()),
            parameters: call.parameters.clone(),
        });
        let mut told = HashSet::new();
        notices.filter(|notice| told.insert(notice.to_string())).collect()
    }

    /// Refuses a graph with a fallback.
    ///
    /// # Errors
    /// [`SymbolError::Fallback`] of the first.
    pub fn refuse_fallbacks(&self) -> Result<(), SymbolError> {
        self.notices().into_iter().next().map_or(Ok(()), |FallbackNotice { node, operator, inputs, .. }| {
            Err(SymbolError::Fallback { node, operator, stypes: inputs })
        })
    }
}

impl Display for StorageTypes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut first_entries = HashMap::new();
        let mut entries = 0;
        for (number, &place) in self.order.iter().enumerate() {
            let Some(step) = self.flow.steps.get(place) else { continue };
            match &step.call {
                None => writeln!(f, "node {number} var")?,
                Some(call) => {
                    writeln!(f, "node {number} {}: {}", call.operator, call.mode)?;
                    for &(input, output) in &step.inputs {
                        let entry = first_entries.get(&input).copied().unwrap_or(0) + output;
                        writeln!(f, "\t\tinput {entry}: {}", self.flow.stype((input, output)))?;
                    }
                    for (output, stype) in step.outputs.iter().enumerate() {
                        writeln!(f, "\t\toutput {}: {stype}", entries + output)?;
                    }
                }
            }
            first_entries.insert(place, entries);
            entries += step.outputs.len();
        }
        Ok(())
    }
}
