use super::parameters::Parameter;
use crate::api::v1::Operation;

/// Summary and description of an operation; `{data_license}` stands for the name of that.
pub(super) const fn words(operation: Operation) -> (&'static str, &'static str) {
    match operation {
        Operation::GetLicense => (
            "A license of the library",
            "The record as JSON-LD whose references are plain strings, unless something else is asked for. `Accept` gets \
             Turtle, RDF/XML and JSON-LD as such and goes before `format`; `format=ttl` and `format=rdf-xml` get the \
             same text as a JSON string. `format=text` is the license in words, or the text the record carries. \
             A retired identifier and one of the SPDX list lead to the record.",
        ),
        Operation::ListLicenses => (
            "Records of the library",
            "By title, or with a keyword by how well the title matches. Test fixtures and composed licenses are never \
             listed. Without `skip` and `limit` every row comes back, whatever their defaults say.",
        ),
        Operation::SearchLicenses => (
            "Records that match facets",
            "A license is found if it is for one of the asset types that are `yes` and none that are `no`, and says what \
             the body asks of acts and duties. A duty counts where its act is `permitted`, and has to hang on that \
             permission. Rows are ordered by title; without `skip` and `limit` every row comes back.",
        ),
        Operation::ComposeLicense => (
            "Write a license",
            "Publishing is permanent and public under {data_license}, with the name of its creator: it cannot be undone, only \
             deprecated. The call is the consent and is recorded. The license is found by its address alone, and among \
             those of the account. With `publish=false` a private draft is stored, which may still contradict itself; those it is shared \
             with read it with their tokens. Turtle holds one `odrl:Set` and \
             absolute IRIs; an identifier in it is passed over.",
        ),
        Operation::ListAxioms => (
            "Axioms of a dependency graph",
            "What acts contain, imply, equal and contradict. Of the core graph unless another is named; the graph of an \
             account needs its token.",
        ),
        Operation::CheckCompatibility => (
            "What licenses say against each other",
            "Every pair of statements that cannot both be followed, with the reason. Some forbid combining the works, \
             others restrict the combined work; nothing found means nothing stands against it. The slash at the end of \
             the path belongs to it. An address of no license adds no statements.",
        ),
        Operation::GetDependencies => {
            ("Dependencies of a repository", "The document of the package-metadata service, as it came.")
        }
        Operation::GetDependenciesByUrl => (
            "Dependencies of a repository, by address",
            "The same by the address of the repository, however it is written.",
        ),
        Operation::CheckRepository => (
            "Whether the dependencies of a repository fit together",
            "Their licenses, each with the record it is read as, and what the records say against each other. With \
             `target` the license the whole is to be under takes part, and what stands against it is listed apart.",
        ),
        Operation::CheckRepositoryByUrl => (
            "Whether the dependencies of a repository fit together, by address",
            "The same by the address of the repository, however it is written.",
        ),
        Operation::GetHealth => (
            "Whether the deployment is well",
            "The token of an administrator gets addresses and the text of errors as well.",
        ),
        Operation::CompareLicenses => (
            "Licenses side by side",
            "What each says about asset types, acts, duties and further terms, as one list of rows and by section. \
             Identifiers of no record are named in `unknown_ids`.",
        ),
        Operation::ListActions => (
            "Acts and asset types",
            "What a license can be composed of, by label. The two flags can be combined.",
        ),
        Operation::CheckConsistency => (
            "What a license says against itself",
            "Of a license by identifier or address, or of a composer document. Counts as three requests.",
        ),
        Operation::ListOwnLicenses => {
            ("Licenses of the account", "Its own and those shared with it, drafts among them, newest first.")
        }
        Operation::ListRevisions => (
            "Revisions of a license of the account",
            "Newest first, with who saved each. Owners, editors and administrators may read them.",
        ),
        Operation::DeprecateLicense => (
            "Deprecate a license of the account",
            "Its address keeps answering, with a note from when on it is deprecated and what replaced it. Nothing is \
             deleted. Only its owner may.",
        ),
        Operation::GetLicenseBySpdx => (
            "The record of an SPDX identifier",
            "Letter case does not matter. Expressions with an exception, retired identifiers and those with a plus are \
             known too; the answer has the identifier that the record declares.",
        ),
        Operation::GetSpdxMapping => (
            "Every SPDX identifier and its record",
            "Both ways, with the retired forms and what replaced them.",
        ),
        Operation::GetReview => (
            "The review of a record",
            "What was found when the record was compared with its text, point by point.",
        ),
        Operation::ListHistory => (
            "What changed last",
            "Every record, most recently changed first, in pages: raise `skip` by `limit` until it reaches `total`.",
        ),
        Operation::TranslateLicense => (
            "From a text to a model",
            "A text of one part is answered at once. A longer one, and one that waits for the allowance of the provider, \
             becomes a run that is asked for at `poll_url`. Nothing is published. The same text sent again completes a \
             proposal of which parts failed. Counts as ten requests and as one of the account's runs of the day; the \
             first two times that a text is completed count for the deployment alone. The parameters are for a body of \
             plain text.",
        ),
        Operation::GetTranslation => (
            "A translation under way",
            "A finished run is kept about two hours. A run that failed is an answer too, with `status` failed. Asked for \
             again with `save_draft`, it names the same draft.",
        ),
        Operation::NarrateLicense => (
            "From a model to a text",
            "In sections on permissions, conditions, prohibitions and further terms. Without an assistant the text is \
             written from the vocabulary alone, so there always is one. `model` goes before `license`.",
        ),
        Operation::ListLicenseVersions => {
            ("Versions of a license", "Newest first. A record that was never corrected has one.")
        }
        Operation::GetLicenseVersion => (
            "One version of a license",
            "In the forms of the license itself. As text, an archived version is the text it carried, or that version in \
             words.",
        ),
        Operation::GetLicenseChangeLog => (
            "What was changed in a license",
            "Statement by statement, with the reason; newest first. A record that was never corrected has none (404).",
        ),
        Operation::GetLinkedLicense => (
            "A license at its own address",
            "What the address of a record leads to: HTML gets the page, an RDF type its serialisation, anything else the \
             record as JSON. `format` goes before `Accept`.",
        ),
        Operation::GetLinkedVersions => (
            "Versions of a license at its own address",
            "Leads to the history on the page, or to the list of versions; never has a body.",
        ),
        Operation::ListGraphs => (
            "Dependency graphs to choose from",
            "The core graphs that come with the library, the default one first; with a token those of the account too.",
        ),
        Operation::ListOwnGraphs => {
            ("Dependency graphs of the account", "Its own and those shared with it, drafts among them.")
        }
        Operation::CompareGraphs => (
            "Two dependency graphs side by side",
            "What the right one has more, has not and has otherwise, in axioms and default rules.",
        ),
        Operation::ListRules => (
            "Default rules of a dependency graph",
            "What holds of an act where a license is silent. A proposed rule is a proposal for a legal reviewer and no \
             answer.",
        ),
        Operation::CreateGraph => (
            "Store a dependency graph",
            "Both sides of a statement are acts of the vocabulary. A cycle is not refused but warned of. A published graph \
             can be read by whoever knows its address, and is listed to nobody else; a draft is private.",
        ),
        Operation::ListDefaultGraphVersions => {
            ("Versions of the default graph", "Newest first; the same list as under its identifier.")
        }
        Operation::GetDefaultGraphVersion => {
            ("One version of the default graph", "As Turtle; an archived one as it was archived.")
        }
        Operation::GetDefaultGraphChangeLog => (
            "What was changed in the default graph",
            "Statement by statement, with the reason; newest first.",
        ),
        Operation::ListGraphVersions => {
            ("Versions of a dependency graph", "Newest first. The graph of an account needs its token.")
        }
        Operation::GetGraphVersion => (
            "One version of a dependency graph",
            "As Turtle; an archived one as it was archived. The graph of an account needs its token.",
        ),
        Operation::GetGraphChangeLog => (
            "What was changed in a dependency graph",
            "Statement by statement, with the reason; newest first. A graph that was never corrected has none (404).",
        ),
        Operation::GetProfile => (
            "The page of a publisher",
            "Name, month of joining, published licenses and graphs; as data the name, and the licenses it published. \
             `format` goes before `Accept`. A closed account keeps its address and loses its name.",
        ),
        Operation::SuggestLicenses => (
            "Records somebody may mean",
            "At most ten for what was typed, those that are no port of another first. A word that is in no name gets the \
             three nearest names.",
        ),
        Operation::GetLicenseFile => (
            "A file to lay beside a work",
            "Says which license the work is under and, where the license asks for that, whom to credit.",
        ),
        Operation::GetBadge => {
            ("A badge for a license", "A picture with the name of the license, for pages.")
        }
        Operation::ListCheckerLicenses => (
            "Licenses the checker of the site knows",
            "Every record that is listed, those that are no port of another first, each by title.",
        ),
        Operation::ListVocabularyVersions
        | Operation::GetVocabularyVersion
        | Operation::GetVocabularyChangeLog
        | Operation::GetVocabulary
        | Operation::GetVocabularyTerm => ("The vocabulary", "Described on its own page."),
    }
}

/// What a parameter is for.
pub(super) const fn parameter(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::LicenseId => "Identifier of a license; letter case does not matter.",
        Parameter::SpdxId => {
            "An identifier of the SPDX list, or one with an exception; spaces as `%20` or `+`."
        }
        Parameter::Version => "Number of a version, from 1. There is no version 0 and none below (404).",
        Parameter::GraphId => "Identifier of a dependency graph.",
        Parameter::UserId => "Identifier of an account, as in the address of its profile.",
        Parameter::JobId => "Identifier of a run, as it was answered.",
        Parameter::Owner => "Owner of the repository.",
        Parameter::RepositoryName => "Name of the repository.",
        Parameter::RecordFormat => {
            "The form of the answer, unless `Accept` names an RDF type. `ttl` and `rdf-xml` are JSON strings here."
        }
        Parameter::LinkedFormat => "The form of the answer; it goes before `Accept`.",
        Parameter::ProfileFormat => {
            "The form of the answer; it goes before `Accept`. What it does not know gets the page."
        }
        Parameter::Download => {
            "Whether to answer a file to be saved: the serialisation as it is, never as a JSON string."
        }
        Parameter::Keyword => "What the title or another name has to contain; letter case does not matter.",
        Parameter::Skip => {
            "Rows passed over. Once this or `limit` is sent the other stands at its default; with neither, every row \
             comes back."
        }
        Parameter::Limit => {
            "Most rows. Once this or `skip` is sent the other stands at its default; with neither, every row comes back."
        }
        Parameter::SearchLimit => {
            "Most rows, an integer written as a text. Once this or `skip` is sent the other stands at its default; with \
             neither, every row comes back."
        }
        Parameter::Ports => {
            "Which records: all of them, those that are no port of another record, or ports and grouped editions alone. \
             The last two make up the first."
        }
        Parameter::HistorySkip => "Records passed over.",
        Parameter::HistoryLimit => "Most records on the page; a number above 500 is lowered to 500.",
        Parameter::Ids => {
            "Identifiers of 2 to 20 licenses, or SPDX identifiers of records, separated by commas."
        }
        Parameter::DutiesOnly => "Whether to list only acts that a duty may name.",
        Parameter::IncludeReasoningTerms => "Whether to list also acts that only dependency graphs name.",
        Parameter::Graph | Parameter::CheckedGraph | Parameter::Left | Parameter::Right => {
            "A dependency graph by identifier, or by an IRI in the space of graphs or that of users."
        }
        Parameter::PublishLicense => {
            "Whether to publish the license for good; otherwise a private draft is stored."
        }
        Parameter::PublishGraph => "Whether others may read the graph; otherwise a private draft is stored.",
        Parameter::GraphTitle => "Title of a graph that is sent as Turtle.",
        Parameter::ReplacedBy => {
            "Identifier of the license to use instead, or the SPDX identifier of a record."
        }
        Parameter::Reason => "Why, for the list of revisions.",
        Parameter::GithubUrl => {
            "The repository: its address, `host/owner/name` or `owner/name`; `.git` at the end is passed over."
        }
        Parameter::Target => {
            "Identifier, SPDX identifier or address of the license the combined work is to be under."
        }
        Parameter::Consent => {
            "With a body of plain text: must be true. The text is sent to the provider of the deployment."
        }
        Parameter::TranslationTitle => "With a body of plain text: the title of the license.",
        Parameter::SaveDraft => "Whether to keep the proposal as a private draft of the account.",
        Parameter::Query => "What was typed so far.",
        Parameter::Asset => "Address of the work; anything but an absolute http(s) address is passed over.",
        Parameter::Attribution => "Whom to credit; passed over where the license does not ask for it.",
        Parameter::Compatible => {
            "With `2`, a check that came to no conclusion is answered with the empty verdict and not with an empty text. \
             Any other value asks for nothing."
        }
        Parameter::IfNoneMatch => "Entity tags of answers the client holds; compared weakly.",
    }
}
