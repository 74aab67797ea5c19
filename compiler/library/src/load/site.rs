use serde::Deserialize;

use super::{folder::Folder, toml_file};
use muniment_licenses::model::{Contact, DataLicense, Day, Fault, Place, SigningKey, Site};
use muniment_rdf::NamedNode;

pub(super) const FILE: &str = "site.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteFile {
    name: String,
    site_url: String,
    #[serde(default)]
    edition: String,
    prefixes: PrefixNames,
    data_license: Option<DataLicenseTable>,
    #[serde(default)]
    contact: ContactTable,
    notice: Option<NoticeTable>,
    #[serde(default)]
    signing_keys: Vec<SigningKeyEntry>,
}

/// A public key, or a key with the time whose releases it signs.
#[derive(Deserialize)]
#[serde(untagged)]
enum SigningKeyEntry {
    Always(String),
    Dated(DatedKey),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DatedKey {
    key: String,
    from: Option<String>,
    until: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrefixNames {
    vocabulary: String,
    library: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DataLicenseTable {
    spdx: String,
    name: String,
    title: String,
    address: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ContactTable {
    #[serde(default)]
    emails: Vec<String>,
    #[serde(default)]
    url: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoticeTable {
    text: String,
    #[serde(default)]
    closable: bool,
}

/// Reads `site.toml`, which all addresses depend on.
pub(super) fn load(data: &Folder<'_>, faults: &mut Vec<Fault>) -> Option<Site> {
    let before = faults.len();
    let Some(file) = toml_file::read::<SiteFile>(data, FILE, 67, faults) else {
        if faults.len() == before {
            faults.push(Fault::error(
                67,
                Place::file(FILE),
                "the data folder has no `site.toml`",
                "name the folder with --data, or write the file as data/README.md describes",
            ));
        }
        return None;
    };
    let mut refuse =
        |message: String, help: &str| faults.push(Fault::error(67, Place::file(FILE), message, help));
    let is_http = |address: &str| address.starts_with("https://") || address.starts_with("http://");
    let is_bare = !file.site_url.ends_with('/') && !file.site_url.contains(['?', '#', ' ', '<', '>', '"']);
    if !is_http(&file.site_url) || !is_bare {
        let help = "write an absolute http(s) address without query, fragment or slash at its end";
        refuse(format!("`{}` cannot be the address of a site", file.site_url), help);
        return None;
    }
    for name in [&file.prefixes.vocabulary, &file.prefixes.library] {
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
            refuse(format!("`{name}` cannot be a prefix name"), "use lower-case letters and digits");
            return None;
        }
    }
    let data_license = match file.data_license {
        Some(DataLicenseTable { spdx, name, title, address }) => {
            if !is_http(&address) || NamedNode::new(&address).is_err() {
                refuse(
                    format!("`{address}` cannot be the address of a license"),
                    "write an absolute http(s) address",
                );
                return None;
            }
            DataLicense { spdx, name, title, address }
        }
        None => DataLicense::unstated(&file.site_url),
    };
    let mut signing_keys = Vec::new();
    for entry in &file.signing_keys {
        let (key, [from, until]) = match entry {
            SigningKeyEntry::Always(key) => (key, [None, None]),
            SigningKeyEntry::Dated(dated) => (&dated.key, [&dated.from, &dated.until].map(Option::as_ref)),
        };
        let mut day = |text: Option<&String>| {
            let day = text?.parse::<Day>();
            day.map_err(|error| refuse(error.to_string(), "write a day as YYYY-MM-DD")).ok()
        };
        let (from, until) = (day(from), day(until));
        match key.parse::<SigningKey>() {
            Ok(mut key) => {
                (key.from, key.until) = (from, until);
                signing_keys.push(key);
            }
            Err(error) => {
                refuse(
                    error.to_string(),
                    "write the second line of the file that `muniment sign --generate` made",
                );
            }
        }
    }
    let (notice, notice_closable) = match file.notice {
        Some(notice) => (Some(notice.text), notice.closable),
        None => (None, false),
    };
    Some(Site {
        name: file.name,
        site_url: file.site_url,
        vocabulary_prefix: file.prefixes.vocabulary,
        library_prefix: file.prefixes.library,
        edition: file.edition,
        data_license,
        contact: Contact { emails: file.contact.emails, url: file.contact.url },
        notice,
        notice_closable,
        signing_keys,
    })
}
