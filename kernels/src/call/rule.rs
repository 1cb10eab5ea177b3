//! Hyper-parameters of any rule, as numbers.
use super::element::ElementType;
use super::operand::{AnyOperand, Erase};
use crate::Value;
use crate::optim::{Common, Hyper};

/// The most hyper-parameters that a rule has for itself.
const MOST_OWN: usize = 8;

/// The hyper-parameters of any rule. A number of `f32` is exact as one of `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnyRule {
    name: &'static str,
    element: ElementType,
    common: Common<f64>,
    own: [f64; MOST_OWN],
    own_count: usize,
}

impl AnyRule {
    /// The rule's name in [`crate::optim`].
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The type that its numbers have.
    #[must_use]
    pub const fn element(&self) -> ElementType {
        self.element
    }

    /// The same with numbers of another type, to which each is rounded where the call is made.
    #[must_use]
    pub const fn of_numbers(self, element: ElementType) -> Self {
        Self { element, ..self }
    }

    /// Those that all rules have.
    #[must_use]
    pub const fn common(&self) -> &Common<f64> {
        &self.common
    }

    /// Those that the rule has for itself, in the order of its fields.
    #[must_use]
    pub fn own(&self) -> &[f64] {
        &self.own[..self.own_count]
    }
}

macro_rules! rules {
    (
        {} $(
            #[doc = $formula:literal] $family:ident::$kernel:ident $generics:tt $operands:tt -> $output:tt, $cut:ident,
            $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        )*
    ) => {
        $(rules! { @row $operands })*
    };
    (@row ($hyper:ident: Rule($rule:ident [$($own:ident)*]) $($rest:tt)*)) => {
        impl<V: Value> From<crate::optim::$rule<V>> for AnyRule {
            fn from(rule: crate::optim::$rule<V>) -> Self {
                let Common { learning_rate, weight_decay, rescale_gradient, clip_gradient, update } = rule.common();
                let mut own = [0.0; MOST_OWN];
                let numbers: &[V] = &[$(rule.$own),*];
                own.iter_mut().zip(numbers).for_each(|(to, number)| *to = number.widen());
                Self {
                    name: stringify!($rule),
                    element: V::ELEMENT,
                    common: Common {
                        learning_rate: learning_rate.widen(),
                        weight_decay: weight_decay.widen(),
                        rescale_gradient: rescale_gradient.widen(),
                        clip_gradient: clip_gradient.map(V::widen),
                        update,
                    },
                    own,
                    own_count: numbers.len(),
                }
            }
        }

        impl<V: Value> Erase<'_> for crate::optim::$rule<V> {
            fn erase(self) -> AnyOperand<'static> {
                AnyOperand::Rule(self.into())
            }
            fn restore(operand: &mut AnyOperand<'_>) -> Option<Self> {
                let AnyOperand::Rule(AnyRule { name, element, common, own, .. }) = operand else { return None };
                if *name != stringify!($rule) || *element != V::ELEMENT {
                    return None;
                }
                let Common { learning_rate, weight_decay, rescale_gradient, clip_gradient, update } = *common;
                let [$($own,)* ..] = *own;
                Some(Self {
                    learning_rate: V::narrow(learning_rate),
                    $($own: V::narrow($own),)*
                    weight_decay: V::narrow(weight_decay),
                    rescale_gradient: V::narrow(rescale_gradient),
                    clip_gradient: clip_gradient.map(V::narrow),
                    update,
                })
            }
        }
    };
    (@row $without:tt) => {};
}
crate::for_each_kernel!(rules);
