//! Links the firmware by the script of cortex-m-rt, which includes `memory.x`.
use std::env;

fn main() {
    println!("cargo:rerun-if-changed=memory.x");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("none") {
        println!("cargo:rustc-link-search={}", env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
        println!("cargo:rustc-link-arg-bins=-Tlink.x");
    }
}
