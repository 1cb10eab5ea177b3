//! Prints the report by semihosting, then what it took: flash, static RAM, stack. A debugger, or QEMU, gets the exit status.
use core::fmt::Write;
use core::panic::PanicInfo;
use cortex_m_rt::entry;
use cortex_m_semihosting::debug::{EXIT_FAILURE, EXIT_SUCCESS, exit};
use cortex_m_semihosting::hio::{HostStream, hstdout};
use lacuna_bare_metal::{Failure, Memory, report};

#[entry]
fn main() -> ! {
    static mut SINGLE: Memory<f32> = Memory::new();
    static mut DOUBLE: Memory<f64> = Memory::new();

    let status = match hstdout() {
        Err(()) => EXIT_FAILURE,
        Ok(mut out) => match report(&mut out, SINGLE, DOUBLE).and_then(|()| memory(&mut out)) {
            Ok(()) => EXIT_SUCCESS,
            Err(failure) => {
                let _ = writeln!(out, "failed: {failure}");
                EXIT_FAILURE
            }
        },
    };
    end(status)
}

/// What the linker has placed, and the deepest that the stack has been: all words that are no longer as the start-up code has painted them.
fn memory(out: &mut HostStream) -> Result<(), Failure> {
    #[allow(unsafe_code)]
    // SAFETY: `memory.x` defines the first symbol and cortex-m-rt's script the other two. Only their addresses are taken.
    unsafe extern "C" {
        static _flash_used: u8;
        static _ram_start: u8;
        static _stack_end: u8;
    }
    let flash = (&raw const _flash_used).addr();
    let statics = (&raw const _stack_end).addr() - (&raw const _ram_start).addr();
    let (size, untouched) = (cortex_m_stack::stack_size(), cortex_m_stack::stack_painted());
    if untouched == 0 {
        return Err(Failure::Stack { size });
    }
    let stack = size - untouched;
    let text = format_args!("flash: {flash} bytes\nstatic RAM: {statics} bytes\nstack: {stack} bytes\n");
    out.write_fmt(text).map_err(|core::fmt::Error| Failure::Output)
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    if let (Ok(mut out), Some(location)) = (hstdout(), info.location()) {
        let _ = writeln!(out, "panicked at {}:{}", location.file(), location.line());
    }
    end(EXIT_FAILURE)
}

/// A debugger may let the program go on: then it does nothing.
fn end(status: cortex_m_semihosting::debug::ExitStatus) -> ! {
    exit(status);
    loop {
        core::hint::spin_loop();
    }
}
