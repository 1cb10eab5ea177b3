//! Ctrl-C.
use anyhow::{Context, Result};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of an interrupted program: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// True once the user has asked for an end.
#[derive(Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on Ctrl-C is a wish, and only the second one ends the program at once.
    pub fn listen() -> Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        // In this order the first signal finds the flag still down.
        flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), asked.clone())
            .and_then(|_| flag::register(SIGINT, asked.clone()))
            .context("cannot listen for Ctrl-C")?;
        Ok(Self(asked))
    }

    /// Whether the user has.
    #[inline]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
