use std::sync::Arc;

use muniment_licenses::model::{self, DependencyGraph, Model};
use muniment_licenses::reason::{Facts, Theory};
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

/// A composed license as it was read.
#[derive(Debug, Clone)]
pub(crate) struct LicenseModel {
    pub(crate) model: Arc<Model<model::License>>,
    pub(crate) facts: Arc<Facts>,
}

/// A dependency graph of an account as it was read.
#[derive(Debug, Clone)]
pub(crate) struct GraphModel {
    pub(crate) model: Arc<Model<DependencyGraph>>,
    pub(crate) theory: Arc<Theory>,
    /// Bytes of its canonical text.
    pub(crate) text: usize,
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

#[derive(Debug, Clone)]
enum Kept {
    License(LicenseModel),
    Graph(GraphModel),
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

    pub(crate) fn license(&self, key: &Key) -> Option<LicenseModel> {
        match self.0.get(key)? {
            Kept::License(license) => Some(license),
            Kept::Graph(_) => None,
        }
    }

    pub(crate) fn graph(&self, key: &Key) -> Option<GraphModel> {
        match self.0.get(key)? {
            Kept::Graph(graph) => Some(graph),
            Kept::License(_) => None,
        }
    }

    pub(crate) fn keep_license(&self, key: Key, license: LicenseModel) {
        self.0.insert(key, Kept::License(license));
    }

    pub(crate) fn keep_graph(&self, key: Key, graph: GraphModel) {
        self.0.insert(key, Kept::Graph(graph));
    }
}

impl Weighter<Key, Kept> for Weight {
    fn weight(&self, _: &Key, kept: &Kept) -> u64 {
        kept.bytes().max(self.least)
    }
}

impl Kept {
    /// An estimate of the memory it takes. The terms of a triple are three allocations, and the canonical text and what
    /// is read of the triples come on top; of a graph the text counts twice, once for its axioms, and its triples are read
    /// when somebody asks for them.
    fn bytes(&self) -> u64 {
        const OF_A_TRIPLE: usize = 400;
        const OF_A_THEORY: usize = 1 << 17;
        wide(match self {
            Self::License(license) => {
                let version = &license.model.current;
                version.graph.triples().len() * OF_A_TRIPLE + 2 * version.canonical.len()
            }
            Self::Graph(graph) => 2 * graph.text + OF_A_THEORY,
        })
    }
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use muniment_licenses::model::Library;
    use muniment_licenses::reason::Reasoner;
    use muniment_rdf::{Syntax, read};

    use super::*;

    fn library() -> Library {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/small");
        muniment_library::load::load(std::path::Path::new(data)).library.unwrap()
    }

    /// A license that says its number so many times over.
    fn license(number: usize, times: usize, library: &Library) -> LicenseModel {
        let iri = format!("https://svc.example/licenselibrary/{number}");
        let line = |time| format!("<{iri}> <https://x.example/p> \"{number} {time}\" .\n");
        let text: String = (0..times).map(line).collect();
        let graph = read(Syntax::NTriples, text.as_bytes()).unwrap();
        let facts = Arc::new(Reasoner::of_graphs(library).read_license(&iri, &graph));
        LicenseModel { model: Arc::new(Model::composed(&iri, graph, &library.site).unwrap()), facts }
    }

    fn key(license: &LicenseModel) -> Key {
        Key::new(&license.model.iri, license.model.current.content_hash, None)
    }

    /// How many of these licenses are kept.
    fn kept(models: &Models, licenses: &[LicenseModel]) -> usize {
        licenses.iter().filter(|license| models.license(&key(license)).is_some()).count()
    }

    #[test]
    fn models_are_bounded_in_number_and_in_bytes() {
        let library = library();
        let small: Vec<_> = (0..50).map(|number| license(number, 1, &library)).collect();
        let few = Models::new(ModelLimits { entries: 10, bytes: 1 << 20 });
        small.iter().for_each(|license| few.keep_license(key(license), license.clone()));
        let number = kept(&few, &small);
        assert!((1..=10).contains(&number), "{number}");

        let large: Vec<_> = (0..10).map(|number| license(number, 500, &library)).collect();
        let one = Kept::License(large[0].clone()).bytes();
        let bytes = Models::new(ModelLimits { entries: 1000, bytes: 4 * usize::try_from(one).unwrap() });
        large.iter().for_each(|license| bytes.keep_license(key(license), license.clone()));
        let number = kept(&bytes, &large);
        assert!((1..=4).contains(&number), "{number}");
    }

    #[test]
    fn a_changed_model_is_another_entry() {
        let library = library();
        let models = Models::new(ModelLimits { entries: 10, bytes: 1 << 20 });
        let (before, after) = (license(1, 1, &library), license(1, 2, &library));
        models.keep_license(key(&before), before.clone());
        assert_eq!((kept(&models, std::slice::from_ref(&before)), kept(&models, &[after])), (1, 0));
        let succeeding = Key { replaces: Some("https://x.example/other".to_owned()), ..key(&before) };
        assert!(models.license(&succeeding).is_none());
    }
}
