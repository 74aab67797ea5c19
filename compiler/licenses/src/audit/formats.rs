//! The one table of the formats that are read. A new format is a module with its forms, and an entry here.

use super::fault::InventoryFault;
use super::inventory::Inventory;
use super::json::Glance;
use super::{
    audit_report, cargo_metadata, composer_lock, croissant, cyclonedx, debian_copyright, github_graph,
    hugging_face, license_checker, npm_lock, pip_licenses, python, spdx_3, spdx_document, spdx_rdf,
    spdx_yaml,
};

/// A form of a format, such as its form in JSON.
pub(super) struct Form {
    pub(super) sign: Sign,
    pub(super) read: fn(&str) -> Result<Inventory, InventoryFault>,
}

/// What a text is recognised by. No document has the signs of two forms.
pub(super) enum Sign {
    /// The top of a JSON document.
    Json(fn(&Glance) -> bool),
    /// A text that is no JSON, from its first character that is not blank.
    Text(fn(&str) -> bool),
}

/// The formats, each with its name, how a sentence lists it, and its forms.
macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident = $name:literal, $listed:literal, [$($form:path),*];)*) => {
        /// A format of an inventory.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum InventoryFormat {
            $($(#[$doc])* $format,)*
            /// SPDX expressions, one a line: what has the sign of no other format.
            Expressions,
        }

        impl InventoryFormat {
            /// All formats with their forms, for a sentence.
            pub const LISTED: &str = concat!($($listed, ", ",)* "and SPDX expressions, one a line");

            /// Every format.
            pub const ALL: &[Self] = &[$(Self::$format,)* Self::Expressions];

            /// The name for messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$format => $name,)*
                    Self::Expressions => "list of SPDX expressions",
                }
            }

            /// How a sentence that lists all formats names this one, with its forms.
            #[must_use]
            pub const fn listed(self) -> &'static str {
                match self {
                    $(Self::$format => $listed,)*
                    Self::Expressions => "SPDX expressions, one a line",
                }
            }

            pub(super) const fn forms(self) -> &'static [Form] {
                match self {
                    $(Self::$format => {
                        const FORMS: &[Form] = &[$($form),*];
                        FORMS
                    })*
                    Self::Expressions => &[],
                }
            }
        }

        /// The remedy for a file of another format.
        pub(super) const KNOWN: &str =
            concat!("the formats are ", $($listed, ", ",)* "and SPDX expressions, one a line");
    };
}

formats! {
    /// A `CycloneDX` document, JSON or XML.
    CycloneDx = "CycloneDX", "CycloneDX (JSON, XML)", [cyclonedx::JSON, cyclonedx::XML];
    /// An SPDX document of version 2, JSON, tag-value, RDF or YAML.
    Spdx = "SPDX", "SPDX 2 (JSON, tag-value, RDF, YAML)",
        [spdx_document::JSON, spdx_document::TAG_VALUE, spdx_rdf::FORM, spdx_yaml::FORM];
    /// An SPDX document of version 3, JSON-LD.
    Spdx3 = "SPDX 3", "SPDX 3 (JSON-LD)", [spdx_3::FORM];
    /// The export of the dependency graph of GitHub: an SPDX document in an envelope.
    GitHubGraph = "GitHub dependency graph", "the dependency graph of GitHub", [github_graph::FORM];
    /// The output of `cargo metadata`.
    CargoMetadata = "cargo metadata", "the output of `cargo metadata`", [cargo_metadata::FORM];
    /// The report of `pip install --report`, or the output of `pip inspect`.
    Pip = "pip", "the output of `pip inspect` and the report of `pip install`", [python::FORM];
    /// The output of `pip-licenses --format=json`.
    PipLicenses = "pip-licenses", "the output of `pip-licenses --format=json`",
        [pip_licenses::FORM];
    /// A `package-lock.json`.
    NpmLock = "package-lock.json", "package-lock.json", [npm_lock::FORM];
    /// The output of `license-checker --json`, also of its successors.
    LicenseChecker = "license-checker", "the output of `license-checker --json`",
        [license_checker::FORM];
    /// A `composer.lock`.
    ComposerLock = "composer.lock", "composer.lock", [composer_lock::FORM];
    /// A machine-readable `debian/copyright` (DEP-5).
    DebianCopyright = "Debian copyright file", "Debian copyright files", [debian_copyright::FORM];
    /// The report of an earlier audit.
    AuditReport = "muniment audit", "as a baseline the output of `muniment audit --format json`", [audit_report::FORM];
    /// A model card or data set card of Hugging Face.
    HuggingFaceCard = "Hugging Face card", "Hugging Face cards", [hugging_face::FORM];
    /// A description of a data set in Croissant.
    Croissant = "Croissant", "Croissant", [croissant::FORM];
}

/// The form of a JSON document.
pub(super) fn json_form(top: &Glance) -> Option<&'static Form> {
    forms().find(|form| matches!(form.sign, Sign::Json(is) if is(top)))
}

/// The form of a text that is no JSON, from its first character that is not blank.
pub(super) fn text_form(first: &str) -> Option<&'static Form> {
    forms().find(|form| matches!(form.sign, Sign::Text(is) if is(first)))
}

fn forms() -> impl Iterator<Item = &'static Form> {
    InventoryFormat::ALL.iter().flat_map(|format| format.forms())
}
