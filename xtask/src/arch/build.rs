//! The verifier, built by cargo.
use crate::tools;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// Runs `cargo build` with these arguments, and gives the program that it made.
pub(super) fn executable(build: &mut Command) -> Result<PathBuf> {
    build.current_dir(tools::root()?).args([
        "--package",
        "lacuna-harness",
        "--bin",
        "lacuna",
        "--message-format",
        "json-render-diagnostics",
    ]);
    let messages = tools::output(build)?;
    messages.lines().rev().find_map(program).with_context(|| format!("{build:?} made no program"))
}

/// The program that a message of cargo tells of.
fn program(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    message["executable"].as_str().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_found_in_the_messages() {
        let artifact = r#"{"reason":"compiler-artifact","target":{"name":"lacuna"},"executable":"/t/arch/lacuna","fresh":false}"#;
        assert_eq!(program(artifact), Some(PathBuf::from("/t/arch/lacuna")));
        for other in [r#"{"reason":"compiler-artifact","executable":null}"#, r#"{"reason":"build-finished","success":true}"#, "text"] {
            assert_eq!(program(other), None);
        }
    }
}
