//! Which operations carry out a case.
use super::inputs::mixed_dtypes;
use super::{AnyOperation, Stop};
use crate::fixture::{Case, Dtype};

/// What can be done with a case.
#[derive(Debug)]
pub enum Selection {
    /// Runs these, which must all give its result, on values of this type.
    Run(Vec<AnyOperation>, Dtype),
    /// These would run it, but Rust's types refuse it as it is.
    Refuse(Vec<AnyOperation>, Stop),
    /// Nothing here covers it, for this reason.
    Skip(String),
    /// It makes no sense.
    Broken(String),
}

/// Finds the operations for a case.
pub fn select(case: &Case) -> Selection {
    let of_operator =
        || AnyOperation::ALL.iter().copied().filter(|operation| operation.operators().contains(&&*case.op));
    if of_operator().next().is_none() {
        return Selection::Skip(format!("no kernel for {}", case.op));
    }
    let mut operations = Vec::new();
    for operation in of_operator() {
        match operation.accepts(case) {
            Ok(true) => operations.push(operation),
            Ok(false) => {}
            Err(sentence) => return Selection::Broken(sentence),
        }
    }
    let Some(&first) = operations.first() else {
        let stypes: Vec<_> = case.inputs.iter().map(|input| input.stype.to_string()).collect();
        let params = Some(case.params.to_json())
            .filter(|params| params != "{}")
            .map(|params| format!(" with {params}"))
            .unwrap_or_default();
        return Selection::Skip(format!("no kernel for {} of {}{params}", case.op, stypes.join(", ")));
    };
    if let Some(unknown) = case.params.names().find(|name| !first.parameters().contains(name)) {
        return Selection::Skip(format!("no kernel for {} with parameter {unknown}", case.op));
    }
    let is_typed = |place: usize| place < first.untyped() && Some(place) != first.ids();
    let values = || case.inputs.iter().enumerate().filter(|(place, _)| is_typed(*place)).map(|(_, input)| input);
    if let Some(other) = values().find(|input| input.values.dtype().is_none()) {
        return Selection::Skip(format!("no kernel for values of {} (input {})", other.values.name(), other.name));
    }
    let mut dtypes = values().filter_map(|input| input.values.dtype());
    let of_untyped = || case.inputs.first().filter(|_| first.untyped() == 0).map(|input| input.values.dtype());
    let Some(dtype) = dtypes.next().or_else(|| of_untyped().map(|dtype| dtype.unwrap_or(Dtype::F32))) else {
        return Selection::Broken("the call has no operands".to_owned());
    };
    if dtype.is_narrow() {
        operations.retain(|operation| operation.takes_stored());
        if operations.is_empty() {
            return Selection::Skip(format!("no kernel for {} of values of {}", case.op, dtype.name()));
        }
    }
    match dtypes.find(|&other| other != dtype) {
        None => Selection::Run(operations, dtype),
        Some(other) => {
            Selection::Refuse(operations, mixed_dtypes(format!("operands of {} and {}", dtype.name(), other.name())))
        }
    }
}
