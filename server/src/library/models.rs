use std::any::Any;
use std::sync::Arc;

use muniment_rdf::ContentHash;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::settings::{Config, mebibytes};

/// How much is kept of the models that accounts made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelLimits {
    /// Models at most.
    pub entries: usize,
    /// Bytes of memory at most, as they are estimated.
    pub bytes: usize,
}

impl ModelLimits {
    /// The limits that the settings state.
    #[must_use]
    pub const fn of(config: &Config) -> Self {
        Self { entries: config.cached_models, bytes: mebibytes(config.cached_models_mib) }
    }
}

/// Models that were read lately, the least used of them dropped first.
///
/// A change of a model is another entry. The cache lives as long as the library whose reasoner read the models.
#[derive(Debug)]
pub struct Models(Cache<Key, Kept, Weight>);

/// Which model: its IRI, the content hash of what is kept of it, and the IRI of the license it replaces, which is not
/// kept with it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    iri: String,
    hash: ContentHash,
    replaces: Option<String>,
}

impl Key {
    pub(crate) fn new(iri: &str, hash: ContentHash, replaces: Option<&str>) -> Self {
        Self { iri: iri.to_owned(), hash, replaces: replaces.map(str::to_owned) }
    }
}

/// A model as it was read.
#[derive(Debug, Clone)]
struct Kept {
    model: Arc<dyn Any + Send + Sync>,
    /// An estimate of the memory it takes.
    bytes: u64,
}

/// Weighs a model by its bytes, and at least so much that the number of entries is bounded too.
#[derive(Debug, Clone)]
struct Weight {
    least: u64,
}

impl Models {
    /// No models yet.
    #[must_use]
    pub fn new(limits: ModelLimits) -> Self {
        let weight = Weight { least: wide(limits.bytes.div_ceil(limits.entries.max(1)).max(1)) };
        // One shard: the largest model has to fit into one.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(limits.entries)
            .weight_capacity(wide(limits.bytes))
            .shards(1)
            .build();
        Self(match options {
            Ok(options) => Cache::with_options(
                options,
                weight,
                DefaultHashBuilder::default(),
                DefaultLifecycle::default(),
            ),
            Err(_) => Cache::with_weighter(limits.entries, wide(limits.bytes), weight),
        })
    }

    pub(crate) fn get<T: Any + Clone>(&self, key: &Key) -> Option<T> {
        self.0.get(key)?.model.downcast_ref().cloned()
    }

    /// Keeps a model that takes so many bytes of memory.
    pub(crate) fn keep<T: Any + Send + Sync>(&self, key: Key, model: T, bytes: usize) {
        self.0.insert(key, Kept { model: Arc::new(model), bytes: wide(bytes) });
    }
}

impl Weighter<Key, Kept> for Weight {
    fn weight(&self, _: &Key, kept: &Kept) -> u64 {
        kept.bytes.max(self.least)
    }
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model that says its number so many times over.
    fn model(number: usize, times: usize) -> Vec<usize> {
        vec![number; times]
    }

    fn key(model: &[usize]) -> Key {
        let text = format!("{model:?}");
        Key::new(&format!("https://svc.example/{}", model[0]), ContentHash::of(text.as_bytes()), None)
    }

    fn keep(models: &Models, model: &[usize]) {
        models.keep(key(model), model.to_vec(), size_of_val(model));
    }

    /// How many of these models are kept.
    fn kept(models: &Models, known: &[Vec<usize>]) -> usize {
        known.iter().filter(|known| models.get(&key(known)).as_ref() == Some(*known)).count()
    }

    #[test]
    fn models_are_bounded_in_number_and_in_bytes() {
        let small: Vec<_> = (0..50).map(|number| model(number, 1)).collect();
        let few = Models::new(ModelLimits { entries: 10, bytes: 1 << 20 });
        small.iter().for_each(|model| keep(&few, model));
        let number = kept(&few, &small);
        assert!((1..=10).contains(&number), "{number}");

        let large: Vec<_> = (0..10).map(|number| model(number, 500)).collect();
        let bytes = Models::new(ModelLimits { entries: 1000, bytes: 4 * size_of_val(&*large[0]) });
        large.iter().for_each(|model| keep(&bytes, model));
        let number = kept(&bytes, &large);
        assert!((1..=4).contains(&number), "{number}");
    }

    #[test]
    fn a_changed_model_is_another_entry() {
        let models = Models::new(ModelLimits { entries: 10, bytes: 1 << 20 });
        let (before, after) = (model(1, 1), model(1, 2));
        keep(&models, &before);
        assert_eq!((kept(&models, std::slice::from_ref(&before)), kept(&models, &[after])), (1, 0));
        assert_eq!(models.get::<String>(&key(&before)), None, "a model of another kind");
        let succeeding = Key { replaces: Some("https://x.example/other".to_owned()), ..key(&before) };
        assert_eq!(models.get::<Vec<usize>>(&succeeding), None);
    }
}
