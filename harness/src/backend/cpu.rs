//! The dispatched doors on several threads.

/// Cuts the result into `threads` parts of about equal work and runs the dispatched door on each, by [`rayon::join`] in the pool of the caller.
///
/// - The bits do not depend on `threads`, nor on the pool's size. The SIMD level is that of [`lacuna::dispatch`].
/// - Nothing is allocated inside a pool once each of its threads has run something; with one thread nowhere: then a method is a call of the door.
/// - A call that the door refuses writes nothing, as there; except that `add_n` into a wrong pattern may have written parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cpu {
    /// The number of parts; 0 counts as 1.
    pub threads: usize,
}

impl Cpu {
    /// A pool for `threads` threads: `pool.install(|| backend.csr_dense(..))`.
    ///
    /// # Errors
    /// If the system does not give the threads.
    pub fn pool(threads: usize) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
        rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build()
    }
}

impl super::Structure for Cpu {}
