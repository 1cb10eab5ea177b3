//! Functions of `lacuna.h` on threads, beside the same on one.
use crate::told::{Told, told};
use lacuna_capi::types::{Csr, Dense, DenseMut};
use lacuna_capi::{ErrorNumbers, Status as Answer};
use lacuna_runtime_capi::*;
use std::ffi::{CStr, c_void};
use std::ptr::{from_ref, null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};

const NONE: ErrorNumbers = ErrorNumbers {
    status: 0,
    argument: 0,
    operand: 0,
    fault: 0,
    row: -1,
    entry: -1,
    expected: 0,
    found: 0,
    other_argument: 0,
    other_operand: 0,
};

/// Threads that are freed.
struct Handle(*mut Threads);

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { lacuna_threads_free(self.0) };
    }
}

// As its description says.
unsafe impl Sync for Handle {}

fn own(count: usize) -> Told<Handle> {
    let mut made = null_mut();
    let status = unsafe { lacuna_threads_new(count, &mut made) };
    told(status, Handle(made))
}

/// A csr with 16 entries a row, and a matrix of this many columns.
struct Product {
    indptr: Vec<i32>,
    indices: Vec<i32>,
    values: Vec<f32>,
    right: Vec<f32>,
    rows: usize,
    columns: usize,
}

impl Product {
    fn new(rows: usize, columns: usize) -> Self {
        let number = |place: usize| (place.wrapping_mul(2_654_435_761) >> 8 & 0xffff) as f32 / 32768.0 - 1.0;
        Self {
            indptr: (0..=rows as i32).map(|row| 16 * row).collect(),
            indices: (0..16 * rows).map(|entry| (entry % 16 * 8 + entry / 16 % 8) as i32).collect(),
            values: (0..16 * rows).map(number).collect(),
            right: (7..7 + 128 * columns).map(number).collect(),
            rows,
            columns,
        }
    }

    /// Has the function multiply, with as many words and as much room for the result.
    fn multiply(
        &self,
        room: usize,
        call: impl FnOnce(&[*const c_void], *mut c_void) -> i32,
    ) -> (i32, Vec<u32>, ErrorNumbers) {
        let mut out = vec![f32::NAN; room];
        let (value_type, index_type) = (1, 7);
        let left = Csr {
            value_type,
            index_type,
            rows: self.rows,
            columns: 128,
            nnz: self.values.len(),
            indptr: self.indptr.as_ptr().cast(),
            indices: self.indices.as_ptr().cast(),
            values: self.values.as_ptr().cast(),
            trusted: 0,
        };
        let (columns, stride) = (self.columns, self.columns);
        let right = Dense { value_type, rows: 128, columns, stride, data: self.right.as_ptr().cast() };
        let rows = room / columns;
        let result = DenseMut { value_type, rows, columns, stride, data: out.as_mut_ptr().cast() };
        let mut error = NONE;
        let words = [from_ref(&left).cast(), from_ref(&right).cast(), from_ref(&result).cast()];
        let status = call(&words, (&raw mut error).cast());
        (status, out.iter().map(|number| number.to_bits()).collect(), error)
    }

    fn on(&self, threads: *const Threads, room: usize) -> (i32, Vec<u32>, ErrorNumbers) {
        self.multiply(room, |words, error| unsafe {
            lacuna_threads_call(threads, c"lacuna_dot_csr_dense".as_ptr(), words.as_ptr(), words.len(), error)
        })
    }

    /// What the function gives that `lacuna.h` declares.
    fn direct(&self, room: usize) -> (i32, Vec<u32>, ErrorNumbers) {
        self.multiply(room, |words, error| unsafe {
            lacuna_capi::kernels::csr_dense::call(words[0].cast(), words[1].cast(), words[2].cast(), error.cast())
                as i32
        })
    }
}

#[test]
fn bits_are_those_of_one_thread() {
    for (rows, columns) in [(3, 1), (4096, 1), (20_000, 1), (999, 70), (5000, 64), (70_000, 1)] {
        let product = Product::new(rows, columns);
        let expected = product.direct(rows * columns);
        assert_eq!(expected.0, 0);
        for count in [1, 2, 3, 7] {
            let threads = own(count).unwrap();
            assert_eq!(product.on(threads.0, rows * columns), expected, "{rows} x {columns} on {count}");
        }
    }
}

#[test]
fn a_refused_call_writes_nothing_but_the_error_of_one_thread() {
    let mut product = Product::new(70_000, 8);
    let threads = own(3).unwrap();
    let short = product.direct(8000);
    assert_eq!(short.0, Answer::Shape as i32);
    assert_eq!(product.on(threads.0, 8000), short);
    // Two of them, in different parts.
    product.indices[16 * 8000] = 128;
    product.indices[16 * 100 + 3] = -1;
    let format = product.direct(560_000);
    assert_eq!((format.0, format.2.row), (Answer::CsrIndices as i32, 100));
    assert!(format.1.iter().all(|&bits| bits == f32::NAN.to_bits()));
    assert_eq!(product.on(threads.0, 560_000), format);
}

/// Counts its calls, and runs one part on a thread of its own.
unsafe extern "C" fn both(
    state: *mut c_void,
    run: unsafe extern "C" fn(*mut c_void),
    one: *mut c_void,
    other: *mut c_void,
) {
    unsafe { &*state.cast::<AtomicUsize>() }.fetch_add(1, Ordering::Relaxed);
    let one = one.expose_provenance();
    std::thread::scope(|scope| {
        scope.spawn(move || unsafe { run(std::ptr::with_exposed_provenance_mut(one)) });
        unsafe { run(other) };
    });
}

#[test]
fn a_program_shares_its_own_threads() {
    let calls = AtomicUsize::new(0);
    let mut made = null_mut();
    let state = from_ref(&calls).cast_mut().cast();
    told(unsafe { lacuna_threads_of(4, Some(both), state, &mut made) }, ()).unwrap();
    let threads = Handle(made);
    let small = Product::new(100, 1);
    assert_eq!(small.on(threads.0, 100), small.direct(100));
    assert_eq!(calls.load(Ordering::Relaxed), 0, "threads for a small call");
    let large = Product::new(4096, 64);
    assert_eq!(large.on(threads.0, 4096 * 64), large.direct(4096 * 64));
    // The parts, and the checks before.
    assert!(calls.load(Ordering::Relaxed) >= 3);
}

#[test]
fn threads_share_a_handle() {
    let (threads, product) = (own(3).unwrap(), Product::new(5000, 16));
    let expected = product.direct(80_000);
    let (threads, product, expected) = (&threads, &product, &expected);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(move || {
                for _ in 0..20 {
                    assert_eq!(&product.on(threads.0, 80_000), expected);
                }
            });
        }
    });
}

/// What a call answers, and why.
fn refused(threads: *const Threads, name: Option<&CStr>, words: &[*const c_void]) -> (i32, String) {
    let mut error = NONE;
    let name = name.map_or(null(), CStr::as_ptr);
    let status = unsafe { lacuna_threads_call(threads, name, words.as_ptr(), words.len(), (&raw mut error).cast()) };
    assert_eq!(error, NONE);
    (status, unsafe { CStr::from_ptr(lacuna_runtime_message()) }.to_str().unwrap().to_owned())
}

#[test]
fn what_is_no_call_is_refused() {
    for count in [0, 1025, usize::MAX] {
        assert_eq!(own(count).err().unwrap().1, format!("count is {count}, not from 1 to 1024"));
    }
    assert_eq!(told(unsafe { lacuna_threads_new(2, null_mut()) }, ()).unwrap_err().1, "out is null");
    let mut made = null_mut();
    let status = unsafe { lacuna_threads_of(2, None, null_mut(), &mut made) };
    assert_eq!(told(status, ()).unwrap_err(), (Status::Argument, "both is null".to_owned()));
    assert!(made.is_null());

    let (threads, product, words) = (own(2).unwrap(), c"lacuna_dot_csr_dense", [null(); 3]);
    assert_eq!(refused(null(), Some(product), &words), (1, "threads is null".to_owned()));
    assert_eq!(refused(threads.0, None, &words), (1, "function is null".to_owned()));
    let unknown = refused(threads.0, Some(c"lacuna_dot_csr"), &words);
    assert_eq!(unknown, (5, "no function of lacuna.h is lacuna_dot_csr".to_owned()));
    let short = refused(threads.0, Some(product), &words[1..]);
    assert_eq!(short, (5, "lacuna_dot_csr_dense takes 3 words, not 2".to_owned()));
    let long = refused(threads.0, Some(product), &[null(); 40]);
    assert_eq!(long, (5, "lacuna_dot_csr_dense takes 3 words, not 40".to_owned()));
}
