//! The header of a `.npy` file: a Python dictionary such as
//! `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
use super::limits::MOST_DIMENSIONS;
use super::{Fault, error::excerpt};

/// What a header says.
#[derive(Debug, PartialEq)]
pub(super) struct Header<'a> {
    pub descr: &'a str,
    pub fortran_order: bool,
    pub shape: Vec<usize>,
}

/// What is left of a header.
struct Literal<'a> {
    text: &'a str,
    /// Where the header ends in its file.
    end: u64,
}

impl<'a> Header<'a> {
    /// Of the text of a header that begins at byte `start`.
    pub fn parse(text: &'a [u8], start: u64) -> Result<Self, Fault> {
        let wrong = |_| Fault::Text { what: "npy header", at: start, found: excerpt(text) };
        let text = std::str::from_utf8(text).map_err(wrong)?;
        let mut literal = Literal { text, end: start + text.len() as u64 };
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        literal.expect("{")?;
        while !literal.skips("}") {
            let (before, key) = (literal.wrong("key"), literal.string("key")?);
            literal.expect(":")?;
            match key {
                "descr" if descr.is_none() => descr = Some(literal.descr()?),
                "fortran_order" if fortran_order.is_none() => fortran_order = Some(literal.boolean()?),
                "shape" if shape.is_none() => shape = Some(literal.shape()?),
                _ => return Err(before),
            }
            if !literal.skips(",") {
                literal.expect("}")?;
                break;
            }
        }
        if !literal.text.trim().is_empty() {
            return Err(literal.wrong("end"));
        }
        let missing = |name| Fault::Missing { name };
        Ok(Self {
            descr: descr.ok_or(missing("descr"))?,
            fortran_order: fortran_order.ok_or(missing("fortran_order"))?,
            shape: shape.ok_or(missing("shape"))?,
        })
    }
}

impl<'a> Literal<'a> {
    fn wrong(&self, what: &'static str) -> Fault {
        let text = self.text.trim_start();
        let found = text.trim_end().chars().take(40).map(|sign| if sign.is_control() { '?' } else { sign });
        Fault::Text { what, at: self.end - text.len() as u64, found: found.collect() }
    }

    /// Goes behind a sign, if it is next.
    fn skips(&mut self, sign: &str) -> bool {
        let rest = self.text.trim_start().strip_prefix(sign);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.skips(sign) { Ok(()) } else { Err(self.wrong("npy header")) }
    }

    /// Without escapes, which no known key or dtype has.
    fn string(&mut self, what: &'static str) -> Result<&'a str, Fault> {
        let text = self.text.trim_start();
        let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"'));
        let found = quote.and_then(|quote| text.get(1..)?.split_once(quote)).filter(|(found, _)| !found.contains('\\'));
        let (found, rest) = found.ok_or_else(|| self.wrong(what))?;
        self.text = rest;
        Ok(found)
    }

    /// A dtype: a string, or a list of fields, as it stands.
    fn descr(&mut self) -> Result<&'a str, Fault> {
        let text = self.text.trim_start();
        if !text.starts_with('[') {
            return self.string("descr");
        }
        let (mut depth, mut quote) = (0_usize, None);
        for (place, sign) in text.char_indices() {
            match (quote, sign) {
                (Some(open), _) if sign == open => quote = None,
                (Some(_), _) => {}
                (None, '\'' | '"') => quote = Some(sign),
                (None, '[' | '(') => depth += 1,
                (None, ']' | ')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                let (list, rest) = text.split_at(place + sign.len_utf8());
                self.text = rest;
                return Ok(list);
            }
        }
        Err(self.wrong("descr"))
    }

    fn boolean(&mut self) -> Result<bool, Fault> {
        match (self.skips("False"), self.skips("True")) {
            (true, false) => Ok(false),
            (false, true) => Ok(true),
            _ => Err(self.wrong("fortran_order")),
        }
    }

    fn shape(&mut self) -> Result<Vec<usize>, Fault> {
        let mut shape = Vec::new();
        if !self.skips("(") {
            return Err(self.wrong("shape"));
        }
        while !self.skips(")") {
            if shape.len() == MOST_DIMENSIONS {
                return Err(self.wrong("shape of too many dimensions"));
            }
            let text = self.text.trim_start();
            let digits = text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
            let length = text.get(..digits).and_then(|digits| digits.parse().ok());
            shape.push(length.ok_or_else(|| self.wrong("shape"))?);
            self.text = text.get(digits..).unwrap_or_default();
            // Python 2 marked long integers.
            self.skips("L");
            if !self.skips(",") {
                // A number in brackets is none of a tuple.
                if shape.len() == 1 || !self.skips(")") {
                    return Err(self.wrong("shape"));
                }
                break;
            }
        }
        Ok(shape)
    }
}
