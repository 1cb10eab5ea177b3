//! The report of the library: as firmware on a microcontroller, as an ordinary program elsewhere.
#![cfg_attr(target_os = "none", no_std, no_main)]
#![deny(unsafe_code)]

#[cfg(target_os = "none")]
mod firmware;

#[cfg(not(target_os = "none"))]
fn main() -> std::process::ExitCode {
    let mut text = String::new();
    let outcome = lacuna_bare_metal::report(
        &mut text,
        &mut lacuna_bare_metal::Memory::new(),
        &mut lacuna_bare_metal::Memory::new(),
    );
    print!("{text}");
    match outcome {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("failed: {failure}");
            std::process::ExitCode::FAILURE
        }
    }
}
