use super::{Draw, Facts, Once, Operand, Shared, number};
use crate::{Guarded, cut};
use lacuna::{Index, Value};

fn facts(elements: usize) -> Facts {
    Facts { lengths: [vec![], vec![], vec![elements]], ids: None }
}

pub struct Values<V>(Vec<V>);

impl<V: Value> Operand for Values<V> {
    type Held<'a> = Once<&'a [V]>;

    fn draw(draw: &mut Draw) -> Self {
        let length = draw.dimension();
        Self(draw.values(length))
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(&self.0)
    }
    fn facts(&mut self) -> Facts {
        facts(self.0.len())
    }
}

/// Places in an array of one of the case's dimensions.
pub struct Indices<I>(Vec<I>);

impl<I: Index> Operand for Indices<I> {
    type Held<'a> = Once<&'a [I]>;

    fn draw(draw: &mut Draw) -> Self {
        let (length, inside) = (draw.dimension(), draw.dimension());
        let places = if draw.is_garbage() {
            draw.places(length, inside)
        } else {
            (0..length).map(|_| draw.random.below(inside) as i64).collect()
        };
        Self(cut(&places))
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
    ($name:ident [$($type:ident: $bound:ident)?], $element:ty, $mark:expr, $bits:expr) => {
        pub struct $name$(<$type>)?(Guarded<$element>);

        impl$(<$type: $bound>)? Operand for $name$(<$type>)? {
            type Held<'a> = Once<&'a mut [$element]>;

            fn draw(draw: &mut Draw) -> Self {
                // Pointers are one more than rows, there may be as many entries as elements, and packed panels take
                // more than their matrices.
                let more = if draw.once_in(4) { draw.random.one_of(&[20, 1000]) } else { 0 };
                let columns = if draw.once_in(3) { draw.dimension() } else { 1 };
                let length = draw.dimension() * columns + if draw.once_in(4) { 1 } else { 0 } + more;
                Self(Guarded::new(vec![$mark; length], $mark))
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
written!(ValuesMut [V: Value], V, number(1), |value: V| value.widen().to_bits());
written!(IndicesMut [I: Index], I, I::from_usize(77), |index: I| index.to_i64() as u64);
written!(Cursors [], usize, usize::MAX, |cursor| cursor as u64);

/// What a call takes by value.
pub struct Copied<T>(T);

impl<T: Copy> Copied<T> {
    pub fn lend(&self) -> T {
        self.0
    }
}

pub struct Scalar<V>(V);

impl<V: Value> Operand for Scalar<V> {
    type Held<'a> = Copied<V>;

    fn draw(draw: &mut Draw) -> Self {
        Self(draw.value())
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Copied(self.0)
    }
    fn facts(&mut self) -> Facts {
        Facts::default()
    }
}

/// One of the case's dimensions.
pub struct Size(usize);

impl Operand for Size {
    type Held<'a> = Copied<usize>;

    fn draw(draw: &mut Draw) -> Self {
        let dimension = draw.dimension();
        Self(draw.or_huge(dimension, usize::MAX))
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Copied(self.0)
    }
    fn facts(&mut self) -> Facts {
        facts(self.0)
    }
}

/// From any element on, also one at the end of the numbers.
pub struct Stream(lacuna::random::Stream);

impl Operand for Stream {
    type Held<'a> = Copied<lacuna::random::Stream>;

    fn draw(draw: &mut Draw) -> Self {
        let [seed, stream, first] = [(); 3].map(|()| draw.random.bits());
        let first = if draw.once_in(2) { first % 9 } else { first.wrapping_sub(4) };
        Self(lacuna::random::Stream { seed, stream, first })
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
