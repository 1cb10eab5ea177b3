//! Threads of the caller.

/// Threads of the caller. A kernel is cut into about [`count`](Self::count) parts by [`both`](Self::both).
///
/// ```
/// use lacuna::call::Threads;
/// /// Two threads of the standard library for each cut.
/// struct Scoped(usize);
/// impl Threads for Scoped {
///     fn count(&self) -> usize {
///         self.0
///     }
///     fn both(&self, one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send)) {
///         std::thread::scope(|scope| {
///             scope.spawn(one);
///             other();
///         });
///     }
/// }
/// ```
pub trait Threads: Sync {
    /// The number of parts; 0 counts as 1.
    fn count(&self) -> usize;
    /// Calls both once, at the same time or one after the other.
    fn both(&self, one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send));
}
