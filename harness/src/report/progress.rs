//! How far it is.
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// A bar on a terminal; otherwise one line for each operator. On the standard error, so that the report can be piped.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    lines: bool,
    /// Cases of `operator` so far.
    done: usize,
    operator: String,
}

impl Progress {
    /// For `total` cases. Silent, unless `shown`.
    pub fn new(total: usize, shown: bool) -> Self {
        let bar = (shown && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta}");
            ProgressBar::new(total as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { lines: shown && bar.is_none(), bar, done: 0, operator: String::new() }
    }

    /// Another case, of this operator.
    pub fn step(&mut self, operator: &str) {
        if operator != self.operator {
            self.line();
            operator.clone_into(&mut self.operator);
            self.done = 0;
            if let Some(bar) = &self.bar {
                bar.set_message(operator.to_owned());
            }
        }
        self.done += 1;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    fn line(&self) {
        if self.lines && self.done > 0 {
            eprintln!("ran {} cases of {}", self.done, self.operator);
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.line();
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
