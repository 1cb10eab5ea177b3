//! Functions of two csr matrices, whose results have a size that the parts find out.
use super::Cpu;
use lacuna::call::each_part;
use lacuna::{Csr, CsrMut, Index, KernelError, Value, binary, cast};

/// The counts of rows on threads.
macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        impl Cpu {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                #[doc = concat!("Those of [`lacuna::binary::", stringify!($name), "`].")]
                pub fn $name<V: Value, I: Index>(
                    &self, a: Csr<V, I>, b: Csr<V, I>, counts: &mut [I]
                ) -> Result<(), KernelError> {
                    let shape = |csr: Csr<V, I>| (csr.rows(), csr.columns());
                    if self.threads <= 1 || counts.len() < a.rows() || shape(a) != shape(b) {
                        return binary::$name(a, b, counts);
                    }
                    let counts = &mut counts[..a.rows()];
                    each_part(
                        ((a, b), counts), self,
                        &|((a, b), counts): ((Csr<V, I>, Csr<V, I>), &mut [I])| binary::$name(a, b, counts)
                    )
                }
            )*
        }
    };
}
counts! {
    /// The number of columns of each row that either matrix stores.
    csr_union_nnz;
    /// The number of columns of each row that both matrices store.
    csr_intersection_nnz;
}

/// On several threads entries are counted first, so that each part knows its place.
macro_rules! one_pass {
    ($($name:ident $nnz:ident $into_pattern:ident $formula:literal;)*) => {
        impl Cpu {
            $(
                #[doc = concat!($formula, ", and how many entries it stores, into arrays that are long enough.")]
                ///
                /// # Errors
                #[doc = concat!("Those of [`lacuna::binary::", stringify!($name), "`].")]
                pub fn $name<V: Value, I: Index>(
                    &self,
                    a: Csr<V, I>,
                    b: Csr<V, I>,
                    indptr: &mut [I],
                    indices: &mut [I],
                    values: &mut [V],
                ) -> Result<usize, KernelError> {
                    let shape = |csr: Csr<V, I>| (csr.rows(), csr.columns());
                    if self.threads <= 1 || indptr.len() <= a.rows() || shape(a) != shape(b) || a.columns() > I::MAX {
                        return binary::$name(a, b, indptr, indices, values);
                    }
                    let indptr = &mut indptr[..=a.rows()];
                    indptr[0] = I::from_usize(0);
                    self.$nnz(a, b, &mut indptr[1..])?;
                    let stored = cast::accumulate_indptr(indptr)?;
                    let (Some(indices), Some(values)) = (indices.get_mut(..stored), values.get_mut(..stored)) else {
                        return binary::$name(a, b, indptr, indices, values);
                    };
                    // The pointers come from these very matrices, so the view is good without another look at them.
                    let Ok(out) = CsrMut::new(
                        a.rows(), a.columns(), indptr, indices, values
                    ) else { return Ok(stored) };
                    self.$into_pattern(a, b, out).map(|()| stored)
                }
            )*
        }
    };
}
one_pass! {
    csr_add_one_pass csr_union_nnz csr_add "The sum of two csr matrices";
    csr_subtract_one_pass csr_union_nnz csr_subtract "The difference of two csr matrices";
    csr_multiply_one_pass csr_intersection_nnz csr_multiply "The product of two csr matrices, element by element";
}
