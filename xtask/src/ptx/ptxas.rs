//! NVIDIA's assembler, which knows what the text needs on each GPU.
use super::modules::Module;
use super::record::{Resources, SIZES};
use crate::tools;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PACKAGE: &str = "nvidia-cuda-nvcc";
const VERSION: &str = "13.5.37";

/// GPUs that the text is assembled for.
pub(super) const ARCHITECTURES: [&str; SIZES] = ["sm_80", "sm_90", "sm_100", "sm_120"];

/// What the assembler says of all entries.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    /// The assembler's version.
    pub(super) version: String,
    pub(super) resources: BTreeMap<String, Resources>,
    /// Text that it does not take, spilled registers and stack frames.
    pub(super) faults: Vec<String>,
}

/// The assembler: `PTXAS`, or the one of the Python package, installed into the target folder where it is missing. The
/// error says what it lacks.
pub(super) fn find() -> Result<PathBuf> {
    if let Some(file) = std::env::var_os("PTXAS") {
        return Ok(file.into());
    }
    let folder = tools::target()?.join("tools").join(format!("{PACKAGE}-{VERSION}"));
    if let Some(file) = installed(&folder) {
        return Ok(file);
    }
    println!("installing {PACKAGE} {VERSION} into {}", folder.display());
    let python = if cfg!(windows) { "python" } else { "python3" };
    tools::execute(Command::new(python).args(["-m", "venv"]).arg(&folder)).context("no Python with venv")?;
    let pip = folder.join(if cfg!(windows) { "Scripts/pip.exe" } else { "bin/pip" });
    let package = format!("{PACKAGE}=={VERSION}");
    tools::execute(Command::new(pip).args([
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        &package,
    ]))?;
    installed(&folder).with_context(|| format!("{package} has no ptxas"))
}

/// `lib/python3.11/site-packages/nvidia/cu13/bin/ptxas`, where two of the names depend on versions.
fn installed(environment: &Path) -> Option<PathBuf> {
    let folders =
        |path: PathBuf| fs::read_dir(path).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let libraries = folders(environment.join("lib"))
        .map(|python| python.join("site-packages"))
        .chain([environment.join("Lib/site-packages")]);
    let toolkits = libraries.flat_map(|library| folders(library.join("nvidia")));
    toolkits
        .map(|toolkit| toolkit.join("bin").join(format!("ptxas{}", std::env::consts::EXE_SUFFIX)))
        .find(|file| file.exists())
}

/// Assembles the modules for each of the [`ARCHITECTURES`].
pub(super) fn assemble(ptxas: &Path, modules: &[Module]) -> Result<Assembly> {
    let folder = tools::target()?.join("ptxas");
    fs::create_dir_all(&folder)?;
    let version = tools::output(Command::new(ptxas).arg("--version"))?;
    let version =
        version.lines().find_map(|line| line.rsplit_once(", V")).with_context(|| format!("no version: {version}"))?.1;
    let mut assembly = Assembly { version: version.to_owned(), ..Assembly::default() };
    for module in modules {
        let source = folder.join(module.file());
        fs::write(&source, &module.text)?;
        let running: Vec<_> = ARCHITECTURES
            .iter()
            .map(|architecture| {
                let mut command = Command::new(ptxas);
                let object = folder.join(format!("{}.{architecture}.cubin", module.name));
                command.arg(format!("-arch={architecture}")).arg("-v").arg("-o").arg(object).arg(&source);
                command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().with_context(|| format!("{command:?}"))
            })
            .collect::<Result<_>>()?;
        for (place, process) in running.into_iter().enumerate() {
            let output = process.wait_with_output()?;
            let messages = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
            if output.status.success() {
                assembly.add(place, &messages)?;
            } else {
                assembly.faults.push(format!(
                    "{} does not assemble for {}: {}",
                    module.file(),
                    ARCHITECTURES[place],
                    messages.trim()
                ));
            }
        }
    }
    Ok(assembly)
}

impl Assembly {
    /// Takes over the messages for one architecture.
    fn add(&mut self, place: usize, messages: &str) -> Result<()> {
        let architecture = ARCHITECTURES[place];
        let mut entry = None;
        for line in messages.lines() {
            if let Some((_, rest)) = line.split_once("Compiling entry function '") {
                entry = rest.split('\'').next();
                continue;
            }
            let Some(entry) = entry else { continue };
            if line.contains("bytes stack frame") {
                let numbers: Vec<_> = line.split_whitespace().filter_map(|word| word.parse::<u32>().ok()).collect();
                if numbers.len() != 3 {
                    bail!("ptxas says of stack and spills: {line}");
                }
                if numbers.iter().any(|&bytes| bytes != 0) {
                    self.faults.push(format!("{entry} on {architecture}: {}", line.trim()));
                }
            } else if let Some((_, used)) = line.split_once("Used ") {
                let resources = self.resources.entry(entry.to_owned()).or_default();
                resources.registers[place] =
                    before(used, " registers").with_context(|| format!("ptxas says no registers: {line}"))?;
                resources.shared = resources.shared.max(before(used, " bytes smem").unwrap_or(0));
            }
        }
        Ok(())
    }
}

/// The number that stands right before `unit`.
fn before(text: &str, unit: &str) -> Option<u32> {
    text.split_once(unit)?.0.split_whitespace().last()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &str = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'one' for 'sm_80'
ptxas info    : Function properties for one
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers, 128 bytes smem, 360 bytes cmem[0]
ptxas info    : Compile time = 1.234 ms
ptxas info    : Compiling entry function 'two' for 'sm_80'
ptxas info    : Function properties for two
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers, 368 bytes cmem[0]
";

    #[test]
    fn reads_registers_and_shared_memory() {
        let mut assembly = Assembly::default();
        assembly.add(1, MESSAGES).unwrap();
        let expected = [
            ("one", Resources { registers: [0, 24, 0, 0], shared: 128 }),
            ("two", Resources { registers: [0, 8, 0, 0], shared: 0 }),
        ];
        assert_eq!(assembly.resources, expected.map(|(name, resources)| (name.to_owned(), resources)).into());
        assert!(assembly.faults.is_empty());
    }

    #[test]
    fn spills_and_stack_frames_are_faults() {
        for spilled in [
            "8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads",
            "0 bytes stack frame, 4 bytes spill stores, 0 bytes spill loads",
        ] {
            let mut assembly = Assembly::default();
            assembly
                .add(
                    0,
                    &MESSAGES.replacen("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads", spilled, 1),
                )
                .unwrap();
            assert_eq!(assembly.faults, [format!("one on sm_80: {spilled}")]);
        }
    }
}
