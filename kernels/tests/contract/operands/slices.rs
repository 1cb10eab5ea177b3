use super::case::cast;
use super::{Buffer, Draw, Facts, Once, Operand, Shared, number};
use crate::random::{one_of, within};
use lacuna::{Index, Value};
use quickcheck::Arbitrary;
use std::marker::PhantomData;

fn facts(elements: usize) -> Facts {
    Facts { lengths: [vec![], vec![], vec![elements]], ids: None }
}

pub struct Values<V, I>(Vec<V>, PhantomData<I>);

impl<V: Value, I: 'static> Operand for Values<V, I> {
    type Held<'a> = Once<&'a [V]>;

    fn draw(draw: &mut Draw) -> Self {
        let length = draw.dimension();
        Self(draw.values(length), PhantomData)
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(&self.0)
    }
    fn facts(&mut self) -> Facts {
        facts(self.0.len())
    }
}

/// Places in an array of one of the case's dimensions.
pub struct Indices<V, I>(Vec<I>, PhantomData<V>);

impl<V: Value, I: Index> Operand for Indices<V, I> {
    type Held<'a> = Once<&'a [I]>;

    fn draw(draw: &mut Draw) -> Self {
        let (length, inside) = (draw.dimension(), draw.dimension());
        let places = if draw.is_garbage() {
            draw.places(length, inside)
        } else {
            (0..length).map(|_| within(&mut draw.g, 0..inside.max(1)) as i64).collect()
        };
        Self(cast(&places), PhantomData)
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(&self.0)
    }
    fn facts(&mut self) -> Facts {
        let places: Vec<_> = self.0.iter().map(|place| place.to_usize()).collect();
        Facts { ids: Some([places.clone(), places]), ..facts(self.0.len()) }
    }
}

macro_rules! written {
    ($name:ident, $element:ty, $mark:expr, $bits:expr) => {
        pub struct $name<V, I>(Buffer<$element>, PhantomData<(V, I)>);

        impl<V: Value, I: Index> Operand for $name<V, I> {
            type Held<'a> = Once<&'a mut [$element]>;

            fn draw(draw: &mut Draw) -> Self {
                // Pointers are one more than rows, there may be as many entries as elements, and packed panels take more than their matrices.
                let more = if draw.once_in(4) { one_of(&mut draw.g, &[20, 1000]) } else { 0 };
                let columns = if draw.once_in(3) { draw.dimension() } else { 1 };
                let length = draw.dimension() * columns + if draw.once_in(4) { 1 } else { 0 } + more;
                Self(Buffer::new(vec![$mark; length], $mark), PhantomData)
            }
            fn hold(&mut self) -> Self::Held<'_> {
                Once::new(self.0.slice())
            }
            fn facts(&mut self) -> Facts {
                facts(self.0.len())
            }
            fn written(&self) -> Vec<u64> {
                self.0.bits($bits)
            }
            fn reset(&mut self) {
                self.0.reset();
            }
            fn assert_intact(&self) {
                self.0.assert_intact();
            }
        }
    };
}
written!(ValuesMut, V, number(1), |value: V| value.widen().to_bits());
written!(IndicesMut, I, I::from_usize(77), |index: I| index.to_i64() as u64);
written!(Cursors, usize, usize::MAX, |cursor| cursor as u64);

/// What a call takes by value.
pub struct Copied<T>(T);

impl<T: Copy> Copied<T> {
    pub fn lend(&self) -> T {
        self.0
    }
}

pub struct Scalar<V, I>(V, PhantomData<I>);

impl<V: Value, I: 'static> Operand for Scalar<V, I> {
    type Held<'a> = Copied<V>;

    fn draw(draw: &mut Draw) -> Self {
        Self(draw.value(), PhantomData)
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Copied(self.0)
    }
    fn facts(&mut self) -> Facts {
        Facts::default()
    }
}

/// One of the case's dimensions.
pub struct Size<V, I>(usize, PhantomData<(V, I)>);

impl<V: 'static, I: 'static> Operand for Size<V, I> {
    type Held<'a> = Copied<usize>;

    fn draw(draw: &mut Draw) -> Self {
        let dimension = draw.dimension();
        Self(draw.or_huge(dimension, usize::MAX), PhantomData)
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Copied(self.0)
    }
    fn facts(&mut self) -> Facts {
        facts(self.0)
    }
}

/// From any element on, also one at the end of the numbers.
pub struct Stream<V, I>(lacuna::random::Stream, PhantomData<(V, I)>);

impl<V: 'static, I: 'static> Operand for Stream<V, I> {
    type Held<'a> = Copied<lacuna::random::Stream>;

    fn draw(draw: &mut Draw) -> Self {
        let [seed, stream, first] = [(); 3].map(|()| u64::arbitrary(&mut draw.g));
        let first = if draw.once_in(2) { first % 9 } else { first.wrapping_sub(4) };
        Self(lacuna::random::Stream { seed, stream, first }, PhantomData)
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Copied(self.0)
    }
    fn facts(&mut self) -> Facts {
        Facts::default()
    }
}

/// Hyper-parameters.
pub struct Rule<R>(pub R);

impl<R: Copy> Rule<R> {
    pub fn hold(&mut self) -> Shared<R> {
        Shared(self.0)
    }
    pub fn facts(&mut self) -> Facts {
        Facts::default()
    }
    pub fn written(&self) -> Vec<u64> {
        Vec::new()
    }
    pub fn reset(&mut self) {}
    pub fn assert_intact(&self) {}
}
