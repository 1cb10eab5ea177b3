//! Files that are cut or changed give an error or arrays, and nothing else.
use super::files::{NAMED, UNNAMED};
use super::scipy::bytes;
use lacuna_runtime::array::file::{Format, load_bytes, save_bytes};
use quickcheck::quickcheck;

fn samples() -> Vec<(Format, Vec<u8>)> {
    let arrays = load_bytes(Format::Params, NAMED).unwrap();
    let tensors = save_bytes(Format::Safetensors, &arrays).unwrap();
    let mut samples =
        vec![(Format::Params, UNNAMED.to_vec()), (Format::Params, NAMED.to_vec()), (Format::Safetensors, tensors)];
    for name in [
        "float32.npy",
        "fortran.npy",
        "csr.npz",
        "csc_stored.npz",
        "coo_stored.npz",
        "unsorted.npz",
        "bsr_blocks.npz",
        "dia.npz",
        "coo_1d.npz",
        "mixed.npz",
        "int16.npy",
        "dense_stored.npz",
    ] {
        samples.push((if name.ends_with("npy") { Format::Npy } else { Format::Npz }, bytes(name)));
    }
    for name in ["real.mtx", "skew.mtx", "array.mtx", "array_symmetric.mtx", "unsigned.mtx"] {
        samples.push((Format::MatrixMarket, bytes(name)));
    }
    samples
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    for (format, bytes) in samples() {
        // A text says the same without the end of its last line, and a part of its last number can be a number.
        let last_word = bytes.trim_ascii_end().iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
        let end = if format == Format::MatrixMarket { last_word } else { bytes.len() };
        for end in 0..end {
            assert!(load_bytes(format, &bytes[..end]).is_err(), "{format:?} {end}");
        }
        // A zip file may be followed by something else.
        assert!(format == Format::Npz || load_bytes(format, &[&bytes[..], &[0]].concat()).is_err(), "{format:?}");
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
