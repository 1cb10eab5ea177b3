//! How large a model is.
use super::deep::Expected;
use anyhow::{Result, bail};
use lacuna_models::model::{WideDeepOptions, saved_shapes};
use std::path::Path;

/// What data and arguments decide about the model.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub features: usize,
    pub tables: Vec<usize>,
    pub continuous: usize,
    pub width: usize,
    pub hidden: Vec<usize>,
}

impl Form {
    /// That of a model that was saved.
    pub fn saved(path: &Path) -> Result<Self> {
        let shapes = saved_shapes(path)?;
        let matrix = |name: &str| match shapes.get(name).map(Vec::as_slice) {
            Some(&[rows, columns]) => Some([rows, columns]),
            _ => None,
        };
        let numbered =
            |kind: &str| (0..).map_while(|number| matrix(&format!("{kind}_{number}_weight"))).collect::<Vec<_>>();
        let (tables, layers) = (numbered("embed"), numbered("fc"));
        let width = tables.first().map_or(0, |[_, columns]| *columns);
        let (Some([features, _]), Some(([_, terms], hidden))) = (matrix("linear_weight"), with_hidden(&layers)) else {
            bail!("{}: not a model of `lacuna train wide-deep`", path.display());
        };
        let continuous = terms.saturating_sub(width * tables.len());
        Ok(Self { features, tables: tables.iter().map(|[rows, _]| *rows).collect(), continuous, width, hidden })
    }

    /// What a text of ids and continuous columns must have.
    pub fn expected(&self) -> Expected {
        Expected { ids: self.tables.len(), ends: self.tables.clone(), columns: Some(self.continuous) }
    }

    pub fn options(&self) -> WideDeepOptions {
        let mut options = WideDeepOptions::new(self.features, &self.tables, self.continuous);
        (options.width, options.hidden) = (self.width, self.hidden.clone());
        options
    }

    /// Bytes of the weights and their moments.
    pub fn bytes(&self, states: usize) -> u128 {
        let tables: u128 = self.tables.iter().map(|&rows| rows as u128 * self.width as u128).sum();
        let inputs = self.tables.len() as u128 * self.width as u128 + self.continuous as u128;
        let ends = self.hidden.iter().map(|&outputs| outputs as u128).chain([2]);
        let begins = [inputs].into_iter().chain(self.hidden.iter().map(|&outputs| outputs as u128));
        let layers: u128 = begins.zip(ends).map(|(terms, outputs)| (terms + 1) * outputs).sum();
        (1 + states as u128) * 4 * (2 * self.features as u128 + tables + layers)
    }
}

/// The first layer, and the outputs of all but the last.
fn with_hidden(layers: &[[usize; 2]]) -> Option<([usize; 2], Vec<usize>)> {
    let (first, (_, hidden)) = (layers.first()?, layers.split_last()?);
    Some((*first, hidden.iter().map(|[outputs, _]| *outputs).collect()))
}
