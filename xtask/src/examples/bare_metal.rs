//! Firmware for a Cortex-M4F, run in QEMU: it must print what the same program prints on this machine, and take the
//! memory that its README says.
use crate::system::{self, Package};
use crate::{Outcome, cross, figures, tools};
use anyhow::{Context, Result, ensure};
use std::process::Command;
use std::time::Duration;

const TARGET: &str = "thumbv7em-none-eabihf";
const QEMU: Package = Package { provides: "qemu-system-arm", name: "qemu-system-arm" };
/// It takes less than a second. A firmware that hangs does so for ever.
const LIMIT: Duration = Duration::from_secs(60);
/// Weights and predictions, in f32 and f64.
const HASHES: usize = 4;

pub(crate) fn run() -> Result<Outcome> {
    system::provide(&[QEMU])?;
    let (folder, target) = (tools::root()?.join("examples/bare-metal"), tools::target()?.join("examples/bare-metal"));
    let cargo = |arguments: &[&str]| -> Command {
        let mut command = tools::cargo();
        command.current_dir(&folder).args(arguments).args(["--quiet", "--locked", "--target-dir"]).arg(&target);
        command
    };

    // The package has its own settings for cargo, by which it is built for the device: so the host is named.
    let host = tools::rustc_field("host")?;
    tools::execute(tools::cargo().current_dir(&folder).args(["fmt", "--check"]))?;
    tools::execute(cargo(&["clippy", "--all-targets", "--target", &host]).args(["--", "-D", "warnings"]))?;
    tools::execute(&mut cargo(&["test", "--target", &host]))?;
    let expected = tools::output(&mut cargo(&["run", "--target", &host]))?;
    ensure!(expected.matches(": hash ").count() == HASHES, "not {HASHES} hashes on {host}:\n{expected}");

    let [mut clippy, mut build, mut run] = [&["clippy"][..], &["build", "--release"], &["run", "--release"]].map(cargo);
    let library = cross::provide(&mut clippy, TARGET, "core")?;
    cross::provide(&mut build, TARGET, "core")?;
    cross::provide(&mut run, TARGET, "core")?;
    tools::execute(clippy.args(["--", "-D", "warnings"]))?;
    tools::execute(&mut build)?;
    let (status, found) = tools::output_within(LIMIT, &mut run, &target.join("firmware.log"))?;
    print!("{found}");
    ensure!(status.success(), "the firmware ended with {status}");
    let memory = found.strip_prefix(&expected).with_context(|| format!("{host} prints:\n{expected}"))?;
    println!("{TARGET} and {host} print the same, with the same {HASHES} hashes");

    let readme = tools::read(&folder.join("README.md"))?;
    let mut differs = false;
    for name in ["flash", "static RAM", "stack"] {
        let line = memory.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))?.strip_suffix(" bytes"));
        let found = line.with_context(|| format!("the firmware does not print its {name}"))?.parse()?;
        if let Some(difference) = figures::difference(&readme, name, &[found])? {
            println!("{difference}");
            differs = true;
        }
    }
    let same_build = library == cross::Library::Installed
        && readme.contains(&format!("rustc {}, installed core", tools::rustc_field("release")?));
    Ok(if differs && same_build { Outcome::Failed } else { Outcome::Passed })
}
