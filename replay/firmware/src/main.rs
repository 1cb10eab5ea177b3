//! Replays the cases of the host's file `calls.bin`, and prints the hash of each: `TITLE HASH` a line. The host gets
//! the exit status.
#![no_std]
#![no_main]

use core::fmt::Write;
use core::mem::MaybeUninit;
use core::panic::PanicInfo;
use core::slice;
use cortex_m_rt::{entry, exception};
use cortex_m_semihosting::debug::{EXIT_FAILURE, EXIT_SUCCESS, ExitStatus, exit};
use cortex_m_semihosting::hio::{HostStream, hstdout};
use cortex_m_semihosting::{syscall, syscall1};
use lacuna_capi_replay::{Fault, address, replay};

/// Room for the record of a case, in numbers of 8 bytes.
const CASE: usize = 3 << 17;
/// Room for the arguments of a call, in units of 16 bytes.
const MEMORY: usize = 1 << 18;

/// Room for the arguments, in a memory of the linker script that nothing clears at the start.
#[unsafe(link_section = ".arguments")]
static mut ARGUMENTS: [MaybeUninit<u128>; MEMORY] = [MaybeUninit::uninit(); MEMORY];

const FILE: &core::ffi::CStr = c"calls.bin";
/// Binary, for reading.
const MODE: usize = 1;

/// Why the replay ended early.
enum Stop {
    File(&'static str),
    CaseTooLong(usize),
    Case(Fault),
    Output,
}

#[entry]
fn main() -> ! {
    static mut RECORD: [u64; CASE] = [0; CASE];
    // SAFETY: this function is called once, and nothing else has the name.
    let arguments = unsafe { &mut *(&raw mut ARGUMENTS) };
    arguments.fill(MaybeUninit::new(0));
    // SAFETY: all of them have just been written.
    let arguments = unsafe { arguments.assume_init_mut() };
    let Ok(mut out) = hstdout() else { end(EXIT_FAILURE) };
    match run(&mut out, RECORD, arguments) {
        Ok(()) => end(EXIT_SUCCESS),
        Err(stop) => {
            let _ = match stop {
                Stop::File(what) => writeln!(out, "calls.bin {what}"),
                Stop::CaseTooLong(length) => {
                    writeln!(out, "a case has {length} bytes, there is room for {}", size_of::<[u64; CASE]>())
                }
                Stop::Case(fault) => writeln!(out, "{fault}"),
                Stop::Output => Ok(()),
            };
            end(EXIT_FAILURE)
        }
    }
}

fn run(out: &mut HostStream, record: &mut [u64], memory: &mut [u128]) -> Result<(), Stop> {
    // SAFETY: a text that ends with 0, and its length without it.
    let file = unsafe { syscall!(OPEN, FILE.as_ptr(), MODE, FILE.count_bytes()) } as isize;
    if file < 0 {
        return Err(Stop::File("cannot be read"));
    }
    let file = file.unsigned_abs();
    loop {
        let mut length = [0; 1];
        match read(file, &mut length) {
            8 => {}
            0 => return Ok(()),
            _ => return Err(Stop::File("ends within a number")),
        }
        let length = usize::try_from(length[0]).unwrap_or(usize::MAX);
        let Some(case) = record.get_mut(..length / 8).filter(|_| length % 8 == 0) else {
            return Err(Stop::CaseTooLong(length));
        };
        if read(file, case) != length {
            return Err(Stop::File("ends within a case"));
        }
        // SAFETY: the memory of numbers, read as their bytes.
        let case = unsafe { slice::from_raw_parts(case.as_ptr().cast(), length) };
        // SAFETY: the functions that this program is linked with.
        let replayed = unsafe { replay(case, memory, address) }.map_err(Stop::Case)?;
        writeln!(out, "{} {:016x}", replayed.title, replayed.hash).map_err(|core::fmt::Error| Stop::Output)?;
    }
}

/// Reads numbers as the file has them, which are little-endian as this processor is; gives how many bytes there were.
fn read(file: usize, numbers: &mut [u64]) -> usize {
    let bytes = size_of_val(numbers);
    // SAFETY: the host writes at most as many bytes as the slice has.
    let missing = unsafe { syscall!(READ, file, numbers.as_mut_ptr(), bytes) };
    bytes.saturating_sub(missing)
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
unsafe fn HardFault() -> ! {
    // SAFETY: a text that ends with 0 is what the call takes.
    unsafe { syscall1!(WRITE0, c"hard fault\n".as_ptr()) };
    end(EXIT_FAILURE)
}

fn end(status: ExitStatus) -> ! {
    exit(status);
    loop {
        core::hint::spin_loop();
    }
}
