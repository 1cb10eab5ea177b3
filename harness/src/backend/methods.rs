//! The calls of a backend as functions: they take operands with types, and erase these.
use super::{Backend, of_kernel};
use lacuna::call::{Answer, AnyOperand, Call, ElementType, Erase, Operator};
use lacuna::dot::{BlockEnds, SellPlan};
use lacuna::error::Operand;
use lacuna::segments::{PlanBuffers, SegmentPlan};
use lacuna::{Csr, Index, KernelError, Number, RowSparse, Storage, Value};
use std::ops::Range;

/// What a function gives, of the answer to its call.
trait Given {
    fn given(answer: Answer) -> Self;
}

impl Given for () {
    fn given(_: Answer) {}
}

impl Given for usize {
    fn given(answer: Answer) -> Self {
        answer.size()
    }
}

/// A method for each row of the list.
macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        impl dyn Backend + '_ {
            $(
                kernels! {
                    @method $generics $formula $family $name ($($operand: $kind $(($($detail)*))?),*) -> $output
                }
            )*
        }
    };
    (@method [V $($index:ident)?] $($rest:tt)*) => { kernels! { @of Value [$($index)?] $($rest)* } };
    (@method [S $($index:ident)?] $($rest:tt)*) => { kernels! { @of Storage [$($index)?] $($rest)* } };
    (@method [N $($index:ident)?] $($rest:tt)*) => { kernels! { @of Number [$($index)?] $($rest)* } };
    (
        @of $bound:ident [I] $formula:literal $family:ident $name:ident (
            $($operand:ident: $kind:ident $(($($detail:tt)*))?),*
        ) ->
        $output:ty
    ) => {
        #[doc = $formula]
        ///
        /// # Errors
        #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        pub fn $name<V: $bound, I: Index>(
            &self, $($operand: lacuna::operand!($kind $(($($detail)*))? V I)),*
        ) -> Result<$output, KernelError> {
            self.call(Operator::$name, V::ELEMENT, I::ELEMENT, &mut [$($operand.erase()),*]).map(Given::given)
        }
    };
    (
        @of $bound:ident [] $formula:literal $family:ident $name:ident (
            $($operand:ident: $kind:ident $(($($detail:tt)*))?),*
        ) ->
        $output:ty
    ) => {
        #[doc = $formula]
        ///
        /// # Errors
        #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        pub fn $name<V: $bound>(
            &self, $($operand: lacuna::operand!($kind $(($($detail)*))? V I)),*
        ) -> Result<$output, KernelError> {
            self.call(Operator::$name, V::ELEMENT, ElementType::I32, &mut [$($operand.erase()),*]).map(Given::given)
        }
    };
}
lacuna::for_each_kernel!(kernels);

/// A method for each structure call that gives a number, or nothing.
macro_rules! structure {
    (
        {} $(
            #[doc = $finds:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident),*) ->
            $output:tt $($how:ident)? $body:block;
        )*
    ) => {
        impl dyn Backend + '_ {
            $(structure! { @method $output $generics $finds $family $name ($($operand: $kind),*) })*
        }
    };
    (@method Plan $($rest:tt)*) => {};
    (@method BlockEnds $($rest:tt)*) => {};
    (@method SellPlan $($rest:tt)*) => {};
    (@method Ids $($rest:tt)*) => {};
    (@method $output:tt [I] $finds:literal $family:ident $name:ident ($($operand:ident: $kind:ident),*)) => {
        #[doc = $finds]
        ///
        /// # Errors
        #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        pub fn $name<I: Index>(&self, $($operand: structure!(@type $kind)),*) -> Result<$output, KernelError> {
            self.call(Operator::$name, ElementType::F32, I::ELEMENT, &mut [$($operand.erase()),*]).map(Given::given)
        }
    };
    (@method $output:tt [V I] $($rest:tt)*) => { structure! { @of Value $output $($rest)* } };
    (@method $output:tt [S I] $($rest:tt)*) => { structure! { @of Storage $output $($rest)* } };
    (@method $output:tt [N I] $($rest:tt)*) => { structure! { @of Number $output $($rest)* } };
    (
        @of $bound:ident $output:tt $finds:literal $family:ident $name:ident ($($operand:ident: $kind:ident),*)
    ) => {
        #[doc = $finds]
        ///
        /// # Errors
        #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        pub fn $name<V: $bound, I: Index>(
            &self, $($operand: structure!(@type $kind)),*
        ) -> Result<$output, KernelError> {
            self.call(Operator::$name, V::ELEMENT, I::ELEMENT, &mut [$($operand.erase()),*]).map(Given::given)
        }
    };
    (@type Words) => { &mut [u64] };
    (@type $kind:ident) => { lacuna::operand!($kind V I) };
}
lacuna::for_each_structure_call!(structure);

/// No kernel gives this error: the backend has answered with something else than was asked for.
const NO_ANSWER: KernelError = KernelError::Capacity { operand: Operand::Plan, needed: 0, found: 0 };

impl dyn Backend + '_ {
    fn call(
        &self,
        operator: Operator,
        value: ElementType,
        index: ElementType,
        operands: &mut [AnyOperand<'_>],
    ) -> Result<Answer, KernelError> {
        self.run(&mut Call::new(operator, value, index, operands)).map_err(of_kernel)
    }

    /// A call that writes a plan: its operands without the buffers are those before and the one after these.
    fn plan<'p, I: Index, const N: usize>(
        &self,
        operator: Operator,
        value: ElementType,
        operands: [AnyOperand<'_>; N],
        mut buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        let mut operands: Vec<_> = operands.into_iter().chain([buffers.reborrow().erase(), scratch.erase()]).collect();
        let answer = self.call(operator, value, I::ELEMENT, &mut operands)?;
        drop(operands);
        answer.plan(buffers).ok_or(NO_ANSWER)
    }

    /// [`lacuna::dot::transpose_plan`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn transpose_plan<'p, V: Number, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.plan(
            Operator::transpose_plan,
            V::ELEMENT,
            [a.erase(), columns.start.erase(), columns.end.erase()],
            buffers,
            scratch,
        )
    }

    /// [`lacuna::dot::transpose_plan_row_sparse`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn transpose_plan_row_sparse<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        let operands = [a.erase(), b.erase(), columns.start.erase(), columns.end.erase()];
        self.plan(Operator::transpose_plan_row_sparse, V::ELEMENT, operands, buffers, scratch)
    }

    /// [`lacuna::rows::retain_ids`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn retain_ids<'i, V: Number, I: Index>(
        &self,
        data: RowSparse<'_, V, I>,
        ids: &'i [I],
    ) -> Result<&'i [I], KernelError> {
        let answer = self.call(Operator::retain_ids, V::ELEMENT, I::ELEMENT, &mut [data.erase(), ids.erase()])?;
        ids.get(..answer.size()).ok_or(NO_ANSWER)
    }

    /// [`lacuna::rows::coalesce_plan`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn coalesce_plan<'p, V: Number, I: Index>(
        &self,
        input: RowSparse<'_, V, I>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.plan(Operator::coalesce_plan, V::ELEMENT, [input.erase()], buffers, scratch)
    }

    /// [`lacuna::embedding::bag_plan`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn bag_plan<'p, V: Number, I: Index>(
        &self,
        bags: Csr<'_, V, I>,
        padding: usize,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.plan(Operator::bag_plan, V::ELEMENT, [bags.erase(), padding.erase()], buffers, scratch)
    }

    /// [`lacuna::dot::block_ends`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn block_ends<'e, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: &'e mut [I],
        entries: &'e mut [I],
        scratch: &mut [I],
    ) -> Result<BlockEnds<'e, I>, KernelError> {
        let operands = &mut [a.erase(), (&mut *columns).erase(), (&mut *entries).erase(), scratch.erase()];
        let answer = self.call(Operator::block_ends, V::ELEMENT, I::ELEMENT, operands)?;
        answer.block_ends(columns, entries).ok_or(NO_ANSWER)
    }

    /// [`lacuna::dot::block_ends_row_sparse`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn block_ends_row_sparse<'e, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: &'e mut [I],
        entries: &'e mut [I],
        scratch: &mut [I],
    ) -> Result<BlockEnds<'e, I>, KernelError> {
        let operands = &mut [a.erase(), b.erase(), (&mut *columns).erase(), (&mut *entries).erase(), scratch.erase()];
        let answer = self.call(Operator::block_ends_row_sparse, V::ELEMENT, I::ELEMENT, operands)?;
        answer.block_ends(columns, entries).ok_or(NO_ANSWER)
    }

    /// [`lacuna::dot::sell_plan`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn sell_plan<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        memory: &'p mut [I],
    ) -> Result<SellPlan<'p, I>, KernelError> {
        let answer =
            self.call(Operator::sell_plan, V::ELEMENT, I::ELEMENT, &mut [a.erase(), (&mut *memory).erase()])?;
        answer.sell_plan(memory).ok_or(NO_ANSWER)
    }

    /// [`lacuna::dot::sell_plan_transposed`].
    ///
    /// # Errors
    /// Those of the function.
    pub fn sell_plan_transposed<'p, V: Value, I: Index>(
        &self,
        transposed: Csr<'_, V, I>,
        entries: &[I],
        memory: &'p mut [I],
    ) -> Result<SellPlan<'p, I>, KernelError> {
        let operands = &mut [transposed.erase(), entries.erase(), (&mut *memory).erase()];
        let answer = self.call(Operator::sell_plan_transposed, V::ELEMENT, I::ELEMENT, operands)?;
        answer.sell_plan(memory).ok_or(NO_ANSWER)
    }
}
