//! The kernels on several threads.
mod csr_pairs;
mod plan;
mod pool;
mod structure;

pub use pool::PoolError;

use lacuna::call::{AnyOperand, Call, ElementType, Erase, Operator, Threads, in_parts};
use lacuna::error::Operand;
use lacuna::{Error, Index, Kernel, KernelError, Number, Split, Storage, Value};

/// Cuts the result into `threads` parts of about equal work and runs the dispatched kernel on each, by [`rayon::join`]
/// in the pool of the caller.
///
/// - Each method has the arguments, the result and the errors of the kernel of its name.
/// - The bits do not depend on `threads`, nor on the pool's size. The SIMD level is that of [`lacuna::dispatch`].
/// - Nothing is allocated inside a pool once each of its threads has run something; with one thread nowhere: then a
///   method is a call of the kernel.
/// - The whole is checked before the parts run, so a call that the kernel refuses writes nothing, as there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cpu {
    /// The number of parts; 0 counts as 1.
    pub threads: usize,
}

impl Cpu {
    /// The most threads of a [`pool`](Self::pool).
    pub const MOST_THREADS: usize = 1024;

    /// A pool for `threads` threads: `pool.install(|| cpu.csr_dense(..))`.
    ///
    /// # Errors
    /// If there are more than [`MOST_THREADS`](Self::MOST_THREADS), or the system does not give one of them.
    pub fn pool(threads: usize) -> Result<rayon::ThreadPool, PoolError> {
        pool::build(threads, |thread| {
            let named = std::thread::Builder::new().name(format!("lacuna {}", thread.index() + 1));
            named.spawn(|| thread.run()).map(drop)
        })
    }

    /// How reports call it: the SIMD level and the number of threads.
    pub fn name(&self) -> String {
        format!("cpu {} x{}", lacuna::dispatch::level(), self.threads.max(1))
    }
}

impl Threads for Cpu {
    fn count(&self) -> usize {
        self.threads
    }
    fn both(&self, one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send)) {
        rayon::join(one, other);
    }
}

/// A method for each kernel of the list.
macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        impl Cpu {
            $(kernels! { @method $cut $generics $formula $family $name ($($operand: $kind $(($($detail)*))?),*) })*
        }
    };
    (@method parts [V I] $($rest:tt)*) => { kernels! { @indexed Value $($rest)* } };
    (@method parts [S I] $($rest:tt)*) => { kernels! { @indexed Storage $($rest)* } };
    (@method parts [N I] $($rest:tt)*) => { kernels! { @indexed Number $($rest)* } };
    (
        @indexed $bound:ident $formula:literal $family:ident $name:ident (
            $($operand:ident: $kind:ident $(($($detail:tt)*))?),*
        )
    ) => {
        #[doc = $formula]
        ///
        /// # Errors
        #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        pub fn $name<V: $bound, I: Index>(
            &self, $($operand: lacuna::operand!($kind $(($($detail)*))? V I)),*
        ) -> Result<(), KernelError> {
            self.call(Operator::$name, V::ELEMENT, I::ELEMENT, &mut [$($operand.erase()),*])
        }
    };
    (@method parts [V] $($rest:tt)*) => { kernels! { @plain Value $($rest)* } };
    (@method parts [N] $($rest:tt)*) => { kernels! { @plain Number $($rest)* } };
    (
        @plain $bound:ident $formula:literal $family:ident $name:ident (
            $($operand:ident: $kind:ident $(($($detail:tt)*))?),*
        )
    ) => {
        #[doc = $formula]
        ///
        /// # Errors
        #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        pub fn $name<V: $bound>(
            &self, $($operand: lacuna::operand!($kind $(($($detail)*))? V I)),*
        ) -> Result<(), KernelError> {
            self.call(Operator::$name, V::ELEMENT, ElementType::I32, &mut [$($operand.erase()),*])
        }
    };
    // Here every kernel is on the host.
    (@method host $($rest:tt)*) => { kernels! { @method parts $($rest)* } };
    // What cannot be cut stands in `structure`.
    (@method whole $($rest:tt)*) => {};
}
lacuna::for_each_kernel!(kernels);

impl Cpu {
    /// The types are those of the operands, so that no other error comes than the kernel's.
    #[doc(hidden)]
    pub fn call(
        &self,
        operator: Operator,
        value: ElementType,
        index: ElementType,
        operands: &mut [AnyOperand<'_>],
    ) -> Result<(), KernelError> {
        match Call::new(operator, value, index, operands).run_on(self) {
            Ok(_) => Ok(()),
            Err(Error::Kernel(error)) => Err(error),
            Err(_) => Err(KernelError::Capacity { operand: Operand::Scratch, needed: 0, found: 0 }),
        }
    }
}

impl Cpu {
    /// Checks the whole of any call that can be split, and runs its parts: one of
    /// [`update_mixed`](lacuna::optim::update_mixed), for example, or a step of
    /// [an optimizer of your own](lacuna::optim::RuleStep).
    ///
    /// # Errors
    /// Those of the kernel.
    ///
    /// ```
    /// use lacuna::optim::{MixedStep, Rounding, Sgd};
    /// use lacuna::{DenseMut, RowSparse};
    /// use lacuna_arrays::Cpu;
    /// let (gradient, mut weight) = (RowSparse::new(3, 1, &[0, 2], &[2.0_f32, 4.0])?, [1.0; 3]);
    /// let weight_rows = DenseMut::new(3, 1, &mut weight)?.into();
    /// let step = MixedStep { rule: Sgd::new(0.5), gradient, weight: weight_rows, master: None, states: [], rounding: Rounding::Nearest };
    /// Cpu { threads: 2 }.run(step)?;
    /// assert_eq!(weight, [0.0, 1.0, -1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn run<K: Kernel<Output = ()> + Split + Send + Sync>(&self, call: K) -> Result<(), KernelError> {
        in_parts(call, self)
    }
}
