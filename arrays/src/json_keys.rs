//! Keys of JSON: readers that keep one value for each would drop another in silence.
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::{self, Formatter};

/// The first key that an object of a text, at any depth, has twice. `None` also for a text that is no JSON: who reads
/// it says what is wrong.
#[doc(hidden)]
pub fn key_twice(text: &str) -> Option<String> {
    let twice = Cell::new(None);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // It fails where the key is found, or where the text is no JSON.
    let _ = Keys { twice: &twice }.deserialize(&mut deserializer);
    twice.into_inner()
}

/// Goes through a value, and leaves a key that comes twice.
#[derive(Clone, Copy)]
struct Keys<'a> {
    twice: &'a Cell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for Keys<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keys<'_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if keys.contains(&key) {
                self.twice.set(Some(key));
                return Err(A::Error::custom("a key twice"));
            }
            keys.insert(key);
            map.next_value_seed(self)?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        while sequence.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::key_twice;

    #[test]
    fn keys_of_each_object_are_compared() {
        for (text, twice) in [
            (r#"{"a": 1, "b": [{"a": 2}, {"a": {"b": null}}], "c": [-1, 2.5, "a", true]}"#, None),
            (r#"{"a": 1, "a": 1}"#, Some("a")),
            (r#"[{"x": {"b": 1, "c": 2, "\u0062": 3}}]"#, Some("b")),
            (r#"{"a": 1, "#, None),
            ("", None),
        ] {
            assert_eq!(key_twice(text).as_deref(), twice, "{text}");
        }
        // Deep nesting is refused by the reader, not followed to the end of the stack.
        assert_eq!(key_twice(&"[".repeat(1 << 20)), None);
    }
}
