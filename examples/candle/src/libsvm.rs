//! Labelled examples in LibSVM text: `label index:value index:value ...`, one a line, indices ascending.
use crate::Bags;
use crate::bags::BagError;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::str::FromStr;

/// The number that the first feature has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexBase {
    /// As LibSVM itself has it.
    #[default]
    One,
    /// As some programs write it.
    Zero,
}

/// The examples of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// 0 or 1 each.
    pub labels: Vec<f32>,
    /// Features, counted from 0, and their values.
    pub bags: Vec<Vec<(u32, f32)>>,
}

impl Examples {
    /// Reads a file. Errors name file and line.
    pub fn read(path: &Path, base: IndexBase) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let examples =
            Self::parse(&text, base).map_err(|(line, error)| error.context(format!("{}:{line}", path.display())))?;
        if examples.labels.is_empty() {
            bail!("{}: no examples", path.display());
        }
        Ok(examples)
    }

    /// Reads text; an error comes with the number of its line.
    fn parse(text: &str, base: IndexBase) -> Result<Self, (usize, anyhow::Error)> {
        let mut examples = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split_once('#').map_or(line, |(before, _)| before).trim();
            if !line.is_empty() {
                let (label, bag) = example(line, base).map_err(|error| (number, error))?;
                examples.labels.push(label);
                examples.bags.push(bag);
            }
        }
        Ok(examples)
    }

    /// The smallest vocabulary that holds all features.
    pub fn vocabulary(&self) -> usize {
        self.bags.iter().flatten().map(|(id, _)| *id as usize + 1).max().unwrap_or(0)
    }

    /// Features of all examples together.
    pub fn features(&self) -> usize {
        self.bags.iter().map(Vec::len).sum()
    }

    /// One bag an example, weighted by the values.
    pub fn to_bags(&self, vocabulary: usize) -> Result<Bags<f32>, BagError> {
        let mut bags = Bags::new(vocabulary);
        self.bags.iter().try_for_each(|bag| bags.push(bag))?;
        Ok(bags)
    }
}

fn example(line: &str, base: IndexBase) -> Result<(f32, Vec<(u32, f32)>)> {
    let mut words = line.split_ascii_whitespace();
    let word = words.next().unwrap_or_default();
    let label = match word.parse::<f32>() {
        Ok(1.0) => 1.0,
        Ok(0.0 | -1.0) => 0.0,
        _ => bail!("label `{word}`: expected 0, 1, -1 or +1"),
    };
    let mut bag: Vec<(u32, f32)> = Vec::new();
    for word in words {
        let Some((index, value)) = word.split_once(':') else { bail!("`{word}`: expected index:value") };
        let (index, value): (u32, f32) = (number(word, index)?, number(word, value)?);
        let id = match base {
            IndexBase::Zero => index,
            IndexBase::One => index
                .checked_sub(1)
                .with_context(|| format!("`{word}`: indices start at 1; a file that starts at 0 needs --zero-based"))?,
        };
        if !value.is_finite() {
            bail!("`{word}`: the value is not finite");
        }
        if bag.last().is_some_and(|(before, _)| *before >= id) {
            bail!("`{word}`: the index is not above the one before it");
        }
        bag.push((id, value));
    }
    Ok((label, bag))
}

fn number<T: FromStr>(word: &str, text: &str) -> Result<T>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    text.parse().with_context(|| format!("`{word}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_read() {
        let text = "1 3:1 10:0.5\n\n# a comment\n-1 1:-2e-3 # and another\r\n+1\n";
        let examples = Examples::parse(text, IndexBase::One).unwrap();
        assert_eq!(examples.labels, [1.0, 0.0, 1.0]);
        assert_eq!(examples.bags, [vec![(2, 1.0), (9, 0.5)], vec![(0, -2e-3)], vec![]]);
        assert_eq!((examples.vocabulary(), examples.features()), (10, 3));
        assert_eq!(Examples::parse("0 0:1", IndexBase::Zero).unwrap().bags, [[(0, 1.0)]]);
    }

    #[test]
    fn errors_tell_the_line_and_the_word() {
        for (line, expected) in [
            ("2 1:1", "label `2`: expected 0, 1, -1 or +1"),
            ("x", "label `x`: expected 0, 1, -1 or +1"),
            ("1 3", "`3`: expected index:value"),
            ("1 a:1", "`a:1`: invalid digit found in string"),
            ("1 4294967296:1", "`4294967296:1`: number too large to fit in target type"),
            ("1 3:one", "`3:one`: invalid float literal"),
            ("1 3:inf", "`3:inf`: the value is not finite"),
            ("1 0:1", "`0:1`: indices start at 1; a file that starts at 0 needs --zero-based"),
            ("1 3:1 3:1", "`3:1`: the index is not above the one before it"),
        ] {
            let (number, error) = Examples::parse(&format!("1 1:1\n{line}\n"), IndexBase::One).unwrap_err();
            assert_eq!((number, format!("{error:#}").as_str()), (2, expected));
        }
    }
}
