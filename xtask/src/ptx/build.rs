//! The device crate as PTX.
use crate::{cross, tools};
use anyhow::{Context, Result};
use std::fs;

const PACKAGE: &str = "lacuna-cuda-device";
const TARGET: &str = "nvptx64-nvidia-cuda";
/// The oldest GPUs that the text is for. ptxas and the driver take it for newer ones too.
pub(super) const ARCHITECTURE: &str = "sm_80";

/// What came of a build.
pub(super) enum Build {
    Text(String),
    /// Something that it needs is not there.
    Impossible(String),
}

/// What the text depends on beside the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Compiler {
    /// `rustc --version`.
    pub(super) rustc: String,
    pub(super) llvm: String,
    /// Where `core` comes from; for information only, as the text is the same except for the names of constants.
    pub(super) core: String,
}

pub(super) fn compiler() -> Result<Compiler> {
    let core = if cross::is_installed(TARGET)? {
        "installed".to_owned()
    } else {
        format!("built from rust-src {}", tools::rustc_field("release")?)
    };
    Ok(Compiler {
        rustc: tools::output(tools::rustc().arg("--version"))?.trim().to_owned(),
        llvm: tools::rustc_field("LLVM version")?,
        core,
    })
}

pub(super) fn build() -> Result<Build> {
    let root = tools::root()?;
    let folder = tools::target()?.join("ptx-build");
    let file = folder.join("lacuna.ptx");
    // Cargo does not know of the file: were it missing alone, nothing would make it again.
    if folder.exists() && !file.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut emit = std::ffi::OsString::from("--emit=asm=");
    emit.push(&file);
    let mut build = tools::cargo();
    build.current_dir(&root).args(["rustc", "--quiet", "--locked", "--package", PACKAGE, "--lib", "--profile", "ptx"]);
    build.args(["--crate-type", "cdylib", "--target-dir"]).arg(&folder);
    // A pass that knows nothing of barriers and shuffles may copy them into both sides of a branch, and divergent
    // threads then wait for each other at different places. LLVM knows the instructions themselves, but not the
    // functions that hold them, so rustc inlines these before; its own pass that copies blocks is left out.
    let inline =
        ["threshold", "hint-threshold", "forwarder-threshold"].map(|limit| format!("-Zinline-mir-{limit}=1000000"));
    let passes = "-Zmir-enable-passes=-JumpThreading".to_owned();
    let others = [passes, format!("-Ctarget-cpu={ARCHITECTURE}"), format!("--remap-path-prefix={}=.", root.display())];
    let flags = [inline, others].concat();
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env("RUSTC_BOOTSTRAP", "1");
    // Fat LTO has left one module, so that there is nothing to link.
    build.env("CARGO_TARGET_NVPTX64_NVIDIA_CUDA_LINKER", "true");
    if let Err(reason) = cross::provide(&mut build, TARGET, "core") {
        return Ok(Build::Impossible(format!("{reason:#}")));
    }
    tools::execute(build.arg("--").arg(emit))?;
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    Ok(Build::Text(without_hashes(&without_debugging(&text))))
}

/// The text without what debuggers need. An installed `core` has debug information, of which this much comes through;
/// ptxas would optimise less for it.
fn without_debugging(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut section = false;
    for line in text.lines() {
        let code = line.trim_start();
        section |= code.starts_with(".section") && code.contains(".debug_");
        let label = code.starts_with("$L__func_begin") || code.starts_with("$L__func_end");
        if !(section || label || code.starts_with(".loc\t") || code.starts_with(".file\t")) {
            result += if code.starts_with(".target") { line.trim_end_matches(", debug") } else { line };
            result.push('\n');
        }
        section &= !code.contains('}');
    }
    result.truncate(result.trim_end().len());
    result.push('\n');
    result
}

/// The text with constants that have no names numbered in order: rustc's names for them change with any change of the
/// crate.
fn without_hashes(text: &str) -> String {
    const BEGIN: &str = "anon_$_";
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let (mut known, mut result, mut rest) = (Vec::new(), String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(BEGIN) {
        let (before, from) = rest.split_at(at);
        let (name, after) = from.split_at(from.find(|c| !is_name(c)).unwrap_or(from.len()));
        let number = known.iter().position(|other| *other == name).unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        });
        result += &format!("{before}constant_{number}");
        rest = after;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_numbered() {
        let text = "anon_$_0a2a_$_0[8] = {};\nmov.b64 %rd1, anon_$_ff00_$_1;\nmov.b64 %rd2, anon_$_0a2a_$_0;\n";
        let numbered = "constant_0[8] = {};\nmov.b64 %rd1, constant_1;\nmov.b64 %rd2, constant_0;\n";
        assert_eq!(without_hashes(text), numbered);
        assert_eq!(without_hashes(numbered), numbered);
    }

    #[test]
    fn debugging_leaves_no_trace() {
        let debug = "\
.target sm_80, debug
.entry one()
{
$L__func_begin0:
\t.loc\t1 2 3
\tret;
$L__func_end0:

}
\t.file\t1 \"core.rs\"
\t.section\t.debug_abbrev
\t{
.b8 1
\t}
\t.section\t.debug_macinfo\t{\t}
";
        let text = ".target sm_80\n.entry one()\n{\n\tret;\n\n}\n";
        assert_eq!(without_debugging(debug), text);
        assert_eq!(without_debugging(text), text);
    }
}
