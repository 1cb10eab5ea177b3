//! Types of PTX and the arithmetic that the interpreter knows.
//!
//! Values live in 64-bit slots, zero-extended from their own width; predicates are 0 or 1. So bitwise operations,
//! unsigned comparison and equality need no width.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Predicate,
    Bits,
    Unsigned,
    Signed,
    Float,
    /// `bf16`, which has the width of `f16` but not its format.
    Brain,
}

/// A fundamental type of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Type {
    pub class: Class,
    pub bits: u8,
}

impl Type {
    pub(crate) const PREDICATE: Type = Type { class: Class::Predicate, bits: 1 };

    pub(crate) fn parse(name: &str) -> Option<Type> {
        if name == "pred" {
            return Some(Type::PREDICATE);
        }
        if name == "bf16" {
            return Some(Type { class: Class::Brain, bits: 16 });
        }
        let (class, bits) = match (name.get(..1)?, name.get(1..)?) {
            ("b", bits) => (Class::Bits, bits),
            ("u", bits) => (Class::Unsigned, bits),
            ("s", bits) => (Class::Signed, bits),
            ("f", bits) => (Class::Float, bits),
            _ => return None,
        };
        let bits = match bits {
            "8" if class != Class::Float => 8,
            "16" => 16,
            "32" => 32,
            "64" => 64,
            _ => return None,
        };
        Some(Type { class, bits })
    }

    pub(crate) fn bytes(self) -> usize {
        usize::from(self.bits / 8).max(1)
    }

    pub(crate) fn signed(self) -> bool {
        self.class == Class::Signed
    }

    pub(crate) fn float(self) -> bool {
        matches!(self.class, Class::Float | Class::Brain)
    }

    pub(crate) fn integer(self) -> bool {
        matches!(self.class, Class::Unsigned | Class::Signed)
    }
}

/// The low `bits` of a slot.
pub(crate) fn mask(bits: u8) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not1,
    Not16,
    Not32,
    Not64,
    /// 1 where the operand is 0.
    ZeroIs1,
    Negate16,
    Negate32,
    Negate64,
    Absolute16,
    Absolute32,
    Absolute64,
    PopulationCount,
    LeadingZeros32,
    LeadingZeros64,
    Reverse32,
    Reverse64,
    FindSigned32,
    FindSigned64,
    FindUnsigned32,
    FindUnsigned64,
    FindShiftSigned32,
    FindShiftSigned64,
    FindShiftUnsigned32,
    FindShiftUnsigned64,
    /// All 32 bits set where the operand is 1.
    Fill32,
    /// 1.0 where the operand is 1.
    OneF32,
    NegateF32,
    NegateF64,
    AbsoluteF32,
    AbsoluteF64,
    SquareRootF32,
    SquareRootF64,
    ReciprocalF32,
    ReciprocalF64,
    FlushF32,
    SaturateF32,
    FiniteF32,
    FiniteF64,
    InfiniteF32,
    InfiniteF64,
    NumberF32,
    NumberF64,
    NotNumberF32,
    NotNumberF64,
    NormalF32,
    NormalF64,
    SubnormalF32,
    SubnormalF64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add16,
    Add32,
    Add64,
    Subtract16,
    Subtract32,
    Subtract64,
    AddSaturated,
    SubtractSaturated,
    Multiply16,
    Multiply32,
    Multiply64,
    MultiplyHighSigned16,
    MultiplyHighSigned32,
    MultiplyHighSigned64,
    MultiplyHighUnsigned16,
    MultiplyHighUnsigned32,
    MultiplyHighUnsigned64,
    MultiplyWideSigned16,
    MultiplyWideSigned32,
    MultiplyWideUnsigned,
    Multiply24Signed,
    Multiply24Unsigned,
    Multiply24HighSigned,
    Multiply24HighUnsigned,
    DivideSigned16,
    DivideSigned32,
    DivideSigned64,
    DivideUnsigned,
    RemainderSigned16,
    RemainderSigned32,
    RemainderSigned64,
    RemainderUnsigned,
    MinimumSigned16,
    MinimumSigned32,
    MinimumSigned64,
    MinimumUnsigned,
    MaximumSigned16,
    MaximumSigned32,
    MaximumSigned64,
    MaximumUnsigned,
    And,
    Or,
    Xor,
    ShiftLeft16,
    ShiftLeft32,
    ShiftLeft64,
    ShiftRightSigned16,
    ShiftRightSigned32,
    ShiftRightSigned64,
    ShiftRightUnsigned,
    AddF32,
    AddF64,
    SubtractF32,
    SubtractF64,
    MultiplyF32,
    MultiplyF64,
    DivideF32,
    DivideF64,
    MinimumF32,
    MinimumF64,
    MaximumF32,
    MaximumF64,
    MinimumNanF32,
    MaximumNanF32,
    CopySignF32,
    CopySignF64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ternary {
    MultiplyAdd16,
    MultiplyAdd32,
    MultiplyAdd64,
    MultiplyAddWideUnsigned,
    MultiplyAddWideSigned32,
    FusedF32,
    FusedF64,
    BitFieldSigned32,
    BitFieldSigned64,
    BitFieldUnsigned32,
    BitFieldUnsigned64,
    /// The field's position and length are packed into one operand: low byte position, next byte length.
    BitFieldInsert32,
    BitFieldInsert64,
    FunnelLeftWrap,
    FunnelLeftClamp,
    FunnelRightWrap,
    FunnelRightClamp,
    Permute,
    PermuteForward4,
    PermuteBackward4,
    PermuteReplicate8,
    PermuteClampLeft,
    PermuteClampRight,
    PermuteReplicate16,
    SumDifferencesSigned16,
    SumDifferencesSigned32,
    SumDifferencesSigned64,
    SumDifferencesUnsigned16,
    SumDifferencesUnsigned32,
    SumDifferencesUnsigned64,
    Dot4Signed,
    Dot4Unsigned,
    Dot4SignedUnsigned,
    Dot4UnsignedSigned,
}

/// Greater comparisons are made by exchanging the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    LessUnsigned,
    LessEqualUnsigned,
    LessSigned16,
    LessEqualSigned16,
    LessSigned32,
    LessEqualSigned32,
    LessSigned64,
    LessEqualSigned64,
    EqualF32,
    NotEqualF32,
    LessF32,
    LessEqualF32,
    EqualOrNanF32,
    NotEqualOrNanF32,
    LessOrNanF32,
    LessEqualOrNanF32,
    NumbersF32,
    NanF32,
    EqualF64,
    NotEqualF64,
    LessF64,
    LessEqualF64,
    EqualOrNanF64,
    NotEqualOrNanF64,
    LessOrNanF64,
    LessEqualOrNanF64,
    NumbersF64,
    NanF64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    Nearest,
    Zero,
    Down,
    Up,
}

/// A conversion that is not a mere extension of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conversion {
    pub to: Type,
    pub from: Type,
    pub rounding: Rounding,
    /// Round to an integral value in the floating-point format.
    pub integral: bool,
    pub saturate: bool,
    pub flush: bool,
    /// Bits of the destination register.
    pub register: u8,
}
