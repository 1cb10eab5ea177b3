//! The replay as firmware of a Cortex-M4F, in qemu.
use crate::system::{self, Package};
use crate::{cross, tools};
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "thumbv7em-none-eabihf";
const QEMU: &str = "qemu-system-arm";
const MACHINE: [&str; 8] = ["-machine", "mps2-an386", "-display", "none", "-monitor", "none", "-serial", "none"];
/// What the replay takes at most, in seconds: many times more than it does.
const TIME: &str = "600";

/// A line for each case, its title and its hash.
pub(super) fn replay(calls: &Path) -> Result<String> {
    system::provide(&[Package { provides: QEMU, name: "qemu-system-arm" }])?;
    let (package, folder) = (tools::root()?.join("replay/firmware"), tools::target()?.join("arch"));
    let mut build = tools::cargo();
    build.current_dir(&package).args(["build", "--quiet", "--locked", "--release", "--target-dir"]).arg(&folder);
    cross::provide(&mut build, TARGET, "core")?;
    tools::execute(&mut build)?;
    let Some(directory) = calls.parent().filter(|_| calls.ends_with("calls.bin")) else {
        bail!("{}: not a file calls.bin", calls.display())
    };
    let mut run = Command::new("timeout");
    run.arg(TIME).arg(QEMU).args(MACHINE).args(["-semihosting-config", "enable=on,target=native", "-kernel"]);
    run.arg(folder.join(TARGET).join("release/replay")).current_dir(directory);
    tools::output(&mut run)
}
