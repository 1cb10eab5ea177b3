//! Scores that users give to items, from a file or generated.
use crate::columns::for_each_row;
use crate::left_out::LeftOut;
use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use lacuna_models::train::{Random, Stream};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{LastBatch, MemoryBatches};
use std::path::Path;

/// Scores, one for each pair.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Ratings {
    pub users: Vec<i64>,
    pub items: Vec<i64>,
    pub scores: Vec<f32>,
}

impl Ratings {
    /// Reads lines of a user, an item, a score, and what is not used. Each has as many fields. Without scores, what
    /// stands behind the item is not used, and scores are 0.
    pub fn read(path: &Path, with_scores: bool, left_out: &mut LeftOut) -> Result<Self> {
        let (least, needed) = if with_scores { (3, "user, item and score") } else { (2, "user and item") };
        let (mut ratings, mut count) = (Self::default(), None);
        for_each_row(path, left_out, |row| {
            let found = row.len();
            ensure!(found >= least, "{}: {found} fields, fewer than {needed}", row.line());
            let count = *count.get_or_insert(found);
            ensure!(found == count, "{}: {found} fields, not {count}", row.line());
            let id = |place: usize, what: &str| {
                let id = row.field(place).parse::<i64>().ok().filter(|&id| id >= 0);
                id.with_context(|| {
                    format!(
                        "{}: the {what} is {:?}, which is not a number, 0 or more",
                        row.place(place),
                        row.field(place)
                    )
                })
            };
            ratings.users.push(id(0, "user")?);
            ratings.items.push(id(1, "item")?);
            if !with_scores {
                ratings.scores.push(0.0);
                return Ok(());
            }
            let score = row.field(2).parse::<f32>().ok().filter(|score| score.is_finite());
            ratings.scores.push(score.with_context(|| {
                format!("{}: the score is {:?}, which is not a number", row.place(2), row.field(2))
            })?);
            Ok(())
        })?;
        ensure!(!ratings.scores.is_empty(), "{}: no rows", path.display());
        left_out.fields(path, count.unwrap_or(least) - least, ratings.scores.len());
        Ok(ratings)
    }

    /// So many scores of random pairs: 3, and the inner product of three hidden numbers of each, with a little noise.
    pub fn generate(seed: u64, count: usize, users: usize, items: usize) -> Result<Self> {
        const HIDDEN: usize = 3;
        let mut random = Random::new(seed, Stream::Data);
        let mut hidden =
            |count: usize| -> Vec<f64> { (0..count.saturating_mul(HIDDEN)).map(|_| random.normal()).collect() };
        let (of_users, of_items) = (hidden(users), hidden(items));
        let mut ratings = Self::default();
        for _ in 0..count {
            let [user, item] = [users, items].map(|end| random.below(end as u64));
            let numbers = |all: &[f64], place: u64| {
                all.chunks(HIDDEN).nth(place as usize).map(<[f64]>::to_vec).unwrap_or_default()
            };
            let product: f64 = numbers(&of_users, user).iter().zip(&numbers(&of_items, item)).map(|(a, b)| a * b).sum();
            ratings.users.push(i64::try_from(user)?);
            ratings.items.push(i64::try_from(item)?);
            ratings.scores.push((3.0 + product / 2.0 + random.normal() / 10.0) as f32);
        }
        Ok(ratings)
    }

    /// One more than the largest user, and the same of items.
    pub fn ends(&self) -> (usize, usize) {
        let end = |ids: &[i64]| {
            ids.iter()
                .max()
                .and_then(|&largest| usize::try_from(largest).ok())
                .map_or(0, |largest| largest.saturating_add(1))
        };
        (end(&self.users), end(&self.items))
    }

    /// Refuses users and items that a model does not have.
    pub fn expect(&self, name: &str, users: usize, items: usize) -> Result<()> {
        let (found_users, found_items) = self.ends();
        ensure!(
            found_users <= users,
            "{name}: user {} is out of range: there are {users}",
            found_users.saturating_sub(1)
        );
        ensure!(
            found_items <= items,
            "{name}: item {} is out of range: there are {items}",
            found_items.saturating_sub(1)
        );
        Ok(())
    }

    pub fn facts(&self, name: &str) -> String {
        let (users, items) = self.ends();
        let count = |number: usize| HumanCount(number as u64).to_string();
        format!("{name}, {} scores of {} users and {} items", count(self.scores.len()), count(users), count(items))
    }

    /// Batches, in another order in each epoch if there is a seed for it.
    pub fn batches(self, batch_size: usize, shuffled: Option<u64>) -> Result<MemoryBatches> {
        let rows = self.scores.len();
        let data = vec![Array::dense(&[rows], self.users)?, Array::dense(&[rows], self.items)?];
        let batches = MemoryBatches::new(data, vec![Array::dense(&[rows], self.scores)?], batch_size)?;
        Ok(match shuffled {
            Some(seed) => batches.shuffled(seed),
            None => batches,
        }
        .with_last(LastBatch::Keep))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn separators_heads_and_faults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            Ratings::read(&path, true, &mut LeftOut::default())
                .map_err(|error| error.to_string().split_once("scores").unwrap().1.to_owned())
        };
        let expected = Ratings { users: vec![1, 7], items: vec![31, 0], scores: vec![2.5, 4.0] };
        for text in [
            "userId,movieId,rating,time\n1,31,2.5,99\n7,0,4,1\n",
            "1::31::2.5::99\n\n7::0::4::1",
            "1\t31\t2.5\r\n7\t0\t4\r\n",
            "1  31 2.5\n 7 0   4 ",
            "1;31;2.5\n7;0;4",
            // No first row is lost: neither behind a byte order mark, nor between quotation marks.
            "\u{feff}1,31,2.5\n7,0,4",
            "\"1\",\"31\",\"2.5\"\n\"7\",\"0\",\"4\"",
            "\u{feff}\"user\",\"item\",\"score\"\n1,31,2.5\n7,0,4",
        ] {
            assert_eq!(read(text).as_ref(), Ok(&expected), "{text:?}");
        }
        assert_eq!((expected.ends(), expected.expect("x", 8, 32).is_ok()), ((8, 32), true));
        assert_eq!(expected.expect("x", 7, 32).unwrap_err().to_string(), "x: user 7 is out of range: there are 7");
        for (text, fault) in [
            ("", ": no rows"),
            ("1,2,3\n-1,2,3", ":2:1: the user is \"-1\", which is not a number, 0 or more"),
            ("1,x,3", ":1:3: the item is \"x\", which is not a number, 0 or more"),
            ("1,2", ":1: 2 fields, fewer than user, item and score"),
            ("1,2,nan", ":1:5: the score is \"nan\", which is not a number"),
            // The time is no score.
            ("1,31,2.5,99\n1,29,,79", ":2:6: the score is \"\", which is not a number"),
            ("1::29::::79", ":1:8: the score is \"\", which is not a number"),
            // A decimal comma is no separator beside another one.
            ("user;item;rating\n1;31;2,5", ":2:6: the score is \"2,5\", which is not a number"),
            ("1,31,2,5\n7,31,4", ":2: 3 fields, not 4"),
            ("1 31 2.5\n7;0;4", ":2: 1 fields, fewer than user, item and score"),
        ] {
            assert_eq!(read(text), Err(fault.to_owned()));
        }
    }
}
