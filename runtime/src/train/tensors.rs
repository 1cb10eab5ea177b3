//! Numbers and a header as a safetensors file. The metadata has one key, so that the bytes of the file do not depend on the order of a hash table.
use super::scalar::TrainValue;
use crate::atomic_file::write_atomically;
use anyhow::{Context, Result, ensure};
use safetensors::tensor::{SafeTensors, TensorView, serialize};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::HashMap;
use std::path::Path;

/// A tensor to be written: its name, its shape, its bytes.
pub(super) type Part<'n> = (&'n str, Vec<usize>, Vec<u8>);

/// The bytes of values, as they are in a file.
pub(super) fn bytes<V: TrainValue>(values: impl ExactSizeIterator<Item = V>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.len() * size_of::<V>());
    values.for_each(|value| value.write_bits(&mut bytes));
    bytes
}

/// Writes the file, atomically.
pub(super) fn write<V: TrainValue>(path: &Path, key: &str, header: &impl Serialize, parts: &[Part<'_>]) -> Result<()> {
    let tensors = parts
        .iter()
        .map(|(name, shape, bytes)| Ok((*name, TensorView::new(V::DTYPE, shape.clone(), bytes)?)))
        .collect::<Result<Vec<_>>>()?;
    let header = serde_json::to_string(header)?;
    write_atomically(path, &serialize(tensors, Some(HashMap::from([(key.to_owned(), header)])))?)
}

/// A file that has been read.
#[derive(Debug)]
pub(super) struct TensorFile {
    pub(super) name: String,
    bytes: Vec<u8>,
}

impl TensorFile {
    /// Reads a file that [`write`] has written with this key; `what` is what it holds.
    pub(super) fn read<H: DeserializeOwned>(path: &Path, key: &str, what: &str) -> Result<(Self, H)> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).with_context(|| name.clone())?;
        let (_, metadata) = SafeTensors::read_metadata(&bytes).with_context(|| format!("{name}: not a safetensors file"))?;
        let header = metadata.metadata().as_ref().and_then(|metadata| metadata.get(key));
        let header = header.with_context(|| format!("{name}: not {what}"))?;
        let header = serde_json::from_str(header).with_context(|| format!("{name}: metadata {key} is not understood"))?;
        Ok((Self { name, bytes }, header))
    }

    /// The tensors, to take the numbers from.
    pub(super) fn tensors(&self) -> Result<Tensors<'_>> {
        let name = &self.name;
        let tensors = SafeTensors::deserialize(&self.bytes).with_context(|| format!("{name}: not a safetensors file"))?;
        Ok(Tensors { name, tensors })
    }
}

/// The tensors of a file.
pub(super) struct Tensors<'a> {
    name: &'a str,
    tensors: SafeTensors<'a>,
}

impl Tensors<'_> {
    /// The finite numbers of a tensor, if it is there, of this type and shape.
    pub(super) fn get<V: TrainValue>(&self, tensor: &str, shape: &[usize]) -> Result<Vec<V>> {
        let name = self.name;
        let view = self.tensors.tensor(tensor).with_context(|| format!("{name}: tensor {tensor}"))?;
        ensure!(view.dtype() == V::DTYPE, "{name}: tensor {tensor} is {}, not {}", view.dtype(), V::DTYPE);
        ensure!(view.shape() == shape, "{name}: tensor {tensor} has shape {:?}, not {shape:?}", view.shape());
        view.data()
            .chunks_exact(size_of::<V>())
            .map(|bytes| V::read_bits(bytes).filter(|value| value.to_f64().is_finite()))
            .collect::<Option<_>>()
            .with_context(|| format!("{name}: tensor {tensor} has an element that is not finite"))
    }
}
