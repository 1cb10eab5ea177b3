//! Parameters of operators, as text.
use crate::symbol::SymbolError;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The parameters of one operator; each that is asked for is known from then on.
pub(crate) struct Parameters<'a> {
    operator: &'static str,
    attributes: &'a BTreeMap<String, String>,
    asked: RefCell<Vec<&'static str>>,
}

/// The integers of a tuple, of a list, or one alone.
pub(crate) fn integers(text: &str) -> Option<Vec<i64>> {
    let inner = text.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    inner
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(|item| item.trim_end_matches('L').parse().ok())
        .collect()
}

impl<'a> Parameters<'a> {
    pub fn new(operator: &'static str, attributes: &'a BTreeMap<String, String>) -> Self {
        Self { operator, attributes, asked: RefCell::new(Vec::new()) }
    }

    fn text(&self, parameter: &'static str) -> Option<&'a str> {
        self.asked.borrow_mut().push(parameter);
        self.attributes.get(parameter).map(|text| text.trim())
    }

    fn wrong(&self, parameter: &'static str, expected: &'static str, found: &str) -> SymbolError {
        SymbolError::Parameter {
            operator: self.operator,
            parameter: parameter.to_owned(),
            expected,
            found: found.to_owned(),
        }
    }

    fn read<T>(
        &self,
        parameter: &'static str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, SymbolError> {
        let Some(text) = self.text(parameter) else { return Ok(None) };
        read(text).map(Some).ok_or_else(|| self.wrong(parameter, expected, text))
    }

    fn needed<T>(&self, parameter: &'static str, found: Option<T>) -> Result<T, SymbolError> {
        found.ok_or(SymbolError::MissingParameter { operator: self.operator, parameter })
    }

    pub fn flag(&self, parameter: &'static str) -> Result<bool, SymbolError> {
        let flag = self.read(parameter, "True or False", |text| match text {
            "True" | "true" | "1" => Some(true),
            "False" | "false" | "0" => Some(false),
            _ => None,
        })?;
        Ok(flag.unwrap_or(false))
    }

    pub fn number(&self, parameter: &'static str) -> Result<f64, SymbolError> {
        let number = self.read(parameter, "a number", |text| text.parse().ok())?;
        self.needed(parameter, number)
    }

    /// A flag that is set unless it is said otherwise.
    pub fn flag_or_true(&self, parameter: &'static str) -> Result<bool, SymbolError> {
        if self.attributes.contains_key(parameter) { self.flag(parameter) } else { self.flag(parameter).map(|_| true) }
    }

    pub fn number_or(&self, parameter: &'static str, default: f64) -> Result<f64, SymbolError> {
        Ok(self.read(parameter, "a number", |text| text.parse().ok())?.unwrap_or(default))
    }

    pub fn count(&self, parameter: &'static str) -> Result<usize, SymbolError> {
        let count =
            self.read(parameter, "an integer of 1 or more", |text| text.parse().ok().filter(|&count| count > 0))?;
        self.needed(parameter, count)
    }

    /// The axes of a tuple, a list or one number; none without the parameter.
    pub fn axes(&self, parameter: &'static str) -> Result<Vec<i64>, SymbolError> {
        let axes = |text: &str| if text == "None" { Some(Vec::new()) } else { integers(text) };
        Ok(self.read(parameter, "a tuple of integers", axes)?.unwrap_or_default())
    }

    /// One integer.
    pub fn integer_or(&self, parameter: &'static str, default: i64) -> Result<i64, SymbolError> {
        let one = |text: &str| text.trim_end_matches('L').parse().ok();
        Ok(self.read(parameter, "an integer", one)?.unwrap_or(default))
    }

    /// One integer, or none.
    pub fn integer(&self, parameter: &'static str) -> Result<Option<i64>, SymbolError> {
        let one = |text: &str| match text {
            "None" => Some(None),
            text => text.trim_end_matches('L').parse().ok().map(Some),
        };
        Ok(self.read(parameter, "an integer or None", one)?.flatten())
    }

    /// Begin and end along each axis, `None` where a tuple has it.
    pub fn bounds(&self, parameter: &'static str) -> Result<Vec<Option<i64>>, SymbolError> {
        let bound = |text: &str| match text {
            "None" => Some(None),
            text => text.trim_end_matches('L').parse().ok().map(Some),
        };
        let bounds = |text: &str| {
            let inner = text.trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
            inner.split(',').map(str::trim).filter(|item| !item.is_empty()).map(bound).collect::<Option<Vec<_>>>()
        };
        Ok(self.read(parameter, "a tuple of integers or None", bounds)?.unwrap_or_default())
    }

    /// Which of several results of an operator a node is.
    pub fn part(&self) -> usize {
        self.attributes.get(crate::symbol::OUTPUT).and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// A parameter with a value that is not taken.
    pub fn refused(&self, parameter: &'static str, expected: &'static str) -> SymbolError {
        self.wrong(parameter, expected, self.attributes.get(parameter).map_or("", String::as_str))
    }

    pub fn choice<T>(
        &self,
        parameter: &'static str,
        expected: &'static str,
        choose: impl Fn(&str) -> Option<T>,
    ) -> Result<T, SymbolError> {
        let chosen = self.read(parameter, expected, choose)?;
        self.needed(parameter, chosen)
    }

    /// The same with a default.
    pub fn choice_or<T>(
        &self,
        parameter: &'static str,
        expected: &'static str,
        default: T,
        choose: impl Fn(&str) -> Option<T>,
    ) -> Result<T, SymbolError> {
        Ok(self.read(parameter, expected, choose)?.unwrap_or(default))
    }

    /// An MXNet parameter that this runtime has one value for.
    pub fn only(&self, parameter: &'static str, expected: &'static str) -> Result<(), SymbolError> {
        let same = |text: &str| match (text, expected) {
            ("0" | "false", "False") | ("1" | "true", "True") => true,
            _ => text == expected || text.parse::<f64>().is_ok_and(|number| expected.parse() == Ok(number)),
        };
        self.read(parameter, expected, |text| same(text).then_some(()))?;
        Ok(())
    }

    /// An MXNet parameter that changes nothing here.
    pub fn ignored(&self, parameter: &'static str) {
        self.asked.borrow_mut().push(parameter);
    }

    /// Refuses what has not been asked for, attributes aside.
    pub fn finish(self) -> Result<(), SymbolError> {
        let asked = self.asked.into_inner();
        let unknown = self.attributes.keys().find(|key| !key.starts_with("__") && !asked.contains(&key.as_str()));
        unknown.map_or(Ok(()), |parameter| {
            Err(SymbolError::UnknownParameter { operator: self.operator, parameter: parameter.clone() })
        })
    }
}
