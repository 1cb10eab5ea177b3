//! Large vectors on large pages, where the system has them.
#![allow(unsafe_code)]

/// What large pages are aligned to, on processors whose others have 4 KiB.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;

/// Asks the system to back the memory of a vector by large pages, from two of them on: rows of a table that are read in
/// no order are then found without a walk through page tables for each, and filling it takes a fault for each large
/// page. A hint that may be ignored; no effect elsewhere than on Linux.
///
/// # Contract
/// The advice is given for whole large pages inside the vector's own memory, which nobody else has as long as it is
/// borrowed here. It changes what backs these pages, not what they hold, nor that they may be read and written.
pub fn advise<V>(values: &mut Vec<V>) {
    #[cfg(target_os = "linux")]
    {
        let (start, bytes) = (values.as_mut_ptr(), values.capacity().saturating_mul(size_of::<V>()));
        let before = start.addr().wrapping_neg() % LARGE_PAGE;
        let inside = bytes.saturating_sub(before) / LARGE_PAGE * LARGE_PAGE;
        if bytes < 2 * LARGE_PAGE || inside == 0 {
            return;
        }
        // SAFETY: the contract above.
        let _ = unsafe {
            rustix::mm::madvise(start.wrapping_byte_add(before).cast(), inside, rustix::mm::Advice::LinuxHugepage)
        };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = values;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_no_number() {
        for length in [0, 1, 1 << 19, (1 << 20) - 1, 1 << 20, 3 << 20, (5 << 20) + 7] {
            let mut values: Vec<u32> = (0..length).collect();
            advise(&mut values);
            values.push(7);
            advise(&mut values);
            assert!(values.iter().copied().eq((0..length).chain([7])), "{length}");
        }
    }

    /// The system says of each part of the memory of this process whether large pages have been asked for.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_was_asked() {
        let mut values = Vec::<u8>::with_capacity(64 << 20);
        advise(&mut values);
        let middle = values.as_ptr().addr() + (32 << 20);
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut inside = false;
        let flags = maps.lines().find(|line| {
            if let Some((start, rest)) = line.split_once('-') {
                let end = rest.split(' ').next().unwrap_or_default();
                if let (Ok(start), Ok(end)) = (usize::from_str_radix(start, 16), usize::from_str_radix(end, 16)) {
                    inside = (start..end).contains(&middle);
                }
            }
            inside && line.starts_with("VmFlags:")
        });
        let flags = flags.unwrap();
        // A kernel without large pages refuses.
        let has_large_pages = std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists();
        assert_eq!(flags.split(' ').any(|flag| flag == "hg"), has_large_pages, "{flags}");
    }
}
