//! Files that are cut or changed give an error or arrays, and nothing else.
use super::files::{NAMED, UNNAMED};
use lacuna_runtime::array::file::{Format, load_bytes, save_bytes};
use quickcheck::quickcheck;

fn samples() -> Vec<(Format, Vec<u8>)> {
    let arrays = load_bytes(Format::Params, NAMED).unwrap();
    let tensors = save_bytes(Format::Safetensors, &arrays).unwrap();
    vec![(Format::Params, UNNAMED.to_vec()), (Format::Params, NAMED.to_vec()), (Format::Safetensors, tensors)]
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    for (format, bytes) in samples() {
        for end in 0..bytes.len() {
            assert!(load_bytes(format, &bytes[..end]).is_err(), "{format:?} {end}");
        }
        assert!(load_bytes(format, &[&bytes[..], &[0]].concat()).is_err());
    }
}

/// Every field with huge and negative numbers: an error or other arrays, without memory that the file does not justify.
#[test]
fn counts_that_lie_are_errors() {
    for (format, bytes) in samples() {
        for at in 0..bytes.len() - 8 {
            for lie in [[0xff; 8], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], [0, 0, 0, 0, 0, 1, 0, 0]] {
                let mut changed = bytes.clone();
                changed[at..at + 8].copy_from_slice(&lie);
                let _ = load_bytes(format, &changed);
            }
        }
    }
}

quickcheck! {
    fn changed_bytes_never_panic(changes: Vec<(u16, u8)>) -> bool {
        samples().into_iter().all(|(format, mut bytes)| {
            let length = bytes.len();
            changes.iter().for_each(|&(at, byte)| bytes[usize::from(at) % length] ^= byte);
            let loaded = load_bytes(format, &bytes);
            loaded.is_ok() || !loaded.unwrap_err().to_string().is_empty()
        })
    }
}
