//! The name that programs look for at run time: before 1.0.0, major and minor number.
use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let part = |name: &str| env::var(format!("CARGO_{name}")).unwrap_or_default();
    if part("CFG_TARGET_OS") == "linux" {
        let (major, minor) = (part("PKG_VERSION_MAJOR"), part("PKG_VERSION_MINOR"));
        let abi = if major == "0" { format!("{major}.{minor}") } else { major };
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,liblacuna_runtime.so.{abi}");
        println!("cargo::rustc-cdylib-link-arg=-Wl,--strip-all");
    }
}
