//! What a training prints, whichever program prints it: `lacuna train`, or one in another language that must end with
//! the same bits.
use crate::tools;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// The losses of the epochs, as the program shows them, and the hash of the weights.
#[derive(Debug)]
pub(super) struct Training {
    losses: Vec<f64>,
    pub(super) hash: String,
}

impl Training {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let loss = |line: &str| {
            let mut cells = line.split_whitespace();
            cells.next()?.parse::<u64>().ok()?;
            cells.next()?.parse::<f64>().ok()
        };
        let losses: Vec<_> = text.lines().filter_map(loss).collect();
        let hash =
            text.rsplit_once("weights ").map_or("", |(_, rest)| rest.split_whitespace().next().unwrap_or_default());
        ensure!(
            !losses.is_empty() && hash.len() == 16 && u64::from_str_radix(hash, 16).is_ok(),
            "no losses or no hash:\n{text}"
        );
        Ok(Self { losses, hash: hash.to_owned() })
    }

    /// Runs a program that trains.
    pub(super) fn by(program: &mut Command) -> Result<Self> {
        Self::parse(&tools::output(program)?).with_context(|| format!("{program:?}"))
    }

    /// The training by `lacuna train linear`.
    pub(super) fn by_lacuna(lacuna: &Path, data: &Path, options: &[&str]) -> Result<Self> {
        let mut command = Command::new(lacuna);
        command.current_dir(tools::root()?).args([
            "train",
            "linear",
            "--preset",
            "mxnet",
            "--index-base",
            "one",
            "--initial-weights",
            "zero",
            "--data",
        ]);
        Self::by(command.arg(data).args(options))
    }

    /// The same bits of the weights, and the same losses: some programs show six digits of them.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        let close = |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-5 * expected.abs();
        self.hash == other.hash
            && self.losses.len() == other.losses.len()
            && self.losses.iter().zip(&other.losses).all(close)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINEAR: &str =
        "2 rows, 1 features, 2 entries\nepoch  mse\n    1  0.5\n    2  0.25\n0.1 s\nweights 00000000000000ab\n";

    #[test]
    fn all_programs_are_understood() {
        let lacuna = " epoch  mse  seconds  rows/s\n 1  0.500000  0.001  2,000\n 2  0.250001  0.001  900\n\nweight, row_sparse 8 B 4 B 0.5\n\n\
            2 steps in 0.1 s, 20 steps/s; mse 0.250000; weights 00000000000000ab\n";
        let (found, expected) = (Training::parse(LINEAR).unwrap(), Training::parse(lacuna).unwrap());
        assert_eq!((found.losses.len(), &*found.hash), (2, "00000000000000ab"));
        assert!(found.agrees(&expected));
    }

    #[test]
    fn every_difference_is_told() {
        let expected = Training::parse(LINEAR).unwrap();
        for (old, new) in [("ab\n", "ac\n"), ("0.25\n", "0.2501\n"), ("    2  0.25\n", ""), ("0.5\n", "nan\n")] {
            assert!(!Training::parse(&LINEAR.replace(old, new)).unwrap().agrees(&expected), "{new}");
        }
        for text in ["1 0.5\n", "; weights 00ab00ab00ab00ab\n", "1 0.5\nweights 0123\n", ""] {
            assert!(Training::parse(text).is_err(), "{text}");
        }
    }
}
