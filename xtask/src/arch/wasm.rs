//! The replay as a WebAssembly module, in node.
use crate::system::{self, Package};
use crate::{cross, tools};
use anyhow::Result;
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// A line for each case, its title and its hash.
pub(super) fn replay(calls: &Path) -> Result<String> {
    system::provide(&[Package { provides: "node", name: "nodejs" }])?;
    let (root, folder) = (tools::root()?, tools::target()?.join("arch"));
    let mut build = tools::cargo();
    build.current_dir(&root).args([
        "rustc",
        "--quiet",
        "--locked",
        "--profile",
        "arch",
        "--package",
        "lacuna-capi-replay",
        "--lib",
    ]);
    build
        .args(["--crate-type", "cdylib", "--no-default-features", "--features", "panic-handler", "--target-dir"])
        .arg(&folder);
    cross::provide(&mut build, TARGET, "core")?;
    // The arguments of calls go behind the module's own memory.
    tools::execute(build.args(["--", "-Clink-arg=--export=__heap_base"]))?;
    let module = folder.join(TARGET).join("arch/lacuna_capi_replay.wasm");
    tools::output(Command::new("node").arg(root.join("xtask/src/arch/replay.mjs")).arg(module).arg(calls))
}
