use clap::Args;

use super::Report;
use super::loading::readable;
use super::names::Names;
use super::planning::Writing;
use muniment_library::check::check;
use muniment_library::curate::{Draft, create};
use muniment_licenses::model::{Day, LicenseId};

/// Create a record: a formatted file, its review and its entries in families and classes
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    muniment new Meadow-1.0 --title 'Meadow License 1.0' --from MIT --date 2026-11-22\n  \
    muniment new Meadow-1.0 --title 'Meadow License 1.0' --family 'Meadow licenses' --new-family \
    --asset-type dcmitype:Software --permit odrl:distribute --require cc:Notice \
    --legalcode https://meadow.example/1.0 --date 2026-11-22\n\n\
    What the record still lacks is what `muniment check` says of it. Sentences of another text are never copied.")]
pub(super) struct Arguments {
    /// Its identifier: letters, digits, dots, underscores and hyphens; permanent after a release
    id: LicenseId,
    /// Its title in English
    #[arg(long, value_name = "TEXT")]
    title: String,
    /// A record to copy statements, asset types, territory, family and classes from
    #[arg(long, value_name = "LICENSE")]
    from: Option<String>,
    /// Its family (default: that of --from)
    #[arg(long, value_name = "NAME")]
    family: Option<String>,
    /// Create the family
    #[arg(long, requires = "family")]
    new_family: bool,
    /// Its SPDX identifier
    #[arg(long, value_name = "ID")]
    spdx: Option<String>,
    /// Publisher of the text
    #[arg(long, value_name = "NAME")]
    publisher: Option<String>,
    /// Address of the text
    #[arg(long, value_name = "URL")]
    legalcode: Option<String>,
    /// Address of a page about it
    #[arg(long, value_name = "URL")]
    source: Option<String>,
    /// An asset type it is for, such as `dcmitype:Software`
    #[arg(long, value_name = "TERM")]
    asset_type: Vec<String>,
    /// An act it permits, such as `odrl:distribute`
    #[arg(long, value_name = "ACT")]
    permit: Vec<String>,
    /// An act it prohibits
    #[arg(long, value_name = "ACT")]
    prohibit: Vec<String>,
    /// An act that the whole license requires, such as `cc:Notice`
    #[arg(long, value_name = "ACT")]
    require: Vec<String>,
    /// Its day, YYYY-MM-DD
    #[arg(long, value_name = "DAY")]
    date: Day,
    /// Its reviewer (default: the maintainers of the library)
    #[arg(long, value_name = "NAME")]
    reviewer: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = readable(arguments.writing.folder())?;
    let names = Names::new(&library);
    let from = arguments.from.as_deref().map(|name| names.license(name)).transpose()?;
    let draft = Draft {
        id: arguments.id.clone(),
        title: arguments.title.clone(),
        family: arguments.family.clone(),
        founds_family: arguments.new_family,
        from: from.cloned(),
        spdx: arguments.spdx.clone(),
        publisher: arguments.publisher.clone(),
        legalcode: arguments.legalcode.clone(),
        source: arguments.source.clone(),
        asset_types: arguments.asset_type.clone(),
        permissions: arguments.permit.clone(),
        prohibitions: arguments.prohibit.clone(),
        duties: arguments.require.clone(),
        day: arguments.date,
        reviewer: arguments.reviewer.clone().unwrap_or_else(|| library.site.maintainers()),
    };
    let edits = create(&library, &draft)?;
    let said = format!("began {}, version 1: {}\n", draft.id, library.site.license_iri(&draft.id));
    arguments.writing.carry_out(&edits, &check(&library), &said)
}
