//! How far something is that takes longer than a moment.
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::Read;
use std::time::Duration;

/// Between two looks of a bar that nothing moves.
const TICK: Duration = Duration::from_millis(120);

fn styled(length: Option<u64>, template: &str) -> ProgressBar {
    // Colours are left out by the style where they are switched off.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_style(style)
}

/// A bar of bytes on the terminal of standard error, if it is one.
#[derive(Debug)]
pub(crate) struct Bytes(ProgressBar);

impl Bytes {
    /// For so many bytes, if it is known; hidden unless `shown`.
    pub fn new(what: &str, length: Option<u64>, shown: bool) -> Self {
        let template = match length {
            Some(_) => "{msg} {bar:30.cyan} {percent:>3}% of {total_bytes}, {eta} left",
            None => "{msg} {spinner:.cyan} {bytes}",
        };
        Self(if shown { styled(length, template).with_message(what.to_owned()) } else { ProgressBar::hidden() })
    }

    /// Counts what is read.
    pub fn of<'r, R: Read + Send + 'r>(&self, reader: R) -> Box<dyn Read + Send + 'r> {
        if self.0.is_hidden() { Box::new(reader) } else { Box::new(self.0.wrap_read(reader)) }
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Says on the terminal of standard error, if it is one, what is being done and for how long, as long as it takes.
pub(crate) fn during<T>(what: &str, shown: bool, work: impl FnOnce() -> T) -> T {
    if !shown {
        return work();
    }
    let bar = styled(None, "{msg} {spinner:.cyan} {elapsed}").with_message(what.to_owned());
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    let done = work();
    bar.finish_and_clear();
    done
}
