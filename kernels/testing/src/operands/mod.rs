//! Operands of every kind of the list, drawn at random: what the tests that are derived from it stand on.
//!
//! The [owner](crate::owner) of a kind is drawn, [held](Operand::hold) and then lent to a kernel, again and again, and
//! looked at afterwards.
mod block_ends;
mod broadcast;
mod case;
mod csr;
mod dense;
mod plan;
mod row_sparse;
mod sell_plan;
mod slices;

pub use block_ends::BlockEnds;
pub use case::{Contents, Draw, ROW_ENDS, number};
pub use csr::CsrMut;
pub use dense::DenseMut;
pub use plan::Plan;
pub use row_sparse::{RowSparseList, RowSparseMut, RowsMut};
pub use sell_plan::SellPlan;
pub use slices::{Cursors, Indices, IndicesMut, Rule, Scalar, Size, Stream, Values, ValuesMut};

/// What is true of an operand, in the numbers that errors speak of.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// By axis: rows, columns, elements. A row_sparse has two numbers of rows: all of them, and those stored.
    pub lengths: [Vec<usize>; 3],
    /// Stored rows: as they are stored, and counted from the start of the view.
    pub ids: Option<[Vec<usize>; 2]>,
}

/// The owner of an operand of the list: its kind, its value and index type.
#[macro_export]
macro_rules! owner {
    (Csr $V:ident $I:ident) => { $crate::Csr<$V, $I> };
    (RowSparse $V:ident $I:ident) => { $crate::RowSparse<$V, $I> };
    (Dense $V:ident $I:ident) => { $crate::Strided<$V> };
    (Broadcast $V:ident $I:ident) => { $crate::Broadcast<$V, $I> };
    (DenseMut $V:ident $I:ident) => { $crate::operands::DenseMut<$V> };
    (Values $V:ident $I:ident) => { $crate::operands::Values<$V> };
    (ValuesMut $V:ident $I:ident) => { $crate::operands::ValuesMut<$V> };
    (Scalar $V:ident $I:ident) => { $crate::operands::Scalar<$V> };
    (Plan $V:ident $I:ident) => { $crate::operands::Plan<$I> };
    (BlockEnds $V:ident $I:ident) => { $crate::operands::BlockEnds<$I> };
    (SellPlan $V:ident $I:ident) => { $crate::operands::SellPlan<$I> };
    (Indices $V:ident $I:ident) => { $crate::operands::Indices<$I> };
    (IndicesMut $V:ident $I:ident) => { $crate::operands::IndicesMut<$I> };
    (Cursors $V:ident $I:ident) => { $crate::operands::Cursors };
    (Size $V:ident $I:ident) => { $crate::operands::Size };
    (Stream $V:ident $I:ident) => { $crate::operands::Stream };
    ($kind:ident $V:ident $I:ident) => { $crate::operands::$kind<$V, $I> };
}

/// Draws an operand of the list.
#[macro_export]
macro_rules! draw {
    ($draw:ident $V:ident $I:ident Rule($rule:ident [$($own:ident)*])) => {
        $crate::operands::Rule(lacuna::optim::$rule::<$V> {
            learning_rate: $draw.value(),
            $($own: $draw.value(),)*
            weight_decay: $draw.value(),
            rescale_gradient: $draw.value(),
            clip_gradient: $draw.clip_gradient(),
            update: $draw.update(),
        })
    };
    ($draw:ident $V:ident $I:ident RowsMut(1)) => {
        $draw.with_columns(1, <$crate::operands::RowsMut<$V, $I> as $crate::operands::Operand>::draw)
    };
    ($draw:ident $V:ident $I:ident $kind:ident) => {
        <$crate::owner!($kind $V $I) as $crate::operands::Operand>::draw(&mut $draw)
    };
}

/// What counts of an operand: scratch may hold anything afterwards.
#[macro_export]
macro_rules! written {
    (scratch) => {
        Vec::<u64>::new()
    };
    ($operand:ident) => {
        $operand.written()
    };
}

/// Runs what follows for each value type and each index type, not for every pair of them: one generic source is
/// compiled for all, and `lacuna verify` runs each pair. `[V]` before it, for each value type.
#[macro_export]
macro_rules! for_each_type {
    ([$value:ident] $case:ident($($argument:expr),*)) => {
        $case::<f32, i32>($($argument),*);
        $case::<f64, i32>($($argument),*);
    };
    ([$value:ident I] $($case:tt)*) => {
        $crate::for_each_type!($($case)*);
    };
    ($case:ident($($argument:expr),*)) => {
        $case::<f32, i32>($($argument),*);
        $case::<f32, u32>($($argument),*);
        $case::<f64, i64>($($argument),*);
    };
}

/// One kind.
pub trait Operand: Sized {
    /// Lends the operand to a call, by its method `lend`.
    type Held<'a>
    where
        Self: 'a;
    fn draw(draw: &mut Draw) -> Self;
    fn hold(&mut self) -> Self::Held<'_>;
    fn facts(&mut self) -> Facts;
    /// The bits of all that a kernel may write.
    fn written(&self) -> Vec<u64> {
        Vec::new()
    }
    /// Back to what was drawn.
    fn reset(&mut self) {}
    /// Panics if something was written that belongs to nobody.
    fn assert_intact(&self) {}
}

/// Lends a view.
pub struct Once<T>(Option<T>);

impl<T> Once<T> {
    fn new(view: T) -> Self {
        Self(Some(view))
    }
    pub fn lend(&mut self) -> T {
        self.0.take().unwrap()
    }
}

/// Lends a reference.
pub struct Shared<T>(T);

impl<T> Shared<T> {
    pub fn lend(&self) -> &T {
        &self.0
    }
}

/// Lends a slice.
pub struct ListOf<T>(Vec<T>);

impl<T> ListOf<T> {
    pub fn lend(&self) -> &[T] {
        &self.0
    }
}
