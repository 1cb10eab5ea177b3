//! Compresses the PTX: as text it would be a sixth of a program that has kernels for a GPU.
use flate2::{Compression, write::ZlibEncoder};
use std::io::Write;
use std::path::Path;
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=ptx");
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    for entry in fs::read_dir("ptx")? {
        let path = entry?.path();
        let (Some(name), true) = (path.file_name(), path.extension().is_some_and(|extension| extension == "ptx"))
        else {
            continue;
        };
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&fs::read(&path)?)?;
        fs::write(Path::new(&out).join(name).with_extension("ptx.z"), encoder.finish()?)?;
    }
    Ok(())
}
