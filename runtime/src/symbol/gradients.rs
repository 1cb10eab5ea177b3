//! The backward pass as MXNet builds it, for its storage types.
use super::flow::{Entry, Flow};
use super::{Symbol, SymbolError};
use crate::operator::{Built, Gradients, Of};

/// A gradient of an entry; zeros are left out where there is something else.
#[derive(Clone, Copy)]
struct Part {
    entry: Entry,
    zero: bool,
}

/// Adds the backward pass from all heads to a flow, and gives the entries of the gradients of these nodes.
pub(super) fn add(
    symbol: &Symbol,
    built: &[Option<Built>],
    flow: &mut Flow,
    wanted: &[usize],
) -> Result<Vec<Entry>, SymbolError> {
    let mut parts: Vec<Vec<Part>> = symbol.nodes.iter().map(|_| Vec::new()).collect();
    for &head in &symbol.heads {
        let stype = flow.stype((head, 0));
        let first = flow.variable("", stype);
        let entry =
            flow.call(&format!("head_grad{head}"), "_identity_with_attr_like_rhs", &[first, (head, 0)], 1, None)?;
        if let Some(of_head) = parts.get_mut(head) {
            of_head.push(Part { entry, zero: false });
        }
    }
    for (place, (node, built)) in symbol.nodes.iter().zip(built).enumerate().rev() {
        let Some(built) = built else { continue };
        let Some(own) = parts.get_mut(place).map(std::mem::take) else { continue };
        let Some(gradient) = total(flow, &node.body.name, own)? else { continue };
        let name = format!("{}_backward", node.body.name);
        let operands = |of: &[Of]| -> Vec<Entry> {
            let entry = |of: &Of| match *of {
                Of::Gradient => Some(gradient.entry),
                Of::Input(operand) => node.inputs.get(operand).map(|&input| (input, 0)),
                Of::Output => Some((place, 0)),
            };
            of.iter().filter_map(entry).collect()
        };
        let count = node.inputs.len();
        let mut through = |operator, of, outputs| -> Result<Vec<Entry>, SymbolError> {
            let first = flow.call(&name, operator, &operands(of), outputs, Some(place))?;
            Ok((0..flow.outputs(first.0)).map(|output| (first.0, output)).collect())
        };
        // Of the operands from this one on.
        let (begin, results) = match built.gradients {
            Gradients::Passed => (0, vec![gradient.entry; count]),
            Gradients::Zero => (0, Vec::new()),
            gradients if gradient.zero && !gradients.is_always_called() => (0, Vec::new()),
            Gradients::Negated => (0, vec![flow.call(&name, "negative", &[gradient.entry], 1, None)?]),
            Gradients::Through(operator, of) => (0, through(operator, of, count)?),
            Gradients::First(operator, of) => (0, through(operator, of, 1)?),
            Gradients::Rest(operator, of) => (1, through(operator, of, count.saturating_sub(1))?),
            Gradients::Each(operator, of) => {
                let calls = (0..count).map(|_| flow.call(&name, operator, &operands(of), 1, Some(place)));
                (0, calls.collect::<Result<_, _>>()?)
            }
            Gradients::Rows(operator, of) => (0, vec![flow.rows(&name, operator, &operands(of))]),
        };
        for (operand, &input) in node.inputs.iter().enumerate() {
            let part = match operand.checked_sub(begin).and_then(|operand| results.get(operand)) {
                Some(&entry) => Part { entry, zero: gradient.zero && entry == gradient.entry },
                None => Part {
                    entry: flow.call(&format!("{name}_{operand}"), "zeros_like", &[(input, 0)], 1, None)?,
                    zero: true,
                },
            };
            if let Some(of_input) = parts.get_mut(input) {
                of_input.push(part);
            }
        }
    }
    let mut gradients: Vec<Entry> = Vec::new();
    for &place in wanted {
        let name = symbol.nodes.get(place).map_or("", |node| &*node.body.name);
        let found = match parts.get_mut(place).map(std::mem::take) {
            Some(own) => total(flow, name, own)?,
            None => None,
        };
        let mut entry = match found {
            Some(part) => part.entry,
            None => flow.call(&format!("{name}_zeros"), "zeros_like", &[(place, 0)], 1, None)?,
        };
        if gradients.contains(&entry) {
            // Each argument has a gradient of its own.
            entry = flow.call(&format!("{name}_copy"), "_copy", &[entry], 1, None)?;
        }
        gradients.push(entry);
    }
    Ok(gradients)
}

/// The sum of what has come.
fn total(flow: &mut Flow, name: &str, parts: Vec<Part>) -> Result<Option<Part>, SymbolError> {
    let terms: Vec<Entry> = parts.iter().filter(|part| !part.zero).map(|part| part.entry).collect();
    match *terms {
        [] => Ok(parts.first().copied()),
        [entry] => Ok(Some(Part { entry, zero: false })),
        _ => Ok(Some(Part { entry: flow.call(&format!("{name}_sum"), "add_n", &terms, 1, None)?, zero: false })),
    }
}
