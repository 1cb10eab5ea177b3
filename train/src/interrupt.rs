//! Ctrl-C, and the signal by which a system asks a program to end.
use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What is listened to, and the exit status of a program that it ends: 128 and the number of the signal.
const SIGNALS: [(i32, u8); 2] = [(SIGINT, 130), (SIGTERM, 143)];

/// Whether a signal has asked for an end, and which one.
#[derive(Debug, Default)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    status: Arc<AtomicUsize>,
}

impl Interrupt {
    /// From now on the first signal is a wish, and only the second one ends the program at once.
    pub fn listen() -> Result<Self> {
        let listening = Self::default();
        for (signal, status) in SIGNALS {
            listening.register(signal, status).context("cannot listen for Ctrl-C")?;
        }
        Ok(listening)
    }

    /// In this order the first signal finds the flag still down, and who finds it up knows the signal.
    fn register(&self, signal: i32, status: u8) -> io::Result<()> {
        flag::register_conditional_shutdown(signal, status.into(), self.asked.clone())?;
        flag::register_usize(signal, self.status.clone(), status.into())?;
        flag::register(signal, self.asked.clone()).map(drop)
    }

    /// Whether one has.
    #[inline]
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Acquire)
    }

    /// The exit status of a program that ends for it.
    pub fn status(&self) -> u8 {
        u8::try_from(self.status.load(Ordering::Relaxed)).unwrap_or(u8::MAX)
    }
}
