//! Rows that are asked for a step before they are pulled: those that the step does not touch come with its sums, the
//! others when it is over.
use super::ranks::{Ranks, places_of, range_of, row_sparse};
use super::updater::Entry;
use super::{KvError, KvStore};
use lacuna::infer::Stype;
use lacuna_arrays::Cpu;
use lacuna_arrays::array::{Array, Values, rows_of};
use lacuna_arrays::exchange::{ExchangeError, Reader, Writer};
use std::collections::BTreeMap;
use std::ops::Range;

/// Ids of a parameter that is cut, ascending and each once.
pub(super) type Ids = (String, Vec<i64>);

/// The rows that the next pull needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    /// What this rank pulls then.
    next: Vec<Ids>,
    /// What each rank pulls of this one, in the order of the keys.
    asked: Vec<Vec<Vec<i64>>>,
    /// Rows of this rank that some rank has pulled for the present step. `None`: all of them.
    busy: Option<Vec<Vec<i64>>>,
    /// What has been sent to each rank, by key.
    sent: Option<Vec<Vec<Part>>>,
    /// What each rank has sent.
    come: Option<Vec<Vec<Part>>>,
}

/// Some of the rows that a rank asks for.
#[derive(Clone, Debug, Default, PartialEq)]
struct Part {
    /// A bit for each row that is asked for.
    has: Vec<u8>,
    /// Those, one after the other.
    rows: Vec<u8>,
}

impl Part {
    fn has(&self, place: usize) -> bool {
        self.has.get(place / 8).is_some_and(|byte| byte >> (place % 8) & 1 == 1)
    }

    fn push(&mut self, place: usize, row: &[u8]) {
        if let Some(byte) = self.has.get_mut(place / 8) {
            *byte |= 1 << (place % 8);
            self.rows.extend_from_slice(row);
        }
    }

    fn of(asked: usize) -> Self {
        Self { has: vec![0; asked.div_ceil(8)], rows: Vec::new() }
    }

    fn write(&self, to: &mut Writer) {
        to.bytes(&self.has);
        to.bytes(&self.rows);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, ExchangeError> {
        Ok(Self { has: from.bytes()?.to_vec(), rows: from.bytes()?.to_vec() })
    }

    /// Its rows, of so many bytes each, with their places.
    fn each(&self, asked: usize, bytes: usize) -> impl Iterator<Item = (usize, &[u8])> {
        (0..asked).filter(|&place| self.has(place)).zip(self.rows.chunks_exact(bytes.max(1)))
    }
}

/// The bytes of the rows of some ids.
fn bytes_of(cpu: &Cpu, value: &Array, ids: &[i64]) -> Result<Vec<u8>, KvError> {
    let mut bytes = Vec::new();
    value.retained(cpu, ids.to_vec())?.values().write(&mut bytes);
    // Of a parameter without rows, they are zeros.
    bytes.resize(ids.len() * row_bytes(value)?, 0);
    Ok(bytes)
}

fn row_bytes(value: &Array) -> Result<usize, KvError> {
    Ok(rows_of(value.shape())?.1 * value.dtype().size())
}

fn entry<'e>(entries: &'e BTreeMap<String, Entry>, key: &str) -> Result<&'e Array, KvError> {
    let entry = entries.get(key).ok_or_else(|| KvError::UnknownKey { key: key.to_owned() })?;
    Ok(&entry.value)
}

impl Ranks {
    fn rows_of_rank(&self, value: &Array, rank: usize) -> Result<Range<usize>, KvError> {
        Ok(range_of(rows_of(value.shape())?.0, rank, self.size()))
    }

    /// The rows that this step pulls, and what the next one will pull. As [`rows`](Self::rows), of which it waits once
    /// less where the rows were told before.
    pub fn rows_ahead(
        &self,
        cpu: &Cpu,
        entries: &BTreeMap<String, Entry>,
        wanted: &[Ids],
        next: Option<Vec<Ids>>,
        told: Option<Ahead>,
    ) -> Result<(Vec<Array>, Option<Ahead>), KvError> {
        if let Some(((key, _), _)) =
            told.iter().flat_map(|told| wanted.iter().zip(&told.next)).find(|(wanted, next)| wanted != next)
        {
            return Err(KvError::OtherRows { key: key.clone() });
        }
        let mut plain = Vec::new();
        if told.is_none() {
            let pulled = wanted.iter().map(|(key, ids)| Ok((entry(entries, key)?, ids.clone())));
            plain = self.rows(cpu, &pulled.collect::<Result<Vec<_>, KvError>>()?)?;
        }
        let message = |to: usize| {
            let mut message = Writer::default();
            message.number(u64::from(told.is_some()));
            if let Some(told) = &told {
                for part in self.late(cpu, entries, told, to)? {
                    part.write(&mut message);
                }
            }
            message.number(u64::from(next.is_some()));
            for (key, ids) in next.iter().flatten() {
                let range = self.rows_of_rank(entry(entries, key)?, to)?;
                message.ids(ids.get(places_of(ids, &range)).unwrap_or_default(), range.start);
            }
            Ok(message.finish())
        };
        if told.is_none() && next.is_none() {
            return Ok((plain, None));
        }
        let messages = (0..self.size()).map(message).collect::<Result<Vec<_>, KvError>>()?;
        let received = self.exchange.all_to_all(messages)?;
        let (mut late, mut asked) = (Vec::new(), Vec::new());
        for (from, message) in received.iter().enumerate() {
            let mut reader = Reader::new(from, message);
            let other = || ExchangeError::Message { rank: from, what: "the rows of a step", found: message.len() };
            if (reader.number()? == 1) != told.is_some() {
                return Err(other().into());
            }
            let parts = if told.is_some() { wanted.len() } else { 0 };
            late.push((0..parts).map(|_| Part::read(&mut reader)).collect::<Result<Vec<_>, _>>()?);
            if (reader.number()? == 1) != next.is_some() {
                return Err(other().into());
            }
            let mut ids = Vec::new();
            for (key, _) in next.iter().flatten() {
                ids.push(reader.ids(self.rows_of_rank(entry(entries, key)?, self.rank())?)?);
            }
            asked.push(ids);
            reader.end()?;
        }
        let (rows, busy) = match told {
            None => (plain, None),
            Some(told) => {
                let union = |place: usize| {
                    let of_rank = told.asked.iter().filter_map(|ids| ids.get(place));
                    let mut busy: Vec<i64> = of_rank.flatten().copied().collect();
                    busy.sort_unstable();
                    busy.dedup();
                    busy
                };
                let busy = (0..wanted.len()).map(union).collect();
                (self.put_together(entries, wanted, &late, told.come.as_deref())?, Some(busy))
            }
        };
        // Of the same keys in the same order, or else nothing is known about them.
        let same_keys = next.iter().flatten().map(|(key, _)| key).eq(wanted.iter().map(|(key, _)| key));
        let ahead = next.map(|next| Ahead { next, asked, busy: busy.filter(|_| same_keys), sent: None, come: None });
        Ok((rows, ahead))
    }

    /// What a rank has asked for and not got, or what is not any more what it got.
    fn late(
        &self,
        cpu: &Cpu,
        entries: &BTreeMap<String, Entry>,
        told: &Ahead,
        to: usize,
    ) -> Result<Vec<Part>, KvError> {
        let mut parts = Vec::new();
        for (place, (key, _)) in told.next.iter().enumerate() {
            let value = entry(entries, key)?;
            let asked = told.asked.get(to).and_then(|asked| asked.get(place)).map_or(&[][..], Vec::as_slice);
            let (bytes, row_bytes) = (bytes_of(cpu, value, asked)?, row_bytes(value)?);
            let sent = told.sent.as_ref().and_then(|sent| sent.get(to)?.get(place));
            let mut sent = sent.map(|sent| sent.each(asked.len(), row_bytes)).into_iter().flatten().peekable();
            let mut part = Part::of(asked.len());
            for (place, row) in bytes.chunks_exact(row_bytes.max(1)).enumerate() {
                let before = sent.next_if(|(sent, _)| *sent == place);
                if before.is_none_or(|(_, before)| before != row) {
                    part.push(place, row);
                }
            }
            parts.push(part);
        }
        Ok(parts)
    }

    /// The rows that nobody has pulled for this step, for the ranks that pull them for the next one: a message each.
    pub fn early(
        &self,
        cpu: &Cpu,
        entries: &BTreeMap<String, Entry>,
        ahead: &mut Ahead,
    ) -> Result<Vec<Vec<u8>>, KvError> {
        let (mut messages, mut all) = (Vec::new(), Vec::new());
        for asked in &ahead.asked {
            let (mut message, mut parts) = (Writer::default(), Vec::new());
            for (place, ((key, _), asked)) in ahead.next.iter().zip(asked).enumerate() {
                let value = entry(entries, key)?;
                let mut part = Part::of(asked.len());
                if let Some(busy) = ahead.busy.as_ref().and_then(|busy| busy.get(place)) {
                    let is_free = |id: &i64| busy.binary_search(id).is_err();
                    let free: Vec<i64> = asked.iter().copied().filter(is_free).collect();
                    let bytes = bytes_of(cpu, value, &free)?;
                    let places = (0..asked.len()).filter(|&place| asked.get(place).is_some_and(is_free));
                    for (place, row) in places.zip(bytes.chunks_exact(row_bytes(value)?.max(1))) {
                        part.push(place, row);
                    }
                }
                part.write(&mut message);
                parts.push(part);
            }
            messages.push(message.finish());
            all.push(parts);
        }
        ahead.sent = Some(all);
        Ok(messages)
    }

    /// Takes what the others have sent early.
    pub fn take_early(messages: &[Vec<u8>], ahead: &mut Ahead) -> Result<(), KvError> {
        let mut come = Vec::new();
        for (from, message) in messages.iter().enumerate() {
            let mut reader = Reader::new(from, message);
            come.push(ahead.next.iter().map(|_| Part::read(&mut reader)).collect::<Result<Vec<_>, _>>()?);
            reader.end()?;
        }
        ahead.come = Some(come);
        Ok(())
    }

    fn put_together(
        &self,
        entries: &BTreeMap<String, Entry>,
        wanted: &[Ids],
        late: &[Vec<Part>],
        come: Option<&[Vec<Part>]>,
    ) -> Result<Vec<Array>, KvError> {
        let mut found = Vec::new();
        for (place, (key, ids)) in wanted.iter().enumerate() {
            let value = entry(entries, key)?;
            let row_bytes = row_bytes(value)?;
            let mut bytes = vec![0; ids.len() * row_bytes];
            for (from, late) in late.iter().enumerate() {
                let places = places_of(ids, &self.rows_of_rank(value, from)?);
                let asked = places.len();
                let come = come.and_then(|come| come.get(from)?.get(place));
                let late = late.get(place);
                for part in come.into_iter().chain(late) {
                    for (row, from) in part.each(asked, row_bytes) {
                        let begin = (places.start + row) * row_bytes;
                        if let Some(to) = bytes.get_mut(begin..begin + row_bytes) {
                            to.copy_from_slice(from);
                        }
                    }
                }
                let has = |row: &usize| [come, late].into_iter().flatten().any(|part| part.has(*row));
                let is_cut =
                    |part: &Part| part.rows.len() != row_bytes * (0..asked).filter(|&row| part.has(row)).count();
                if !(0..asked).all(|row| has(&row)) || [come, late].into_iter().flatten().any(is_cut) {
                    let found = late.map_or(0, |late| late.rows.len());
                    return Err(ExchangeError::Message { rank: from, what: "the rows of a step", found }.into());
                }
            }
            found.push(if ids.is_empty() {
                Array::zeros(Stype::RowSparse, value.shape(), value.dtype())?
            } else {
                row_sparse(value.shape(), ids.clone(), Values::read(value.dtype(), &bytes))?
            });
        }
        Ok(found)
    }
}

impl KvStore {
    /// The rows of early messages, which go with the sums of a step.
    pub(super) fn early(&self) -> Result<Option<Vec<Vec<u8>>>, KvError> {
        let mut ahead = self.ahead.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match (&self.ranks, ahead.as_mut().filter(|ahead| ahead.sent.is_none())) {
            (Some(ranks), Some(ahead)) => ranks.early(&self.cpu, &self.entries, ahead).map(Some),
            _ => Ok(None),
        }
    }

    pub(super) fn take_early(&self, messages: &[Vec<u8>]) -> Result<(), KvError> {
        let mut ahead = self.ahead.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        ahead.as_mut().map_or(Ok(()), |ahead| Ranks::take_early(messages, ahead))
    }
}
