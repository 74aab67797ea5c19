use serde::Serialize;

use super::super::Directory;
use muniment_documents::api::v1::{LicenseFileQuery, license_file};
use muniment_documents::describe::{Description, Publisher};
use muniment_licenses::model::terms::{cc, dct};
use muniment_licenses::model::{License, Model};

/// A text for works under the license.
#[derive(Debug, Serialize)]
pub(super) struct Snippet {
    /// Its title.
    pub(super) title: &'static str,
    /// Its name on the page.
    pub(super) anchor: &'static str,
    pub(super) text: String,
}

/// Texts that state the license of a work.
#[derive(Debug, Serialize)]
pub(super) struct Snippets {
    /// Texts to copy.
    pub(super) texts: Vec<Snippet>,
    /// Texts to copy for catalogs and tools.
    pub(super) catalogs: Vec<Snippet>,
    /// A file that names the license; may be empty.
    pub(super) license_file: String,
    /// Whether the file has a credit.
    pub(super) credits: bool,
}

impl Snippets {
    /// The texts for a draft, without badge and file, which are not public.
    pub(super) fn of_draft(model: &Model<License>) -> Self {
        Self { texts: texts(model), catalogs: Vec::new(), license_file: String::new(), credits: false }
    }

    /// The texts for a record or a published composed license.
    pub(super) fn of_public(directory: &Directory<'_>, id: &str, model: &Model<License>) -> Self {
        let library = directory.catalog.library;
        let license = &model.current.content;
        let name = license.spdx.as_deref().unwrap_or(id);
        let page = format!("{}/license-library/{id}", library.site.site_url);
        let file = license_file(library, model, &LicenseFileQuery::default());
        let badge = |title, anchor, text| Snippet { title, anchor, text };
        let mut all = texts(model);
        all.extend([
            badge("Badge in Markdown", "snippet-markdown", format!("[![License: {name}]({page}/badge.svg)]({page})")),
            badge(
                "Badge in HTML",
                "snippet-html",
                format!("<a rel=\"license\" href=\"{page}\"><img src=\"{page}/badge.svg\" alt=\"License: {name}\"></a>"),
            ),
        ]);
        // The offer of ODRL is part of the metadata of Croissant, and the page has the line of SPDX.
        let forms = Description::ALL.into_iter();
        let forms = forms.filter(|(form, ..)| !matches!(form, Description::Odrl | Description::Spdx));
        let describer = directory.describer();
        let catalogs = forms.filter_map(|(form, anchor, title)| {
            let id = library.licenses.get_key_value(id)?.0;
            let text = describer.text(form, id, &Publisher::default())?;
            Some(Snippet { title, anchor, text })
        });
        Self {
            texts: all,
            catalogs: catalogs.collect(),
            // Strings can always be serialized.
            license_file: serde_json::to_string_pretty(&file).unwrap_or_default(),
            credits: license.requires_anywhere(cc::ATTRIBUTION),
        }
    }
}

fn texts(model: &Model<License>) -> Vec<Snippet> {
    let tag = model.current.content.spdx.as_ref().map(|spdx| Snippet {
        title: "SPDX line for the head of a file",
        anchor: "snippet-spdx",
        text: format!("SPDX-License-Identifier: {spdx}"),
    });
    let turtle = Snippet {
        title: "Linked Data, in Turtle",
        anchor: "snippet-turtle",
        text: format!("<> <{}> <{}> .", dct::LICENSE, model.iri),
    };
    tag.into_iter().chain([turtle]).collect()
}
