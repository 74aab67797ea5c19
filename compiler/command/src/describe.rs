use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, builder::NonEmptyStringValueParser};

use super::Report;
use super::loading::Source;
use super::names::Names;
use muniment_documents::describe::{Describer, Description, HubTags, Publisher};

/// Print what to paste to publish a work under a license
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment describe CC-BY-4.0 --as croissant | jq .usageInfo\n  \
    muniment describe apache-2.0 --as hf-card > README.md\n  \
    muniment describe MIT --as reuse --name 'Jo Doe' --year 2026 > REUSE.toml\n\n\
    Words in capital letters and the address https://example.org/work are yours to replace. Croissant: the members go into the \
    metadata of the data set. The file tdmrep.json goes to /.well-known/tdmrep.json; it reserves text and data mining where the \
    license prohibits it or commercial use, or limits use.")]
pub(super) struct Arguments {
    /// The license: an identifier, name, alias or address
    license: String,
    /// The form
    #[arg(long = "as", value_name = "FORM", value_parser = forms())]
    form: Form,
    /// The holder of the rights
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    /// The year of publication
    #[arg(long, value_name = "YEAR", value_parser = NonEmptyStringValueParser::new())]
    year: Option<String>,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy)]
struct Form(Description);

fn forms() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Description::ALL.map(|(_, word, _)| word)).try_map(|word| {
        let found = Description::ALL.into_iter().find(|(_, known, _)| **known == word);
        found.map(|(form, ..)| Form(form)).ok_or("there is no such form")
    })
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let library = arguments.source.library()?;
    let names = Names::new(library);
    let id = names.license(&arguments.license)?;
    let mut publisher = Publisher::default();
    publisher.name = arguments.name.clone().unwrap_or(publisher.name);
    publisher.year = arguments.year.clone().unwrap_or(publisher.year);
    let tags = HubTags::new(names.licenses());
    let text = Describer::new(library, &tags).text(arguments.form.0, id, &publisher);
    Ok(Report::sound(text.unwrap_or_default()))
}
