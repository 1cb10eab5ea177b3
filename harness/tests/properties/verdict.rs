//! What is asked of a case of any kernel.
use crate::cases::{check, check_slow};
use lacuna::Index;
use lacuna::dispatch::Level;
use lacuna_harness::backend::{AnyDriver, Backend, CpuAt, OnDevice, Scalar, driver};
use lacuna_harness::reference::Sum;
use lacuna_testing::{Random, Real};
use quickcheck::Arbitrary;
use std::cell::Cell;
use std::fmt::Debug;
use std::ops::{Deref, Range};
use std::sync::{Mutex, PoisonError};

pub type Verdict = Result<(), String>;

/// A result: numbers that describe its structure (pointers, columns, row ids), and its values.
#[derive(Clone, Debug)]
pub struct Output<V> {
    pub structure: Vec<usize>,
    pub values: Vec<V>,
}

/// What the reference says of it.
pub struct Expected {
    pub structure: Vec<usize>,
    pub values: Vec<Sum>,
}

impl Expected {
    /// Values that are copied.
    pub fn copies(structure: Vec<usize>, values: &[f64]) -> Self {
        Self { structure, values: values.iter().map(|&value| Sum { value, ..Sum::default() }).collect() }
    }
}

/// How a case is run.
#[derive(Clone, Debug, Default)]
pub struct Knobs {
    /// Which index type is run in all ways: i32, i64 or u32.
    pub index: usize,
    /// Where the result is cut into parts.
    pub cuts: [usize; 3],
    /// Which way of cutting, for kernels that have several.
    pub form: usize,
    /// Plans with the values in their order.
    pub in_order: bool,
    /// Elements between the rows of a dense result.
    pub pad: usize,
    pub threads: usize,
}

impl Knobs {
    pub fn draw(random: &mut Random) -> Self {
        Self {
            index: random.below(3),
            cuts: [(); 3].map(|()| random.below(1 << 20)),
            form: random.below(4),
            in_order: random.once_in(3),
            pad: random.one_of(&[0, 0, 0, 1, 3, 16]),
            threads: random.one_of(&[2, 7]),
        }
    }

    pub fn plainer(&self) -> Vec<Self> {
        let mut plainer = Vec::new();
        if self.pad > 0 {
            plainer.push(Self { pad: 0, ..self.clone() });
        }
        if self.cuts != [0; 3] {
            plainer.push(Self { cuts: [0; 3], ..self.clone() });
        }
        plainer
    }

    /// `0..length` in up to four parts.
    pub fn parts(&self, length: usize) -> Vec<Range<usize>> {
        let mut cuts: Vec<usize> = self.cuts.iter().map(|cut| cut % (length + 1)).chain([0, length]).collect();
        cuts.sort_unstable();
        cuts.windows(2).map(|pair| pair[0]..pair[1]).collect()
    }
}

/// A case of one kernel.
pub trait Case<V: Real>: Clone + Debug {
    fn knobs(&self) -> &Knobs;
    /// The kernel, after its structure calls: as one call, or `cut` into calls on parts of the result.
    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String>;
    /// The same by the order law, element by element.
    fn law(&self) -> Output<V>;
    /// Whether a result is that of the law: the same bits, except for kernels that have bits of their own.
    fn by_law(&self, found: &Output<V>) -> Verdict {
        same(|| "scalar by the order law".into(), &self.law(), found)
    }
    fn reference(&self) -> Expected;

    fn whole<I: Index>(&self, backend: &dyn Backend) -> Result<Output<V>, String> {
        self.run::<I>(backend, false)
    }

    fn parts<I: Index>(&self, backend: &dyn Backend) -> Result<Output<V>, String> {
        self.run::<I>(backend, true)
    }
}

/// Every level that the processor has, lowest first.
pub fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.iter().copied().filter(|level| level.is_available())
}

/// Equal structure, and equal bits except for the kind of NaN.
pub fn same<V: Real>(what: impl FnOnce() -> String, expected: &Output<V>, found: &Output<V>) -> Verdict {
    if expected.structure != found.structure {
        return Err(format!("{}: structure should be {:?}, is {:?}", what(), expected.structure, found.structure));
    }
    if expected.values.len() != found.values.len() {
        return Err(format!("{}: {} values, not {}", what(), found.values.len(), expected.values.len()));
    }
    match V::first_difference(&expected.values, &found.values) {
        None => Ok(()),
        Some(at) => {
            let (expected, found) = (expected.values[at], found.values[at]);
            Err(format!(
                "{}: value {at} should be {expected:?} ({:#x}), is {found:?} ({:#x})",
                what(),
                expected.key(),
                found.key()
            ))
        }
    }
}

/// Equal structure, and values as near as any order of the same terms is.
pub fn near<V: Real>(expected: &Expected, found: &Output<V>) -> Verdict {
    if expected.structure != found.structure {
        return Err(format!("reference: structure should be {:?}, is {:?}", expected.structure, found.structure));
    }
    if expected.values.len() != found.values.len() {
        return Err(format!("reference: {} values, not {}", found.values.len(), expected.values.len()));
    }
    for (at, (sum, &value)) in expected.values.iter().zip(&found.values).enumerate() {
        let found: f64 = value.into();
        let good = if found.is_nan() && sum.value.is_nan() {
            true
        } else if sum.terms == 0 {
            found == sum.value
        } else if sum.magnitude < V::LARGEST / 4.0 && sum.peak < V::LARGEST / 4.0 {
            (found - sum.value).abs() <= sum.bound(V::EPSILON, V::TINY)
        } else {
            // Terms that are not finite, or overflow: the order law says all.
            true
        };
        if !good {
            return Err(format!(
                "reference: value {at} should be {sum:?} within {:e}, is {value:?}",
                sum.bound(V::EPSILON, V::TINY)
            ));
        }
    }
    Ok(())
}

fn verify_as<V: Real, I: Index, C: Case<V>>(case: &C) -> Verdict {
    let scalar = case.whole::<I>(&Scalar)?;
    case.by_law(&scalar)?;
    near(&case.reference(), &scalar)?;
    same(|| "scalar in parts".into(), &scalar, &case.parts::<I>(&Scalar)?)?;
    same(|| "scalar with i32".into(), &scalar, &case.whole::<i32>(&Scalar)?)?;
    same(|| "scalar with i64".into(), &scalar, &case.whole::<i64>(&Scalar)?)?;
    same(|| "scalar with u32".into(), &scalar, &case.whole::<u32>(&Scalar)?)?;
    let cut = case.knobs().cuts[0];
    for level in levels() {
        let on = |threads| CpuAt::new(threads, level).unwrap();
        same(|| format!("{level}"), &scalar, &case.whole::<I>(&on(1))?)?;
        same(|| format!("{level} in parts"), &scalar, &case.parts::<I>(&on(1))?)?;
        // Handing work to threads takes longer than most cases, so each case does it at one level.
        if level as usize % 3 == cut % 3 {
            let threads = case.knobs().threads;
            same(|| format!("{level} on {threads} threads"), &scalar, &case.whole::<I>(&on(threads))?)?;
        }
    }
    Ok(())
}

/// Everything that is asked of a case.
pub fn verify<V: Real, C: Case<V>>(case: &C) -> Verdict {
    match case.knobs().index {
        0 => verify_as::<V, i32, C>(case),
        1 => verify_as::<V, i64, C>(case),
        _ => verify_as::<V, u32, C>(case),
    }
}

pub fn property<V: Real, C: Case<V> + Arbitrary>() {
    check((|case| verify(&case)) as fn(C) -> Verdict);
}

/// Devices that no test uses now.
static FREE: Mutex<Vec<OnDevice<AnyDriver>>> = Mutex::new(Vec::new());

/// A device that no other test uses meanwhile.
pub struct Device(Option<OnDevice<AnyDriver>>);

impl Deref for Device {
    type Target = OnDevice<AnyDriver>;
    fn deref(&self) -> &Self::Target {
        self.0.as_ref().unwrap()
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        FREE.lock().unwrap_or_else(PoisonError::into_inner).extend(self.0.take());
    }
}

/// The committed PTX in the interpreter, on one thread, as tests run beside each other; or on a GPU with
/// `LACUNA_DEVICE=cuda`.
pub fn device() -> Device {
    let free = FREE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    Device(Some(free.unwrap_or_else(|| {
        let name = std::env::var("LACUNA_DEVICE").unwrap_or_default();
        OnDevice::new("device", driver(&name, 1).unwrap()).unwrap()
    })))
}

fn verify_on_device_as<V: Real, I: Index, C: Case<V>>(case: &C) -> Verdict {
    let device = device();
    let found = case.whole::<I>(&*device);
    if let Some(fault) = device.take_fault() {
        return Err(fault);
    }
    same(|| format!("the device with {}", I::NAME), &case.whole::<I>(&Scalar)?, &found?)
}

/// The bits of the device.
pub fn verify_on_device<V: Real, C: Case<V>>(case: &C) -> Verdict {
    match case.knobs().index {
        0 => verify_on_device_as::<V, i64, C>(case),
        _ => verify_on_device_as::<V, i32, C>(case),
    }
}

pub fn property_on_device<V: Real, C: Case<V> + Arbitrary>() {
    thread_local! {
        static FAILED: Cell<bool> = const { Cell::new(false) };
    }
    FAILED.set(false);
    check_slow(
        (|case| {
            // With `LACUNA_SHRINK=0` nobody looks for a smaller case, since those all pass.
            if FAILED.get() && std::env::var("LACUNA_SHRINK").is_ok_and(|shrink| shrink == "0") {
                return Ok(());
            }
            verify_on_device(&case).inspect_err(|_| FAILED.set(true))
        }) as fn(C) -> Verdict,
    );
}

/// The tests of a kernel, named after it.
macro_rules! properties {
    ($kernel:ident, $case:ident) => {
        properties!(@types $kernel, super::$case<f32>, super::$case<f64>);
    };
    // A case of a family, for one of its members.
    ($kernel:ident, $case:ident, $member:ty) => {
        properties!(@types $kernel, super::$case<f32, $member>, super::$case<f64, $member>);
    };
    (@types $kernel:ident, $single:ty, $double:ty) => {
        mod $kernel {
            #[test]
            fn f32() {
                crate::verdict::property::<f32, $single>();
            }
            #[test]
            fn f64() {
                crate::verdict::property::<f64, $double>();
            }
            #[test]
            fn device_f32() {
                crate::verdict::property_on_device::<f32, $single>();
            }
            #[test]
            fn device_f64() {
                crate::verdict::property_on_device::<f64, $double>();
            }
        }
    };
}
pub(crate) use properties;

/// Turns refusals into texts.
pub fn told<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("refused: {error}"))
}
