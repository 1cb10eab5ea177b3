//! The functions of the table, each for all types that it supports.
use super::element::{Element, INDICES, NUMBERS};
use super::record::Role;
use lacuna_capi::{Function, functions};

/// A function, and the types of a call.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    pub function: &'static Function,
    pub value: Option<Element>,
    /// Of a cast, the type of its result.
    pub index: Option<Element>,
}

/// The types of values that a function supports; none, if it looks at no values.
pub fn values(function: &Function) -> &'static [Element] {
    match function.types.chars().next() {
        Some('V') => &NUMBERS[..2],
        Some('S') => &NUMBERS[..4],
        Some('N') => &NUMBERS,
        _ => &[],
    }
}

/// The types of indices that a function supports, or those of the result of a cast.
pub fn indices(function: &Function) -> &'static [Element] {
    match function.types.chars().last() {
        Some('I') => &INDICES,
        Some('M') => &NUMBERS,
        _ => &[],
    }
}

/// Every function with every type.
pub fn typed() -> impl Iterator<Item = Typed> {
    let each = |types: &'static [Element]| {
        let some: Vec<_> = types.iter().copied().map(Some).collect();
        if some.is_empty() { vec![None] } else { some }
    };
    functions().flat_map(move |function| {
        // Where no operand says of which values it is, a number is a `double`.
        let values = if Role::Value.is_named(function) || values(function).is_empty() {
            values(function)
        } else {
            &[Element::F64]
        };
        each(values).into_iter().flat_map(move |value| {
            each(indices(function)).into_iter().map(move |index| Typed { function, value, index })
        })
    })
}

impl Typed {
    /// The name of the function and of the types.
    pub fn name(&self) -> String {
        let types = [self.value, self.index].into_iter().flatten().map(|element| format!("_{}", element.name()));
        self.function.name.to_owned() + &types.collect::<String>()
    }
}
