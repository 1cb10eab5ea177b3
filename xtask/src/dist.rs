//! An archive of the C libraries, as a user without Rust gets them, and a recipe for Conan and a port for vcpkg that take
//! it.
use crate::{Missing, Outcome, capi, python, system, tools};
use anyhow::{Context, Result, ensure};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What Conan is tried with, from PyPI.
const CONAN: &[&str] = &["conan==2.34.0", "cmake==4.4.5", "ninja==1.13.2"];

/// Lays the libraries out, packs them, and compiles programs with what is unpacked again. `url` is the folder that users
/// get the archive from.
pub(crate) fn run(url: Option<&str>) -> Result<Outcome> {
    ensure!(cfg!(target_os = "linux"), Missing("archives are made on Linux".to_owned()));
    let (root, installed) = (tools::root()?, capi::provide_all()?);
    let folder = tools::target()?.join("dist");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let name = format!("lacuna-{VERSION}-{}", tools::rustc_field("host")?);
    let staged = folder.join(&name);
    fs::create_dir_all(&staged)?;
    for part in ["include", "lib"] {
        tools::execute(Command::new("cp").arg("-a").arg(installed.join(part)).arg(&staged))?;
    }
    tools::execute(Command::new("strip").args(["--strip-debug"]).arg(staged.join("lib/liblacuna.a")))?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root.join(licence), staged.join(licence)).with_context(|| licence.to_owned())?;
    }
    fs::copy(root.join("kernels-capi/README.md"), staged.join("README.md"))?;
    let archive = folder.join(format!("{name}.tar.gz"));
    // The same files give the same archive, whoever packs them and when.
    let mut pack = Command::new("tar");
    pack.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "--mode=u+rwX,go+rX,go-w"]);
    tools::execute(
        pack.arg("--use-compress-program=gzip -9n").arg("-cf").arg(&archive).arg("-C").arg(&folder).arg(&name),
    )?;
    check(&archive, &folder.join("check"), &name)?;
    println!("{}: {} bytes", archive.display(), fs::metadata(&archive)?.len());
    let sum =
        tools::output(Command::new("sha256sum").current_dir(&folder).arg(archive.file_name().unwrap_or_default()))?;
    print!("{sum}");
    let url = url.map_or_else(|| format!("file://{}", folder.display()), str::to_owned);
    let url = format!("{}/{name}.tar.gz", url.trim_end_matches('/'));
    let sum = sum.split_whitespace().next().unwrap_or_default();
    write_recipe(&folder.join("conan"), &url, sum)?;
    let longer = tools::output(Command::new("sha512sum").arg(&archive))?;
    write_port(&folder.join("vcpkg"), &url, longer.split_whitespace().next().unwrap_or_default())?;
    Ok(Outcome::Passed)
}

/// Writes the port with the place of the archive.
fn write_port(folder: &Path, url: &str, sum: &str) -> Result<()> {
    let (source, port) = (tools::root()?.join("kernels-capi/vcpkg"), folder.join("lacuna-sparse"));
    fs::create_dir_all(&port)?;
    let architecture = vcpkg_architecture();
    let file = url.rsplit('/').next().unwrap_or_default();
    for name in ["portfile.cmake", "vcpkg.json", "usage"] {
        let text = tools::read(&source.join(name))?.replace("@URL@", url).replace("@FILE@", file);
        let text = text.replace("@SHA512@", sum).replace("@VERSION@", VERSION).replace("@ARCHITECTURE@", architecture);
        fs::write(port.join(name), text)?;
    }
    println!("{}: of {url}", port.display());
    Ok(())
}

/// This processor, as vcpkg calls it.
const fn vcpkg_architecture() -> &'static str {
    if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" }
}

/// Packs the libraries, and installs them by the vcpkg of `VCPKG_ROOT`, shared and static, each with a program.
pub(crate) fn run_vcpkg() -> Result<Outcome> {
    let root = env::var_os("VCPKG_ROOT").map(PathBuf::from);
    let vcpkg = root.as_ref().map(|root| root.join(format!("vcpkg{}", env::consts::EXE_SUFFIX)));
    let (Some(root), Some(vcpkg)) = (root, vcpkg.filter(|vcpkg| vcpkg.is_file())) else {
        return Err(Missing("VCPKG_ROOT is no folder with vcpkg".to_owned()).into());
    };
    run(None)?;
    let folder = tools::target()?.join("vcpkg");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let program = folder.join("program");
    fs::create_dir_all(&program)?;
    let project = tools::root()?.join("kernels-capi/conan/test_package/CMakeLists.txt");
    fs::copy(project, program.join("CMakeLists.txt"))?;
    fs::write(program.join("program.c"), tools::c_program(&tools::root()?.join("kernels-capi/README.md"))?)?;
    let installed = folder.join("installed");
    for linkage in ["", "-dynamic"] {
        let triplet = format!("{}-linux{linkage}", vcpkg_architecture());
        let mut install = Command::new(&vcpkg);
        install.args(["install", "lacuna-sparse", "--classic", "--triplet", &triplet, "--host-triplet", &triplet]);
        for (option, place) in [
            ("--overlay-ports=", tools::target()?.join("dist/vcpkg")),
            ("--x-install-root=", installed.clone()),
            ("--x-buildtrees-root=", folder.join("buildtrees")),
            ("--x-packages-root=", folder.join("packages")),
            ("--downloads-root=", folder.join("downloads")),
        ] {
            install.arg(tools::setting(option, &place));
        }
        tools::execute(install.env("VCPKG_BINARY_SOURCES", "clear").env("VCPKG_DISABLE_METRICS", "1"))?;
        let build = folder.join(&triplet);
        let mut configure = Command::new("cmake");
        configure.arg("-S").arg(&program).arg("-B").arg(&build).arg("-DVCPKG_MANIFEST_MODE=OFF");
        configure.arg(tools::setting("-DCMAKE_TOOLCHAIN_FILE=", &root.join("scripts/buildsystems/vcpkg.cmake")));
        configure.arg(format!("-DVCPKG_TARGET_TRIPLET={triplet}"));
        tools::output(configure.arg(tools::setting("-DVCPKG_INSTALLED_DIR=", &installed)))?;
        tools::output(Command::new("cmake").arg("--build").arg(&build))?;
        let printed = tools::output(&mut Command::new(build.join("program")))?;
        ensure!(printed == "20 32 0 0\n", "the program of kernels-capi/README.md, {triplet}: {printed}");
        println!("vcpkg install lacuna-sparse, {triplet}: the program of the README runs");
    }
    Ok(Outcome::Passed)
}

/// Writes the recipe with the place of the archive, and the program of the README as its test.
fn write_recipe(folder: &Path, url: &str, sum: &str) -> Result<()> {
    let source = tools::root()?.join("kernels-capi/conan");
    let test = folder.join("test_package");
    fs::create_dir_all(&test)?;
    for file in ["conanfile.py", "test_package/conanfile.py", "test_package/CMakeLists.txt"] {
        fs::copy(source.join(file), folder.join(file)).with_context(|| file.to_owned())?;
    }
    fs::write(test.join("program.c"), tools::c_program(&tools::root()?.join("kernels-capi/README.md"))?)?;
    // As Conan calls them.
    let arch = match env::consts::ARCH {
        "aarch64" => "armv8",
        other => other,
    };
    let place = format!("    Linux-{arch}:\n      url: \"{url}\"\n      sha256: \"{sum}\"\n");
    fs::write(folder.join("conandata.yml"), format!("sources:\n  \"{VERSION}\":\n{place}"))?;
    println!("{}: of {url}", folder.join("conanfile.py").display());
    Ok(())
}

/// Packs the libraries, and installs them by Conan into a cache of its own, shared and static, each with a program.
pub(crate) fn run_conan() -> Result<Outcome> {
    run(None)?;
    let folder = tools::target()?.join("conan");
    let python = python::with(&folder.join("venv"), CONAN)?;
    let path = python::search_path(&python)?;
    let conan = |arguments: &[&str]| {
        let mut command = Command::new(python.with_file_name("conan"));
        command.args(arguments).env("PATH", &path).env("CONAN_HOME", folder.join("home"));
        command
    };
    tools::execute(&mut conan(&["profile", "detect", "--force"]))?;
    for shared in ["True", "False"] {
        let option = format!("&:shared={shared}");
        let arguments = ["create", ".", "-o", &option, "-c", "tools.cmake.cmaketoolchain:generator=Ninja"];
        let mut create = conan(&arguments);
        let output = create.current_dir(tools::target()?.join("dist/conan")).output()?;
        // Conan tells everything on standard error, also what the program prints.
        let told = String::from_utf8_lossy(&output.stderr);
        let is_right = output.status.success()
            && [&told, &*String::from_utf8_lossy(&output.stdout)].concat().contains("20 32 0 0\n");
        ensure!(is_right, "{}: {told}", output.status);
        println!("conan {}: the program of the README runs", arguments.join(" "));
    }
    Ok(Outcome::Passed)
}

/// Unpacks the archive elsewhere, and compiles and runs the README's program with what is there.
fn check(archive: &Path, folder: &Path, name: &str) -> Result<()> {
    fs::create_dir_all(folder)?;
    tools::execute(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(folder))?;
    if system::find("cc").is_none() || system::find("pkg-config").is_none() {
        println!("no program was compiled: no cc, or no pkg-config");
        return Ok(());
    }
    let prefix = folder.join(name);
    let source = folder.join("program.c");
    fs::write(&source, tools::c_program(&prefix.join("README.md"))?)?;
    let flags = tools::output(
        Command::new("pkg-config")
            .args(["--cflags", "--libs", "lacuna"])
            .env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")),
    )?;
    let shared: Vec<_> = flags.split_whitespace().map(PathBuf::from).collect();
    let archived = vec![
        PathBuf::from(format!("-I{}", prefix.join("include").display())),
        "-Wl,--gc-sections".into(),
        prefix.join("lib/liblacuna.a"),
    ];
    for (kind, arguments) in [("shared", shared), ("static", archived)] {
        let binary = folder.join(kind);
        let mut compile = Command::new("cc");
        compile.args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).arg(&source).args(arguments);
        tools::execute(compile.arg("-o").arg(&binary))?;
        let printed = tools::output(Command::new(&binary).env("LD_LIBRARY_PATH", prefix.join("lib")))?;
        ensure!(printed == "20 32 0 0\n", "the program of kernels-capi/README.md, {kind}: {printed}");
    }
    println!("the program of the README, with the shared and the static library");
    Ok(())
}
