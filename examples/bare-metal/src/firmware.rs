//! Prints the report by semihosting, then what it took: flash, static RAM, stack. The debugger, or QEMU, gets the exit
//! status.
use core::fmt::Write;
use core::panic::PanicInfo;
use cortex_m_rt::{entry, exception};
use cortex_m_semihosting::debug::{EXIT_FAILURE, EXIT_SUCCESS, exit};
use cortex_m_semihosting::hio::{HostStream, hstdout};
use cortex_m_semihosting::syscall1;
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

/// What the linker has placed, and the deepest that the stack has been: all but the lowest words that are still as the
/// start-up code has painted them.
fn memory(out: &mut HostStream) -> Result<(), Failure> {
    #[allow(unsafe_code)]
    // SAFETY: `memory.x` defines both symbols. Only their addresses are taken, which are the numbers.
    unsafe extern "C" {
        static _flash_used: u8;
        static _static_used: u8;
    }
    let (flash, statics) = ((&raw const _flash_used).addr(), (&raw const _static_used).addr());
    let stack = cortex_m_stack::stack_size() - cortex_m_stack::stack_painted();
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

/// There may be no stack any more to say more.
#[exception(trampoline = false)]
#[allow(unsafe_code)]
unsafe fn HardFault() -> ! {
    // SAFETY: a text that ends with 0 is what the call takes.
    unsafe { syscall1!(WRITE0, c"hard fault: is the stack too small?\n".as_ptr()) };
    end(EXIT_FAILURE)
}

/// A debugger may let the program go on: then it does nothing.
fn end(status: cortex_m_semihosting::debug::ExitStatus) -> ! {
    exit(status);
    loop {
        core::hint::spin_loop();
    }
}
