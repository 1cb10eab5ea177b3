//! What a defect of this crate does where there is no std: the program stops.
#![allow(unsafe_code)]

#[cfg(any(unix, windows))]
unsafe extern "C" {
    fn abort() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    #[cfg(any(unix, windows))]
    // SAFETY: the function of the C library, which takes nothing and does not return.
    unsafe {
        abort()
    }
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable();
    #[cfg(not(any(unix, windows, target_arch = "wasm32")))]
    loop {
        core::hint::spin_loop();
    }
}
