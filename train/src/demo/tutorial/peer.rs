//! What MXNet 1.9.1 has printed.
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;

const STEPS: &str = include_str!("../../../../runtime/tests/data/tutorial/steps.json");

/// A statement of MXNet, and what it prints.
#[derive(Clone, Debug, Deserialize)]
pub struct PeerStep {
    pub name: String,
    pub code: String,
    pub printed: String,
}

/// All of a tutorial.
pub fn steps(tutorial: &str) -> Result<Vec<PeerStep>> {
    let mut all: BTreeMap<String, Vec<PeerStep>> = serde_json::from_str(STEPS)?;
    all.remove(tutorial).with_context(|| format!("no tutorial {tutorial} is recorded"))
}
