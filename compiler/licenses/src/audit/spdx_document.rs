use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::bounded::{Mentions, count, list};
use super::dependencies::Dependencies;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Descriptions, Inventory, LeftOut, is_stated, one_line};
use super::json::document;
use super::own_context::OwnContext;
use super::purl::{PackageUrl, purl};

/// What is read of a document in any form.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    /// In JSON and YAML.
    spdx_version: Option<Mentions>,
    #[serde(default, deserialize_with = "list")]
    pub(super) packages: Vec<Package>,
    #[serde(default, deserialize_with = "list")]
    pub(super) document_describes: Vec<String>,
    #[serde(default, deserialize_with = "list")]
    pub(super) relationships: Vec<Relationship>,
    #[serde(default, deserialize_with = "list")]
    pub(super) has_extracted_licensing_infos: Vec<ExtractedLicense>,
    #[serde(default, deserialize_with = "list")]
    pub(super) files: Vec<File>,
    #[serde(default, deserialize_with = "list")]
    pub(super) snippets: Vec<IgnoredAny>,
}

/// A file (SPDX 2.3 §8).
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct File {
    #[serde(rename = "SPDXID")]
    pub(super) id: String,
    #[serde(rename = "fileName")]
    pub(super) name: String,
    pub(super) license_concluded: Option<String>,
    #[serde(default, deserialize_with = "list")]
    pub(super) license_info_in_files: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct Package {
    #[serde(rename = "SPDXID")]
    pub(super) id: String,
    pub(super) name: String,
    pub(super) version_info: Option<String>,
    pub(super) license_concluded: Option<String>,
    pub(super) license_declared: Option<String>,
    pub(super) copyright_text: Option<String>,
    #[serde(default, deserialize_with = "list")]
    pub(super) has_files: Vec<String>,
    /// `externalRefs` (SPDX 2.3 §7.21).
    #[serde(default, rename = "externalRefs")]
    pub(super) purl: PackageUrl,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Relationship {
    pub(super) spdx_element_id: String,
    /// In capitals, such as `DEV_DEPENDENCY_OF`.
    pub(super) relationship_type: String,
    pub(super) related_spdx_element: String,
}

/// A license of the document itself (SPDX 2.3 §10).
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExtractedLicense {
    /// `LicenseRef-…`.
    pub(super) license_id: String,
    pub(super) name: Option<String>,
    #[serde(default, deserialize_with = "list")]
    pub(super) see_alsos: Vec<String>,
}

pub(super) const JSON: Form = Form { sign: Sign::Json(|top| top.has("spdxVersion")), read };

pub(super) const TAG_VALUE: Form = Form { sign: Sign::Text(is_tag_value), read: read_tag_value };

/// The packages of an SPDX document (SPDX 2.3 §7), each with its concluded license, else its declared one; and the files
/// (SPDX 2.3 §8) that no package contains, or that state licenses in a package without a concluded one.
///
/// If the document describes one package, that is the work itself and is left out. A package that
/// `DEV_DEPENDENCY_OF`, `TEST_DEPENDENCY_OF` and tools of development lead to, and no other dependency of the
/// work, is for development.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    document::<Document>(text)?.of_version_2()
}

/// Whether a text is a document in tag-value form: its first line that is no comment states the version.
pub(super) fn is_tag_value(text: &str) -> bool {
    let mut lines =
        text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(|line| line.starts_with("SPDXVersion:"))
}

/// The same of a document in tag-value form (SPDX 2.3 §5). Other tags are ignored.
fn read_tag_value(text: &str) -> Result<Inventory, InventoryFault> {
    let mut document = Document::default();
    let Document {
        packages, relationships, has_extracted_licensing_infos: licenses, files, snippets, ..
    } = &mut document;
    let mut section = Section::Other;
    let mut offset = 0;
    // The end of a text of several lines, with the place of its start.
    let mut inside: Option<usize> = None;
    let mut is_notice = false;
    for line in text.split_inclusive('\n') {
        let begin = offset;
        offset += line.len();
        if inside.is_some() {
            inside = inside.filter(|_| !line.contains("</text>"));
            if is_notice && let Some(package) = packages.last_mut() {
                let line = line.split("</text>").next().unwrap_or_default();
                package.copyright_text.get_or_insert_default().push_str(line);
            }
            continue;
        }
        let Some((tag, value)) = line.split_once(':') else {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let remedy = "mend it there, or export it anew: a line is `Tag: value`";
            return Err(InventoryFault::at(text, begin, "this line has no tag", remedy));
        };
        is_notice = tag.trim() == "PackageCopyrightText";
        if value.contains("<text>") && !value.contains("</text>") {
            inside = Some(begin);
        }
        let value = value.trim().to_owned();
        match (tag.trim(), section.of(packages, files)) {
            ("SPDXVersion", _) if !value.starts_with("SPDX-2.") => {
                let message = format!("this is an SPDX document of version \"{value}\"");
                return Err(InventoryFault::at(text, begin, message, "export it as SPDX 2.3"));
            }
            ("PackageName", _) => {
                count()?;
                section = Section::Package;
                packages.push(Package { name: value, ..Package::default() });
            }
            ("LicenseID", _) => {
                count()?;
                section = Section::Other;
                licenses.push(ExtractedLicense { license_id: value, ..ExtractedLicense::default() });
            }
            ("LicenseName", _) => {
                if let Some(license) = licenses.last_mut() {
                    license.name = Some(value);
                }
            }
            ("LicenseCrossReference", _) => {
                if let Some(license) = licenses.last_mut() {
                    license.see_alsos.push(value);
                }
            }
            ("FileName", _) => {
                count()?;
                section = Section::File;
                files.push(File { name: value, ..File::default() });
            }
            ("SnippetSPDXID", _) => {
                count()?;
                section = Section::Other;
                snippets.push(IgnoredAny);
            }
            ("SPDXID", Described::Package(package)) => package.id = value,
            ("PackageVersion", Described::Package(package)) => package.version_info = Some(value),
            ("ExternalRef", Described::Package(package)) => {
                if let [_, "purl", locator] = value.split_whitespace().collect::<Vec<_>>().as_slice()
                    && package.purl.0.is_none()
                {
                    package.purl = PackageUrl(purl(locator));
                }
            }
            ("PackageLicenseConcluded", Described::Package(package)) => {
                package.license_concluded = Some(value);
            }
            ("PackageCopyrightText", Described::Package(package)) => {
                let text = value.trim_start_matches("<text>").trim_end_matches("</text>");
                package.copyright_text = Some(format!("{text}\n"));
            }
            ("PackageLicenseDeclared", Described::Package(package)) => package.license_declared = Some(value),
            ("SPDXID", Described::File(file, package)) => {
                if let Some(package) = package {
                    package.has_files.push(value.clone());
                }
                file.id = value;
            }
            ("LicenseConcluded", Described::File(file, _)) => file.license_concluded = Some(value),
            ("LicenseInfoInFile", Described::File(file, _)) => {
                count()?;
                file.license_info_in_files.push(value);
            }
            ("Relationship", _) => {
                if let [from, kind, to] = value.split_whitespace().collect::<Vec<_>>().as_slice() {
                    count()?;
                    relationships.push(Relationship {
                        spdx_element_id: (*from).to_owned(),
                        relationship_type: (*kind).to_owned(),
                        related_spdx_element: (*to).to_owned(),
                    });
                }
            }
            _ => {}
        }
    }
    match inside {
        Some(begin) => {
            let remedy = "export the document anew: the file may be cut";
            Err(InventoryFault::at(text, begin, "a `<text>` does not end", remedy))
        }
        None => document.inventory(),
    }
}

/// What the tags of a document in tag-value form describe, until another section begins.
#[derive(Clone, Copy)]
enum Section {
    Package,
    /// A file; after a package it is one of the package.
    File,
    Other,
}

/// The last element of a section; of a file, with the package before it.
enum Described<'d> {
    Package(&'d mut Package),
    File(&'d mut File, Option<&'d mut Package>),
    Nothing,
}

impl Section {
    fn of<'d>(self, packages: &'d mut [Package], files: &'d mut [File]) -> Described<'d> {
        match self {
            Self::Package => packages.last_mut().map_or(Described::Nothing, Described::Package),
            Self::File => match files.last_mut() {
                Some(file) => Described::File(file, packages.last_mut()),
                None => Described::Nothing,
            },
            Self::Other => Described::Nothing,
        }
    }
}

impl Document {
    /// The inventory of a document in JSON or YAML; another version is refused.
    pub(super) fn of_version_2(self) -> Result<Inventory, InventoryFault> {
        let version = self.spdx_version.as_ref().map_or("", |Mentions(version)| version.trim_end());
        if version.starts_with("SPDX-2.") {
            return self.inventory();
        }
        Err(InventoryFault::of_all(
            format!("this is an SPDX document of version {version}"),
            "export it as SPDX 2.3, or as SPDX 3 in JSON-LD",
        ))
    }

    /// The inventory; an identifier that two packages have would make one of them the other.
    pub(super) fn inventory(self) -> Result<Inventory, InventoryFault> {
        let mut known = BTreeSet::new();
        let mut ids = self.packages.iter().map(|package| package.id.as_str()).filter(|id| !id.is_empty());
        if let Some(id) = ids.find(|id| !known.insert(*id)) {
            let message = format!("two packages have the identifier `{}`", one_line(id));
            return Err(InventoryFault::of_all(message, "give each its own, or export the document anew"));
        }
        let mut described = Descriptions::default();
        for ExtractedLicense { license_id, name, see_alsos } in self.has_extracted_licensing_infos {
            let name = name.filter(|name| is_stated(name));
            described.add(&license_id, name.into_iter().chain(see_alsos).collect());
        }
        let mut works: BTreeSet<&str> = self.document_describes.iter().map(String::as_str).collect();
        let mut dependencies = Dependencies::default();
        for Relationship { spdx_element_id: from, relationship_type: kind, related_spdx_element: to } in
            &self.relationships
        {
            match kind.as_str() {
                "DESCRIBES" => _ = works.insert(to),
                "DESCRIBED_BY" => _ = works.insert(from),
                kind => relate(&mut dependencies, from, kind, to),
            }
        }
        let files: BTreeSet<&str> = self.files.iter().map(|file| file.id.as_str()).collect();
        let contained = self.relationships.iter().filter_map(Relationship::contained);
        let of_packages = self.packages.iter().flat_map(Package::files);
        dependencies.add_files(&works, contained.filter(|(_, part)| files.contains(part)).chain(of_packages));
        let development = dependencies.only_development(&works);
        let own_contexts = dependencies.own_contexts(&works);
        let ids = self.packages.iter().map(|package| package.id.as_str());
        let of_packages: Vec<(bool, OwnContext)> =
            ids.map(|id| (development.contains(id), own_contexts.of(id))).collect();
        let in_packages = FilesOfPackages::new(&self.packages, &self.relationships);
        let (mut components, mut covered) = (Vec::new(), 0);
        for file in self.files {
            let own = own_contexts.of(&file.id);
            match in_packages.component(file) {
                Some(component) => components.push(Component { own, ..component }),
                None => covered += 1,
            }
        }
        if works.len() > 1 {
            works.clear();
        }
        let packages = self.packages.into_iter().zip(of_packages);
        let packages = packages.filter(|(package, _)| !works.contains(package.id.as_str()));
        let packages = packages.map(|(package, (is_development, own))| {
            let concluded = package.license_concluded.filter(|text| is_stated(text));
            let license = concluded.or(package.license_declared);
            let component = Component::new(package.name, package.version_info, license);
            let component = component.with_copyright(package.copyright_text.as_deref());
            Component { is_development, purl: package.purl.0, own, ..component }
        });
        let components = packages.chain(components).collect();
        let left_out = LeftOut::of_files(covered, self.snippets.len());
        Ok(Inventory { described, left_out, ..Inventory::new(InventoryFormat::Spdx, components) })
    }
}

/// Reads a relationship of parts (SPDX 2.3 §11.1). What is not named here says nothing of how a work uses a
/// part:
///
/// - `CONTAINS` does not tell whether the part is among files of the work, so that what holds for all parts stays;
/// - `OPTIONAL_COMPONENT_OF`, `COPY_OF`, `DESCENDANT_OF` and others are no change by who makes the work.
fn relate<'d>(dependencies: &mut Dependencies<'d>, from: &'d str, kind: &str, to: &'d str) {
    match kind {
        // "Is used as a development tool", "a test tool", "a test", "a test case", "to build".
        "DEV_DEPENDENCY_OF" | "TEST_DEPENDENCY_OF" | "DEV_TOOL_OF" | "TEST_TOOL_OF" | "TEST_OF"
        | "TEST_CASE_OF" | "BUILD_TOOL_OF" => dependencies.add_development(from),
        "DEPENDS_ON" | "CONTAINS" => dependencies.add(from, to),
        "CONTAINED_BY" => dependencies.add(to, from),
        "STATIC_LINK" | "DYNAMIC_LINK" => dependencies.add_link(from, to),
        // The file itself is the modified one, "modified from" another element. That may also be the package
        // whose modified file it is: the stricter reading counts, and both are modified.
        "FILE_MODIFIED" => {
            dependencies.add_modified(from);
            dependencies.add_modified(to);
        }
        // A patch "for (to be applied to)" a part may not have been applied yet: the stricter reading counts.
        // Files that were added to a part or deleted from it modify the part.
        "PATCH_FOR" | "PATCH_APPLIED" | "FILE_ADDED" | "FILE_DELETED" => dependencies.add_modified(to),
        // A build dependency may generate parts of the work or go into it: the stricter reading counts, as
        // for crates.
        other if other.ends_with("DEPENDENCY_OF") => dependencies.add(to, from),
        _ => {}
    }
}

impl Package {
    /// The package with each of its files.
    fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.has_files.iter().map(|file| (self.id.as_str(), file.as_str()))
    }
}

impl Relationship {
    /// A container and what it contains.
    fn contained(&self) -> Option<(&str, &str)> {
        let (from, to) = (self.spdx_element_id.as_str(), self.related_spdx_element.as_str());
        match self.relationship_type.as_str() {
            "CONTAINS" => Some((from, to)),
            "CONTAINED_BY" => Some((to, from)),
            _ => None,
        }
    }
}

/// The files that packages contain, each with the concluded licenses of its packages.
struct FilesOfPackages<'d>(BTreeMap<&'d str, BTreeSet<&'d str>>);

impl<'d> FilesOfPackages<'d> {
    fn new(packages: &'d [Package], relationships: &'d [Relationship]) -> Self {
        let concluded =
            |package: &'d Package| package.license_concluded.as_deref().filter(|it| is_stated(it));
        let by_id: BTreeMap<&str, &Package> =
            packages.iter().map(|package| (package.id.as_str(), package)).collect();
        let stated = packages.iter().flat_map(|package| {
            package.has_files.iter().map(move |file| (file.as_str(), concluded(package)))
        });
        let related = relationships.iter().filter_map(|relationship| {
            let (from, to) = (&relationship.spdx_element_id, &relationship.related_spdx_element);
            let (package, file) = match relationship.relationship_type.as_str() {
                "CONTAINS" => (from, to),
                "CONTAINED_BY" => (to, from),
                _ => return None,
            };
            Some((file.as_str(), concluded(by_id.get(package.as_str())?)))
        });
        let mut files: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (file, concluded) in stated.chain(related) {
            files.entry(file).or_default().extend(concluded);
        }
        Self(files)
    }

    /// The component that a file is; `None` if the license of its package covers it: the concluded one, unless another is
    /// concluded for the file.
    fn component(&self, file: File) -> Option<Component> {
        let concluded = file.license_concluded.filter(|text| is_stated(text));
        let found = file.license_info_in_files.into_iter().filter(|text| is_stated(text));
        let licenses: Vec<String> = concluded.clone().map_or_else(|| found.collect(), |it| vec![it]);
        let is_covered = self.0.get(file.id.as_str()).is_some_and(|of_packages| match &concluded {
            Some(concluded) => of_packages.contains(concluded.as_str()),
            None => !of_packages.is_empty() || licenses.is_empty(),
        });
        (!is_covered).then(|| Component::new(file.name, None, licenses))
    }
}
