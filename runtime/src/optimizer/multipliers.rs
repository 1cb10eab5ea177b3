//! What one parameter's hyper-parameters are multiplied by.
use super::Optimizer;
use crate::symbol::Symbol;
use std::collections::BTreeMap;
use thiserror::Error;

/// What one parameter's hyper-parameters are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers {
    /// The learning rate. (`lr_mult`)
    pub learning_rate: f64,
    /// The weight decay. (`wd_mult`)
    pub weight_decay: f64,
}

impl Default for Multipliers {
    fn default() -> Self {
        Self { learning_rate: 1.0, weight_decay: 1.0 }
    }
}

/// An attribute of a graph that is no number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("argument {name}: its attribute {attribute} is {text:?}, which is no finite number")]
pub struct MultiplierError {
    /// The argument.
    pub name: String,
    /// `__lr_mult__` or `__wd_mult__`.
    pub attribute: &'static str,
    /// What it says.
    pub text: String,
}

impl Multipliers {
    /// Those of the arguments of a graph: the attributes `__lr_mult__` and `__wd_mult__` of its variables, and where
    /// they have none MXNet's defaults: 1, and no weight decay unless the name ends in `_weight` or `_gamma` (for
    /// `lars`, in `_weight`). `set_lr_mult({})` and `set_wd_mult({})` of an optimizer that was made for a symbol.
    ///
    /// # Errors
    /// [`MultiplierError`] for an attribute that is no finite number.
    ///
    /// ```
    /// use lacuna_runtime::optimizer::{Multipliers, Optimizer};
    /// use lacuna_runtime::symbol::Symbol;
    /// let (x, w) = (Symbol::variable("x"), Symbol::variable("w_bias").with_attribute("__lr_mult__", "2"));
    /// let all = Multipliers::of_arguments(&x.dot(&w)?, &Optimizer::create("sgd", &[])?)?;
    /// assert_eq!(all["w_bias"], Multipliers { learning_rate: 2.0, weight_decay: 0.0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_arguments(symbol: &Symbol, optimizer: &Optimizer) -> Result<BTreeMap<String, Self>, MultiplierError> {
        let attributes = symbol.attributes();
        let number = |name: &str, attribute: &'static str, default: f64| {
            let Some(text) = attributes.get(name).and_then(|own| own.get(attribute)) else { return Ok(default) };
            let wrong = || MultiplierError { name: name.to_owned(), attribute, text: text.to_string() };
            text.trim().parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(wrong)
        };
        let of = |name: &str| {
            let decays = name.ends_with("_weight")
                || (name.ends_with("_gamma") && !["lars", "whole_lars"].contains(&optimizer.name()));
            let multipliers = Self {
                learning_rate: number(name, "__lr_mult__", 1.0)?,
                weight_decay: number(name, "__wd_mult__", if decays { 1.0 } else { 0.0 })?,
            };
            Ok((name.to_owned(), multipliers))
        };
        symbol.list_arguments().into_iter().map(of).collect()
    }
}
