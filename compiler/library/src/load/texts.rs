use std::collections::BTreeMap;

use serde::Deserialize;

use super::{folder::Folder, toml_file};
use muniment_licenses::model::{Fault, LicenseId, LicenseText, Place, TextSource};

const TEXTS: &str = "texts.toml";

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct TextsFile {
    #[serde(default)]
    text: Vec<TextTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextTable {
    record: String,
    #[serde(default)]
    spdx: Vec<String>,
    package: Option<String>,
    repository: Option<String>,
    path: Option<String>,
    version: String,
    bytes: String,
    normal_form: String,
    #[serde(default = "english")]
    language: String,
    #[serde(default)]
    sections: String,
}

fn english() -> String {
    "en".to_owned()
}

/// Whether a tag has the form of BCP 47: parts of letters and digits.
fn is_language(tag: &str) -> bool {
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    tag.split('-').all(is_part) && tag.starts_with(|c: char| c.is_ascii_lowercase())
}

impl TextTable {
    fn read(self) -> Result<(LicenseId, LicenseText), (String, &'static str)> {
        let record = self.record;
        let id: LicenseId = record.parse().map_err(|error| (format!("{error}"), "name a record"))?;
        let source = match (self.package, self.repository, self.path) {
            (None, None, None) if !self.spdx.is_empty() => TextSource::Spdx(self.spdx),
            (Some(package), None, Some(path)) => TextSource::Package { before: self.spdx, package, path },
            (None, Some(repository), Some(path)) if self.spdx.is_empty() => {
                TextSource::Repository { repository, path }
            }
            _ => {
                let message = format!("the text of `{record}` has no source, or several");
                return Err((message, "give `spdx`, `package` and `path`, or `repository` and `path`"));
            }
        };
        let hash = |written: &str| {
            written
                .parse()
                .map_err(|error| (format!("{record}: {error}"), "write the hash as `sha256:` and 64 digits"))
        };
        let (bytes, normal_form) = (hash(&self.bytes)?, hash(&self.normal_form)?);
        if !is_language(&self.language) {
            let message = format!("`{}` is no language (text of `{record}`)", self.language);
            return Err((message, "write a tag of BCP 47, such as `de` or `zh-Hans`"));
        }
        let language = self.language;
        let sections = self.sections.parse().map_err(|error| {
            let help = "write `START:NUMBER` for each section, in the order of the text";
            (format!("sections of {record}: {error}"), help)
        })?;
        Ok((id, LicenseText { source, version: self.version, bytes, normal_form, language, sections }))
    }
}

/// Reads `texts.toml`.
pub(super) fn load(data: &Folder<'_>, faults: &mut Vec<Fault>) -> BTreeMap<LicenseId, LicenseText> {
    let file = toml_file::read::<TextsFile>(data, TEXTS, 70, faults).unwrap_or_default();
    let mut texts = BTreeMap::new();
    for table in file.text {
        let read = table.read().and_then(|(id, text)| match texts.insert(id.clone(), text) {
            None => Ok(()),
            Some(_) => Err((format!("`{id}` has two texts"), "keep the one with which it was compared")),
        });
        if let Err((message, help)) = read {
            faults.push(Fault::error(70, Place::file(TEXTS), message, help));
        }
    }
    texts
}
