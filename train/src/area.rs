//! The area under the ROC curve of any number of rows, in memory that does not grow with them.
use anyhow::{Context, Result};
use lacuna_models::metric::{Input, MetricError};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Scores that are held before they are sorted into the file: 8 MiB.
const RUN: usize = 1 << 20;

/// Scores of a run that are read again at a time, at most.
const PART: usize = 1 << 14;

/// Scores that all runs together have in memory while they are merged: 8 MiB.
const MERGED: usize = 1 << 20;

/// How often a row of class 1 has a higher score than one of class 0, of all such pairs; equal scores count half. The
/// pairs are counted in whole numbers, as `lacuna_models::metric::Auc` does. Scores that do not fit are sorted in a
/// temporary file, 8 bytes for each.
#[derive(Debug)]
pub(crate) struct Area {
    /// A score whose order is that of its bits, and the class in the last bit.
    held: Vec<u64>,
    run: usize,
    file: Option<File>,
    /// Where each run of the file begins and ends, in scores.
    runs: Vec<[u64; 2]>,
}

impl Default for Area {
    fn default() -> Self {
        Self { held: Vec::new(), run: RUN, file: None, runs: Vec::new() }
    }
}

/// The order of scores as that of whole numbers; -0.0 is 0.0.
fn key(score: f32, is_one: bool) -> u64 {
    let bits = (score + 0.0).to_bits();
    let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(ordered) << 1 | u64::from(is_one)
}

impl Area {
    /// Takes rows in, whose labels are 1, or else 0 or -1.
    pub fn add(&mut self, labels: &[f32], scores: &[f32]) -> Result<()> {
        for (place, (&label, &score)) in labels.iter().zip(scores).enumerate() {
            if score.is_nan() {
                return Err(MetricError::NotANumber { input: Input::Prediction, place }.into());
            }
            let is_one = match label {
                1.0 => true,
                0.0 | -1.0 => false,
                _ => return Err(MetricError::NotTwoClasses { place, value: label.into() }.into()),
            };
            if self.held.len() == self.run {
                self.spill().context("scores cannot be written into a temporary file")?;
            }
            self.held.push(key(score, is_one));
        }
        Ok(())
    }

    /// Sorts what is held into the file.
    fn spill(&mut self) -> io::Result<()> {
        self.held.sort_unstable();
        let mut file = match self.file.take() {
            Some(file) => file,
            None => tempfile::tempfile()?,
        };
        file.seek(SeekFrom::End(0))?;
        for part in self.held.chunks(PART) {
            let bytes: Vec<u8> = part.iter().flat_map(|key| key.to_le_bytes()).collect();
            file.write_all(&bytes)?;
        }
        let begin = self.runs.last().map_or(0, |&[_, end]| end);
        self.runs.push([begin, begin + self.held.len() as u64]);
        self.held.clear();
        self.file = Some(file);
        Ok(())
    }

    /// The area of all rows so far; NaN while one of the classes has none.
    pub fn value(&mut self) -> Result<f64> {
        self.held.sort_unstable();
        let mut pairs = Pairs::default();
        match &mut self.file {
            None => self.held.iter().for_each(|&key| pairs.add(key)),
            Some(file) => {
                let merged = merge(file, &self.runs, &self.held, |key| pairs.add(key));
                merged.context("scores cannot be read from their temporary file")?;
            }
        }
        Ok(pairs.area())
    }
}

/// Pairs of a row of each class, from keys in their order.
#[derive(Default)]
struct Pairs {
    /// Twice the pairs in order.
    twice: u128,
    ones: u128,
    zeros: u128,
    /// Those of the last score.
    score: u64,
    equal: [u128; 2],
}

impl Pairs {
    fn add(&mut self, key: u64) {
        if key >> 1 != self.score {
            self.close();
            self.score = key >> 1;
        }
        self.equal[usize::from(key & 1 == 1)] += 1;
    }

    fn close(&mut self) {
        let [others, these] = std::mem::take(&mut self.equal);
        self.twice += these * (2 * self.zeros + others);
        (self.ones, self.zeros) = (self.ones + these, self.zeros + others);
    }

    fn area(mut self) -> f64 {
        self.close();
        self.twice as f64 / (2 * self.ones * self.zeros) as f64
    }
}

/// A run that is read from its front.
struct Reading {
    part: Vec<u64>,
    next: usize,
    /// What is still in the file.
    left: [u64; 2],
}

impl Reading {
    fn next(&mut self, file: &mut File, most: usize) -> io::Result<Option<u64>> {
        if self.next == self.part.len() {
            let [begin, end] = self.left;
            let count = (end - begin).min(most as u64);
            let mut bytes = vec![0; count as usize * size_of::<u64>()];
            file.seek(SeekFrom::Start(begin * size_of::<u64>() as u64))?;
            file.read_exact(&mut bytes)?;
            self.part.clear();
            self.part.extend(bytes.as_chunks().0.iter().map(|&key| u64::from_le_bytes(key)));
            (self.next, self.left) = (0, [begin + count, end]);
        }
        let key = self.part.get(self.next).copied();
        self.next += usize::from(key.is_some());
        Ok(key)
    }
}

/// All keys of the runs, and those that are held, in their order.
fn merge(file: &mut File, runs: &[[u64; 2]], held: &[u64], mut with: impl FnMut(u64)) -> io::Result<()> {
    let most = (MERGED / runs.len().max(1)).clamp(1, PART);
    let mut readings: Vec<_> = runs.iter().map(|&left| Reading { part: Vec::new(), next: 0, left }).collect();
    // Behind the runs in the file comes the one that is held.
    let mut held = held.iter().copied();
    let mut next = |number: usize, readings: &mut [Reading]| match readings.get_mut(number) {
        Some(reading) => reading.next(file, most),
        None => Ok(held.next()),
    };
    let mut smallest = BinaryHeap::new();
    for number in 0..=runs.len() {
        smallest.extend(next(number, &mut readings)?.map(|key| Reverse((key, number))));
    }
    while let Some(Reverse((key, number))) = smallest.pop() {
        with(key);
        smallest.extend(next(number, &mut readings)?.map(|key| Reverse((key, number))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By counting all pairs.
    fn counted(labels: &[f32], scores: &[f32]) -> f64 {
        let (mut sum, mut pairs) = (0.0, 0.0);
        for (&one, _) in scores.iter().zip(labels).filter(|(_, label)| **label == 1.0) {
            for (&other, _) in scores.iter().zip(labels).filter(|(_, label)| **label != 1.0) {
                pairs += 1.0;
                sum += if one > other {
                    1.0
                } else if one == other {
                    0.5
                } else {
                    0.0
                };
            }
        }
        sum / pairs
    }

    #[test]
    fn scores_in_a_file_have_the_area_of_those_in_memory() {
        let mut state = 7_u32;
        let mut draw = |end: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % end
        };
        let labels: Vec<f32> = (0..700).map(|_| [-1.0, 0.0, 1.0][draw(3) as usize]).collect();
        let special = [f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, f32::MIN_POSITIVE / 4.0, -1e-30];
        let scores: Vec<f32> = (0..700)
            .map(|_| if draw(9) == 0 { special[draw(6) as usize] } else { (draw(60) as f32 - 30.0) / 8.0 })
            .collect();
        for rows in [0, 1, 2, 3, 64, 65, 128, 700] {
            let expected = counted(&labels[..rows], &scores[..rows]);
            for run in [1, 3, 64, 1 << 20] {
                let mut area = Area { run, ..Area::default() };
                for (labels, scores) in labels[..rows].chunks(37).zip(scores[..rows].chunks(37)) {
                    area.add(labels, scores).unwrap();
                }
                assert_eq!(area.runs.is_empty(), rows <= run);
                let found = area.value().unwrap();
                assert!(found == expected || found.is_nan() && expected.is_nan(), "{rows} {run}: {found} {expected}");
                // Once more, and more rows behind it.
                assert_eq!(area.value().unwrap().to_bits(), found.to_bits());
            }
        }
    }

    #[test]
    fn what_is_no_score_or_class_is_refused() {
        let refused = |label, score| Area::default().add(&[1.0, label], &[0.5, score]).unwrap_err().to_string();
        assert_eq!(refused(0.0, f32::NAN), "prediction 1 is no number");
        assert_eq!(refused(2.0, 0.5), "label 1 is 2.0, and not 1, 0 or -1");
    }
}
