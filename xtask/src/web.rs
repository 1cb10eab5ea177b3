//! The npm package of `web/`: assembled, packed, installed into a fresh project, and tested there.
use crate::cross::{self, Library};
use crate::figures;
use crate::system::{self, Package};
use crate::{Outcome, tools};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const NODE: &[Package] = &[Package { provides: "node", name: "nodejs" }, Package { provides: "npm", name: "npm" }];

/// Every browser of the last years has SIMD, and wide products are many times faster with it.
const SIMD: &str = "-Ctarget-feature=+simd128";
/// One page is plenty: a kernel takes some KiB. It lies below all else, so that a stack that is too small is a trap.
pub(crate) const STACK: &str = "-zstack-size=65536";

/// What `web/module` is built as: a feature and the name of a file.
const PARTS: &[&str] = &["linear", "text"];

/// What makes the declarations of types, and what of the system they know.
const TYPES: &[&str] = &["typescript@5.9.3", "@types/node@20.19.25"];

/// Files of `web/tests`, in the project.
const TESTS: &[&str] = &["kernels", "layout", "linear", "page", "text"];

const COMPILER: &str = "node_modules/typescript/bin/tsc";

/// What a program in TypeScript may write, and what not.
const TYPED: &str = r#"import { Csr, LinearModel, readLibsvm } from "lacuna-sparse";
import { Kernels } from "lacuna-sparse/kernels";

const model: LinearModel = await LinearModel.fromSafetensors(new URL("https://localhost/model.safetensors"));
const rows: Csr = Csr.fromRows([[[0, 1]], new Map([[1, 2]])], model.features);
export const found: Float32Array | Float64Array = model.predictProba(rows);
export const { labels } = await readLibsvm(new Blob(["1 0:1"]), { base: 0, form: { names: { bits: 18 } } });
const kernels: Kernels = await Kernels.load();
kernels.call("lacuna_check_csr", kernels.struct("csr", { rows: 1 }));
// @ts-expect-error
model.predict("rows");
// @ts-expect-error
await readLibsvm("rows", { base: 2 });
// @ts-expect-error
kernels.array("f128", 3);
"#;

/// What the first prediction may cost: the module and all of the JavaScript.
const MOST_COMPRESSED: u64 = 40_000;

/// A model and rows for the page.
const SAMPLE: &str = "data/agaricus.test.libsvm";

/// A library that `build` has made for WebAssembly.
pub(crate) struct Built {
    /// The assembled package.
    pub folder: PathBuf,
    pub library: Library,
}

pub(crate) fn run() -> Result<Outcome> {
    let Built { folder, library } = assemble()?;
    let work = folder.parent().context("the package's folder has no parent")?.to_owned();
    let packed = tools::output(npm(&folder).args(["pack", "--silent", "--pack-destination", ".."]))?;
    let archive = work.join(packed.trim());
    let project = project(&work, &archive)?;
    test(&project)?;
    let differences = sizes(&folder, library)?;
    println!("{} has {} bytes", archive.display(), fs::metadata(&archive)?.len());
    if differences.is_empty() {
        return Ok(Outcome::Passed);
    }
    println!("{}", differences.join("\n"));
    Ok(Outcome::Failed)
}

/// Makes the folder of the package: modules with and without SIMD, JavaScript, types.
pub(crate) fn assemble() -> Result<Built> {
    system::provide(NODE)?;
    let (root, work) = (tools::root()?, tools::target()?.join("web"));
    let folder = work.join("package");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let modules = folder.join("wasm");
    fs::create_dir_all(&modules).with_context(|| modules.display().to_string())?;

    let pack = ["--manifest-path", "web/pack/Cargo.toml"];
    let tool = work.join("pack");
    tools::execute(
        tools::cargo()
            .current_dir(&root)
            .args(["build", "--quiet", "--locked"])
            .args(pack)
            .arg("--target-dir")
            .arg(&tool),
    )?;
    let tool = tool.join("debug").join(format!("lacuna-web-pack{}", std::env::consts::EXE_SUFFIX));

    for flags in ["", SIMD] {
        let suffix = if flags.is_empty() { "" } else { ".simd" };
        for part in PARTS {
            let output = work.join(format!("modules{suffix}")).join(part);
            let (mut build, _) = compile("lacuna-web", part, flags, &output)?;
            tools::execute(&mut build)?;
            let (module, bound) = (artefact(&output, "lacuna_web.wasm"), output.join("bound"));
            tools::execute(Command::new(&tool).arg(module).arg(&bound).arg(part))?;
            copy(&bound.join(format!("{part}_bg.wasm")), &modules.join(format!("{part}{suffix}.wasm")))?;
            for end in ["js", "d.ts"] {
                let (made, kept) = (bound.join(format!("{part}.{end}")), modules.join(format!("{part}.{end}")));
                ensure!(
                    !kept.exists() || fs::read(&made)? == fs::read(&kept)?,
                    "{}: another one with SIMD than without",
                    made.display()
                );
                copy(&made, &kept)?;
            }
        }
    }
    // Minutes of work: with SIMD alone.
    let output = work.join("modules.simd").join("kernels");
    let (mut build, library) = compile_wide("lacuna-capi", "panic-handler,types,families", &output)?;
    build.args(["--crate-type", "cdylib", "--", "-Clink-arg=--strip-all"]).arg(format!("-Clink-arg={STACK}"));
    tools::execute(&mut build)?;
    copy(&artefact(&output, "lacuna_capi.wasm"), &modules.join("kernels.wasm"))?;

    let web = root.join("web");
    for file in fs::read_dir(web.join("src"))? {
        let file = file?;
        copy(&file.path(), &folder.join(file.file_name()))?;
    }
    for file in ["package.json", "README.md", "tsconfig.json"] {
        copy(&web.join(file), &folder.join(file))?;
    }
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root.join(file), &folder.join(file))?;
    }
    declare(&work, &folder)?;
    Ok(Built { folder, library })
}

/// The compilation of a crate for WebAssembly.
fn compile(package: &str, features: &str, flags: &str, output: &Path) -> Result<(Command, Library)> {
    let mut build = tools::cargo();
    build.current_dir(tools::root()?).env("RUSTFLAGS", flags);
    build.args(["rustc", "--quiet", "--locked", "--package", package, "--lib", "--profile", "capi"]);
    build.args(["--no-default-features", "--features", features, "--target-dir"]).arg(output);
    let library =
        cross::provide(&mut build, TARGET, if package == "lacuna-capi" { "core" } else { "std,panic_abort" })?;
    Ok((build, library))
}

/// The same with SIMD.
pub(crate) fn compile_wide(package: &str, features: &str, output: &Path) -> Result<(Command, Library)> {
    compile(package, features, SIMD, output)
}

/// Where a compilation leaves a file.
pub(crate) fn artefact(output: &Path, file: &str) -> PathBuf {
    output.join(TARGET).join("capi").join(file)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map(drop).with_context(|| format!("{} to {}", from.display(), to.display()))
}

fn npm(folder: &Path) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder).env("npm_config_fund", "false").env("npm_config_audit", "false");
    command
}

/// Checks the types of the JavaScript, and writes them as declarations.
fn declare(work: &Path, folder: &Path) -> Result<()> {
    let tools = work.join("tools");
    fs::create_dir_all(&tools)?;
    tools::execute(npm(&tools).args(["install", "--silent", "--no-save", "--prefix", "."]).args(TYPES))?;
    tools::execute(Command::new("node").arg(tools.join(COMPILER)).arg("--project").arg(folder))?;
    fs::remove_file(folder.join("tsconfig.json"))?;
    Ok(())
}

/// A fresh project that has the package, and its tests.
fn project(work: &Path, archive: &Path) -> Result<PathBuf> {
    let (project, root) = (work.join("project"), tools::root()?);
    if project.exists() {
        fs::remove_dir_all(&project)?;
    }
    let tests = project.join("tests");
    fs::create_dir_all(&tests)?;
    fs::write(project.join("package.json"), "{ \"private\": true, \"type\": \"module\" }\n")?;
    tools::execute(npm(&project).args(["install", "--silent", "--no-package-lock"]).arg(archive))?;
    for file in fs::read_dir(root.join("web/tests"))? {
        let file = file?;
        copy(&file.path(), &tests.join(file.file_name()))?;
    }
    copy(&root.join("examples/wasm/tests/browser.mjs"), &tests.join("browser.mjs"))?;
    Ok(project)
}

fn test(project: &Path) -> Result<()> {
    let (root, lacuna) = (tools::root()?, tools::lacuna()?);
    let (model, rows) = (project.join("model.safetensors"), root.join(SAMPLE));
    tools::execute(
        Command::new(&lacuna).args(["train", "classify", "--quiet", "--data"]).arg(&rows).arg("--save").arg(&model),
    )?;
    // What the README shows, as it stands there.
    let readme = tools::read(&root.join("web/README.md"))?;
    let blocks: Vec<_> = readme.split("```js\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    ensure!(blocks.len() == 3, "web/README.md has {} examples", blocks.len());
    copy(&rows, &project.join("rows.libsvm"))?;
    let imports = |line: &&str| line.starts_with("import ");
    let lines = || blocks.iter().flat_map(|block| block.lines());
    let program: Vec<_> = lines().filter(imports).chain(lines().filter(|line| !imports(line))).collect();
    fs::write(project.join("readme.mjs"), program.join("\n"))?;
    tools::execute(Command::new("node").current_dir(project).arg("readme.mjs"))?;

    fs::write(project.join("types.mts"), TYPED)?;
    let compiler = project.with_file_name("tools").join(COMPILER);
    let options =
        ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,esnext.disposable"];
    tools::execute(Command::new("node").current_dir(project).arg(compiler).args(options).arg("types.mts"))?;

    let mut node = Command::new("node");
    node.current_dir(project).args(["--expose-gc", "--test", "--test-reporter=spec"]);
    node.args(TESTS.iter().map(|name| format!("tests/{name}.test.mjs")));
    node.env("LACUNA", lacuna).env("LACUNA_HEADER", root.join("kernels-capi/include/lacuna.h"));
    tools::execute(node.env("MODEL", model).env("ROWS", rows))
}

/// What is larger than it may be, or than the README says.
fn sizes(folder: &Path, library: Library) -> Result<Vec<String>> {
    let wasm = folder.join("wasm");
    let script =
        ["index.mjs", "module.mjs", "safetensors.mjs", "wasm/linear.js", "wasm/text.js"].map(|file| folder.join(file));
    let text = script.iter().map(fs::read).collect::<std::io::Result<Vec<_>>>()?.concat();
    let joined = folder.with_file_name("all.mjs");
    fs::write(&joined, text)?;
    let mut found = Vec::new();
    for (name, file) in [
        ("`linear.simd.wasm`", wasm.join("linear.simd.wasm")),
        ("`text.simd.wasm`", wasm.join("text.simd.wasm")),
        ("`kernels.wasm`", wasm.join("kernels.wasm")),
        ("JavaScript of `lacuna-sparse`", joined),
    ] {
        let sizes = figures::sizes(&file)?;
        println!("{name}: {} bytes, {} of them with gzip", sizes[0], sizes[1]);
        found.push((name, sizes));
    }
    let first = found.first().map_or(0, |(_, sizes)| sizes[1]) + found.last().map_or(0, |(_, sizes)| sizes[1]);
    println!("a prediction: {first} bytes with gzip");
    let mut differences = figures::differences("web/README.md", library, &found)?;
    if first > MOST_COMPRESSED {
        differences.push(format!("a prediction takes {first} bytes with gzip, more than {MOST_COMPRESSED}"));
    }
    Ok(differences)
}
