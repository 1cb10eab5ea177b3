//! The example for C++: built by CMake and by compilers, with Eigen and without, with exceptions and without, with
//! sanitizers. Its training must end with the same bits however it is built and whatever instructions it uses.
use crate::system::{self, Package};
use crate::tools::setting;
use crate::{Missing, Outcome, capi, tools};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGES: &[Package] = &[
    Package { provides: "g++", name: "g++" },
    Package { provides: "make", name: "make" },
    Package { provides: "cmake", name: "cmake" },
    Package { provides: EIGEN, name: "libeigen3-dev" },
];
const EIGEN: &str = "/usr/include/eigen3/Eigen/SparseCore";
const EIGEN_FLAGS: &[&str] = &["-isystem", "/usr/include/eigen3"];
const WARNINGS: &[&str] =
    &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-ffp-contract=off"];
const SANITIZERS: &[&str] = &["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// The most bytes of a stripped program with the static library. With all kernels it has 12 million.
const STATIC_BYTES: u64 = 2_500_000;

/// What must not compile (`WRONG` in `arguments.cpp`), and what the compiler says.
const WRONG: &[&str] = &[
    "the elements are written",
    "this call has another number of arguments",
    "Lacuna has float, double",
    "this call takes something else here, or something that may be written",
    "this call takes a number here",
    "this call takes something else here",
    "a csr is row-major",
    "a matrix is row-major",
    "a row-major matrix is a csr as it is",
];

pub(crate) fn run() -> Result<Outcome> {
    ensure!(cfg!(target_os = "linux"), Missing("it is checked on Linux only".to_owned()));
    system::provide(PACKAGES)?;
    let (root, prefix) = (tools::root()?, capi::provide()?);
    let (source, output) = (root.join("examples/cpp"), tools::target()?.join("examples/cpp"));
    if output.exists() {
        fs::remove_dir_all(&output)?;
    }
    fs::create_dir_all(&output)?;
    let place = Place { source, prefix, output };
    place.arguments()?;
    place.wrong()?;
    place.trainings()?;
    Ok(Outcome::Passed)
}

/// Where things are.
struct Place {
    source: PathBuf,
    prefix: PathBuf,
    output: PathBuf,
}

impl Place {
    fn compiler(&self, compiler: &str, flags: &[&str]) -> Command {
        let mut command = Command::new(compiler);
        command.current_dir(&self.source).args(WARNINGS).args(flags).args(EIGEN_FLAGS);
        command.arg(setting("-I", &self.prefix.join("include")));
        command
    }

    fn compile(&self, name: &str, compiler: &str, flags: &[&str], source: &str, library: &str) -> Result<PathBuf> {
        let (program, lib) = (self.output.join(name), self.prefix.join("lib"));
        let mut command = self.compiler(compiler, flags);
        command.arg(source).arg(lib.join(library)).arg(setting("-Wl,-rpath,", &lib)).arg("-o").arg(&program);
        tools::execute(&mut command)?;
        Ok(program)
    }

    /// Every kind of argument, by every kind of build.
    fn arguments(&self) -> Result<()> {
        let mut builds: Vec<(&str, &str, Vec<&str>)> = vec![
            ("plain", "g++", vec!["-std=c++17", "-O2"]),
            ("eigen", "g++", vec!["-std=c++20", "-O2", "-DWITH_EIGEN"]),
            ("no-exceptions", "g++", vec!["-std=c++17", "-O2", "-DWITH_EIGEN", "-fno-exceptions", "-fno-rtti"]),
            ("sanitized", "g++", [&["-std=c++17", "-DWITH_EIGEN"], SANITIZERS].concat()),
        ];
        if system::find("clang++").is_some() {
            builds.push(("clang", "clang++", vec!["-std=c++20", "-O2", "-DWITH_EIGEN"]));
        }
        for (name, compiler, flags) in &builds {
            let library = if *name == "sanitized" { "liblacuna.a" } else { "liblacuna.so" };
            let program = self.compile(&format!("arguments-{name}"), compiler, flags, "arguments.cpp", library)?;
            tools::output(&mut Command::new(program))?;
        }
        println!("every kind of argument in {} builds", builds.len());
        Ok(())
    }

    /// What does not compile, and why.
    fn wrong(&self) -> Result<()> {
        for (place, expected) in WRONG.iter().enumerate() {
            let number = format!("-DWRONG={}", place + 1);
            let mut command = self.compiler("g++", &["-std=c++17", "-DWITH_EIGEN", "-fsyntax-only", &number]);
            let output = command.arg("arguments.cpp").output().with_context(|| format!("{command:?}"))?;
            let told = String::from_utf8_lossy(&output.stderr);
            ensure!(!output.status.success() && told.contains(expected), "{number}: not {expected:?}, but:\n{told}");
        }
        println!("{} faults that the compiler finds", WRONG.len());
        Ok(())
    }

    /// The training, by compilers and by CMake: the weights have the same bits.
    fn trainings(&self) -> Result<()> {
        let build = self.output.join("cmake");
        let mut command = Command::new("cmake");
        command.arg("-S").arg(&self.source).arg("-B").arg(&build);
        command.args(["-DCMAKE_CXX_FLAGS=-Werror", "--log-level=WARNING"]);
        tools::output(command.arg(setting("-DCMAKE_PREFIX_PATH=", &self.prefix)))?;
        tools::output(Command::new("cmake").arg("--build").arg(&build))?;
        let sanitized = [&["-std=c++17"], SANITIZERS].concat();
        let programs = [
            build.join("logistic"),
            build.join("logistic-static"),
            self.compile("logistic-sanitized", "g++", &sanitized, "logistic.cpp", "liblacuna.a")?,
        ];
        let mut first = None;
        for program in &programs {
            let printed = tools::output(&mut Command::new(program))?;
            ensure!(printed.contains("weights "), "{}: {printed}", program.display());
            let expected = first.get_or_insert_with(|| printed.clone());
            ensure!(printed == *expected, "{}: {printed}, not {expected}", program.display());
        }
        let readme = tools::read(&self.source.join("README.md"))?;
        let printed = first.unwrap_or_default();
        ensure!(readme.contains(&printed), "README.md does not show what the program prints:\n{printed}");
        let bytes = stripped(&programs[1], &self.output.join("stripped"))?;
        ensure!(bytes <= STATIC_BYTES, "a program with the static library has {bytes} bytes, more than {STATIC_BYTES}");
        print!("by {} programs, of {bytes} bytes with the static library:\n{printed}", programs.len());
        Ok(())
    }
}

/// The size of a program without its symbols.
fn stripped(program: &Path, to: &Path) -> Result<u64> {
    tools::execute(Command::new("strip").arg(program).arg("-o").arg(to))?;
    Ok(fs::metadata(to)?.len())
}
