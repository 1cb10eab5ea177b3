//! Functions of each element.
use super::values::zeros;
use super::{Array, ArrayError, Dtype, Element, Storage, Values};
use crate::Cpu;
use lacuna::infer::Stype;
use lacuna::map::{self, Unary};
use lacuna::{KernelError, Value};

/// Declares the functions: of no number beside the element, and of one.
macro_rules! functions {
    ($($variant:ident $kernel:ident,)* ; $($scalar:ident $scalar_kernel:ident,)*) => {
        /// A function of one number, by its kernel in [`lacuna::map`]. A function with a number beside the element
        /// takes it in the dtype that it computes in.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Function {
            $(#[doc = concat!("[`", stringify!($kernel), "`](lacuna::map::", stringify!($kernel), "()).")] $variant,)*
            $(#[doc = concat!("[`", stringify!($scalar_kernel), "`](lacuna::map::", stringify!($scalar_kernel),
                "()).")] $scalar(f64),)*
            /// [`clip`](lacuna::map::clip()) to a range.
            Clip {
                /// The least result.
                a_min: f64,
                /// The largest result.
                a_max: f64,
            },
            /// [`hard_sigmoid`](lacuna::map::hard_sigmoid()): `alpha x + beta`, from 0 to 1.
            HardSigmoid {
                /// The slope.
                alpha: f64,
                /// What 0 becomes.
                beta: f64,
            },
            /// [`quadratic`](lacuna::map::quadratic()): `a x^2 + b x + c`.
            Quadratic {
                /// Of the square.
                a: f64,
                /// Of the number.
                b: f64,
                /// What 0 becomes.
                c: f64,
            },
        }

        impl Function {
            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($kernel),)*
                    $(Self::$scalar(_) => stringify!($scalar_kernel),)*
                    Self::Clip { .. } => "clip",
                    Self::HardSigmoid { .. } => "hard_sigmoid",
                    Self::Quadratic { .. } => "quadratic",
                }
            }

            /// True if the function of 0 is 0, so that a sparse array keeps its structure.
            #[must_use]
            pub fn keeps_zero(self) -> bool {
                match self {
                    $(Self::$variant => Unary::<f64>::keeps_zero(&map::$variant),)*
                    $(Self::$scalar(scalar) => Unary::<f64>::keeps_zero(&map::$scalar { scalar }),)*
                    Self::Clip { a_min, a_max } => Unary::<f64>::keeps_zero(&map::Clip { a_min, a_max }),
                    Self::HardSigmoid { alpha, beta } => Unary::<f64>::keeps_zero(&map::HardSigmoid { alpha, beta }),
                    Self::Quadratic { a, b, c } => Unary::<f64>::keeps_zero(&map::Quadratic { a, b, c }),
                }
            }

            #[doc(hidden)]
            pub fn run<V: Value>(self, cpu: Cpu, input: &[V], out: &mut [V]) -> Result<(), KernelError> {
                match self {
                    $(Self::$variant => cpu.$kernel(input, out),)*
                    $(Self::$scalar(scalar) => cpu.$scalar_kernel(input, V::narrow(scalar), out),)*
                    Self::Clip { a_min, a_max } => cpu.clip(input, V::narrow(a_min), V::narrow(a_max), out),
                    Self::HardSigmoid { alpha, beta } => {
                        cpu.hard_sigmoid(input, V::narrow(alpha), V::narrow(beta), out)
                    }
                    Self::Quadratic { a, b, c } => {
                        cpu.quadratic(input, V::narrow(a), V::narrow(b), V::narrow(c), out)
                    }
                }
            }
        }
    };
}

/// The functions: those of no number beside the element, and those of one, each with the name of its kernel.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_function {
    ($callback:ident) => {
        $callback! {
    Abs abs, Arccos arccos, Arccosh arccosh, Arcsin arcsin, Arcsinh arcsinh, Arctan arctan, Arctanh arctanh, Cbrt cbrt,
        Ceil ceil, Cos cos, Cosh cosh, Degrees degrees, Erf erf, Erfinv erfinv, Exp exp,
    Expm1 expm1, Floor floor, Gamma gamma, Gammaln gammaln,
        Log log, Log10 log10, Log1p log1p, Log2 log2, Negative negative, Radians radians,
        Rcbrt rcbrt, Relu relu, Rint rint, Round round, Rsqrt rsqrt, Sigmoid sigmoid,
    Sign sign, Sin sin, Sinh sinh, Softrelu softrelu, Softsign softsign, Sqrt sqrt, Square square, Tan tan, Tanh tanh,
        Trunc trunc,
    ;
    PlusScalar plus_scalar, MulScalar mul_scalar, DivScalar div_scalar, RminusScalar rminus_scalar,
        RdivScalar rdiv_scalar, PowerScalar power_scalar, RpowerScalar rpower_scalar,
    ModScalar mod_scalar, RmodScalar rmod_scalar, HypotScalar hypot_scalar, MaximumScalar maximum_scalar,
        MinimumScalar minimum_scalar, EqualScalar equal_scalar,
    NotEqualScalar not_equal_scalar, GreaterScalar greater_scalar, GreaterEqualScalar greater_equal_scalar,
        LesserScalar lesser_scalar, LesserEqualScalar lesser_equal_scalar,
    SmoothL1 smooth_l1,
        }
    };
}
pub use for_each_function;
for_each_function! { functions }

fn evaluate<V: Value + Element>(function: Function, input: &[V]) -> Result<Values, ArrayError> {
    let mut out = zeros(input.len())?;
    function.run(Cpu { threads: 1 }, input, &mut out)?;
    Ok(V::wrap(out))
}

impl Array {
    /// The function of each element. `f16` and `bf16` are computed in `f32` and rounded once.
    ///
    /// A function of which 0 is 0 keeps storage type and structure of a sparse array; any other gives a dense one,
    /// computed from all elements.
    ///
    /// # Errors
    /// [`ArrayError::NotFloat`] for integers, [`ArrayError::Memory`], [`ArrayError::Elements`] where the result is dense,
    /// and [`ArrayError::OnDevice`]: there, the operator `Map` of `lacuna-runtime` does it.
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_arrays::array::{Array, Function};
    /// let a = Array::row_sparse(&[3, 1], vec![1], vec![4.0_f32])?;
    /// let (root, exp) = (a.map(Function::Sqrt)?, a.map(Function::Exp)?);
    /// assert_eq!((root.stype(), root.data::<f32>()), (Stype::RowSparse, Some(&[2.0][..])));
    /// assert_eq!((exp.stype(), exp.data::<f32>()), (Stype::Dense, Some(&[1.0, 54.59815, 1.0][..])));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn map(&self, function: Function) -> Result<Self, ArrayError> {
        self.expect_host(function.name())?;
        let dtype = self.dtype();
        if !dtype.is_float() {
            return Err(ArrayError::NotFloat { function: function.name(), dtype });
        }
        let keeps = function.keeps_zero() || self.stype() == Stype::Dense;
        let dense = if keeps { None } else { Some(self.dense_copy()?) };
        let input = dense.as_deref().unwrap_or(self);
        let data = match &*input.values().widened()? {
            Values::F32(values) => evaluate(function, values)?.cast(dtype)?,
            Values::F64(values) => evaluate(function, values)?,
            other => return Err(ArrayError::NotFloat { function: function.name(), dtype: other.dtype() }),
        };
        input.with_data(data)
    }

    /// The function of each element, written into an array that keeps its storage type: `log(self, out=out)`. A dense
    /// result is stored in a sparse output where it is `!= 0`; a sparse result with a dense output fills it.
    ///
    /// # Errors
    /// As [`map`](Self::map); [`ArrayError::Shape`] and [`ArrayError::Dtype`] unless the output has those of the input;
    /// [`ArrayError::Stype`] where the result is csr and the output row_sparse, or the other way round. Then the output
    /// is as before.
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_arrays::array::{Array, Dtype, Function};
    /// let a = Array::dense(&[2, 2], vec![1.0_f32, 1.0, 1.0, 2.0])?;
    /// let mut e = Array::zeros(Stype::Csr, &[2, 2], Dtype::F32)?;
    /// a.map_into(Function::Log2, &mut e)?;
    /// assert_eq!((e.stype(), e.indices(), e.data::<f32>()), (Stype::Csr, Some(&[1][..]), Some(&[1.0][..])));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn map_into(&self, function: Function, out: &mut Self) -> Result<(), ArrayError> {
        self.check_output(out)?;
        self.map(function)?.store(out)
    }

    /// [`tostype`](Self::tostype) into an array that keeps its storage type, whatever was asked for: what
    /// `cast_storage(self, stype, out=out)` gives for outputs of that type.
    ///
    /// # Errors
    /// [`ArrayError::Shape`], [`ArrayError::Dtype`], [`ArrayError::Stype`]; then the output is as before.
    pub fn tostype_into(&self, out: &mut Self) -> Result<(), ArrayError> {
        self.check_output(out)?;
        *out = self.tostype(out.stype())?;
        Ok(())
    }

    fn check_output(&self, out: &Self) -> Result<(), ArrayError> {
        out.expect_shape(&self.shape)?;
        let (expected, found): (Dtype, Dtype) = (self.dtype(), out.dtype());
        if expected == found { Ok(()) } else { Err(ArrayError::Dtype { expected, found }) }
    }

    fn store(self, out: &mut Self) -> Result<(), ArrayError> {
        *out = match (&self.storage, out.stype()) {
            (Storage::Csr { .. }, Stype::RowSparse) | (Storage::RowSparse { .. }, Stype::Csr) => {
                return Err(ArrayError::Stype { from: self.stype(), to: out.stype() });
            }
            (_, stype) if stype == self.stype() => self,
            (_, stype) => self.tostype(stype)?,
        };
        Ok(())
    }
}
