//! `muniment mcp`: a server of the Model Context Protocol on standard input and output.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio;
use rmcp::{ErrorData, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Report;
use super::audit;
use super::input::bytes_up_to;
use super::loading::Source;
use super::names::Names;
use muniment_documents::api::{v1, v2};
use muniment_library::history::{Catalog, current_release};
use muniment_licenses::audit::Inventory;
use muniment_licenses::find::{Comparison, Index};
use muniment_licenses::model::{Library, LicenseId, LicenseNames, ModelKind};
use muniment_licenses::reason::{Context, Purpose, Shipping, TermsIndex, Use};

/// Answer the questions of an assistant (Model Context Protocol on standard input and output)
#[derive(Args)]
#[command(after_help = "Examples:\n  claude mcp add muniment -- muniment mcp --folder .\n\n\
    The tools find a license, read one with its statements and the words of the license, compare licenses, check whether \
    parts may go into a work, and audit an inventory. Each answer has the release of the library and the permanent \
    address of each license. Nothing here is legal advice.")]
pub(super) struct Arguments {
    /// The folder whose inventories may be audited
    #[arg(long, default_value = ".", value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    source: Source,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let folder = arguments.folder.canonicalize();
    let folder = folder.with_context(|| format!("cannot open `{}`", arguments.folder.display()))?;
    // What borrows from the library is needed until the program ends.
    let library = arguments.source.library()?;
    let server =
        McpServer { answers: Arc::new(Answers::new(library, folder)), tools: McpServer::tool_router() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let service = match server.serve(stdio()).await {
            Ok(service) => service,
            // The client went away before it asked anything.
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(error).context("the client did not begin a session"),
        };
        service.waiting().await.context("the session broke off")?;
        anyhow::Ok(())
    })?;
    // A read of standard input cannot be cancelled.
    runtime.shutdown_background();
    Ok(Report::sound(String::new()))
}

#[derive(Clone)]
struct McpServer {
    answers: Arc<Answers>,
    tools: ToolRouter<Self>,
}

/// What the tools ask.
struct Answers {
    library: &'static Library,
    catalog: Catalog<'static>,
    index: Index<'static>,
    names: Names<'static>,
    identifiers: LicenseNames<'static>,
    terms: TermsIndex,
    release: String,
    /// The folder whose inventories may be audited, without links.
    folder: PathBuf,
}

/// A question, and where its answer goes on.
#[derive(Deserialize, JsonSchema)]
struct Paged<Q> {
    #[serde(flatten)]
    question: Q,
    /// Where the answer goes on: the number that an earlier answer to the same question gave.
    #[serde(default)]
    cursor: usize,
}

#[derive(Deserialize, JsonSchema)]
struct FindRequest {
    /// Words of a title or alias, or the beginning of an identifier: `apache`, `gpl 3`.
    query: String,
}

#[derive(Deserialize, JsonSchema)]
struct ReadRequest {
    /// The license by its identifier, SPDX identifier, an alias or IRI.
    license: String,
}

#[derive(Deserialize, JsonSchema)]
struct CompareRequest {
    /// 2 to 20 licenses by their identifiers, SPDX identifiers, aliases or IRIs.
    licenses: Vec<String>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct CheckRequest {
    /// The license of each part that goes in: an identifier or an SPDX expression.
    #[serde(rename = "in")]
    parts: Vec<String>,
    /// The license that the work comes out under, or `proprietary` for closed source.
    out: String,
    /// How the work uses the parts: `merged`, `combined` (the default) or `aggregated`.
    #[serde(rename = "use")]
    usage: Option<String>,
    /// How others receive the work: `internal`, `service`, `binary` (the default) or `source`.
    ship: Option<String>,
    /// Whether the parts were modified (default: false).
    modified: Option<bool>,
    /// What the work is used for: `commercial` (the default), `noncommercial` or `research`.
    purpose: Option<String>,
    /// Licenses to choose before others where a part has a choice, the first of them first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    prefer: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct AuditRequest {
    /// The file below the folder of the server: a bill of materials (CycloneDX, SPDX), a lock file, the output of a package
    /// manager, a Debian copyright file, a model card, or whatever else `muniment audit` reads.
    file: String,
    /// The license of the work, or `proprietary` for closed source; without it the answer is which licenses the work can have.
    target: Option<String>,
    /// How the work uses the parts: `merged`, `combined` (the default) or `aggregated`.
    #[serde(rename = "use")]
    usage: Option<String>,
    /// How others receive the work: `internal`, `service`, `binary` (the default) or `source`.
    ship: Option<String>,
    /// Whether the parts were modified (default: false).
    modified: Option<bool>,
    /// What the work is used for: `commercial` (the default), `noncommercial` or `research`.
    purpose: Option<String>,
    /// Licenses to choose before others where a part has a choice, the first of them first.
    #[serde(default)]
    prefer: Vec<String>,
    /// Whether parts that only development needs count (default: false).
    dev: Option<bool>,
}

impl AuditRequest {
    /// What is asked of the inventory.
    ///
    /// # Errors
    /// Words are not known: every one is named.
    fn question(&self) -> anyhow::Result<audit::Question> {
        let default = Context::default();
        let usage = word("use", self.usage.as_deref(), Use::ALL, default.usage);
        let shipping = word("ship", self.ship.as_deref(), Shipping::ALL, default.shipping);
        let purpose = word("purpose", self.purpose.as_deref(), Purpose::ALL, default.purpose);
        let faults = [usage.as_ref().err(), shipping.as_ref().err(), purpose.as_ref().err()];
        let faults: Vec<&str> = faults.into_iter().flatten().map(String::as_str).collect();
        let (Ok(usage), Ok(shipping), Ok(purpose)) = (&usage, &shipping, &purpose) else {
            bail!("{}", faults.join("; "))
        };
        let modified = self.modified.unwrap_or(default.modified);
        let context = Context { usage: *usage, shipping: *shipping, modified, purpose: *purpose };
        Ok(audit::Question::new(self.target.clone(), self.prefer.clone(), context, self.dev.unwrap_or(false)))
    }
}

/// The value that a word stands for, or the default without one.
fn word<T: Copy>(name: &str, given: Option<&str>, known: &[(T, &str)], default: T) -> Result<T, String> {
    let read = given.map_or(Ok(default), |given| v2::word_of(given, known));
    read.map_err(|detail| format!("{name}: {detail}"))
}

#[tool_router(router = tool_router)]
impl McpServer {
    #[tool(description = "Find licenses by words of their names, the best known first")]
    async fn find_license(
        &self,
        Parameters(Paged { question: asked, cursor }): Parameters<Paged<FindRequest>>,
    ) -> Result<CallToolResult, ErrorData> {
        self.answer(cursor, move |answers| {
            let found = answers.index.suggest(&asked.query);
            let ids: Vec<&LicenseId> = found.iter().map(|found| found.id).collect();
            let verdict = match (found.first(), ids.len()) {
                (None, _) => "No license has a name like that.".to_owned(),
                (Some(first), 1) => format!("{}: {}", first.id, first.title.value),
                (Some(first), n) => format!("{}: {}, or {} others", first.id, first.title.value, n - 1),
            };
            answers.document(verdict, &v1::suggestions(&answers.index, &asked.query), &ids)
        })
        .await
    }

    #[tool(
        description = "Read a license: what it permits, requires and prohibits, with the words of the license"
    )]
    async fn read_license(
        &self,
        Parameters(Paged { question: asked, cursor }): Parameters<Paged<ReadRequest>>,
    ) -> Result<CallToolResult, ErrorData> {
        self.answer(cursor, move |answers| {
            let id = answers.names.license(&asked.license)?;
            let history = answers.catalog.history(ModelKind::License, id.as_str());
            let facts = &history.with_context(|| format!("`{id}` has no history"))?.current;
            answers.document(answers.read(id), &v2::whole_version_object(facts, &answers.library.site), &[id])
        })
        .await
    }

    #[tool(description = "Compare what licenses permit, require and prohibit, side by side")]
    async fn compare_licenses(
        &self,
        Parameters(Paged { question: asked, cursor }): Parameters<Paged<CompareRequest>>,
    ) -> Result<CallToolResult, ErrorData> {
        self.answer(cursor, move |answers| {
            let ids: Vec<&LicenseId> =
                asked.licenses.iter().map(|name| answers.names.license(name)).collect::<Result<_, _>>()?;
            let owned: Vec<LicenseId> = ids.iter().copied().cloned().collect();
            let compared = Comparison::new(answers.library, &owned)?;
            let rows: Vec<_> = compared.groups.iter().flat_map(|group| &group.rows).collect();
            let differ = rows.iter().filter(|row| row.differs).count();
            let names = ids.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(", ");
            let verdict = format!("{names}: {differ} of {} rows differ.", rows.len());
            answers.document(verdict, &v1::comparison_document(&compared), &ids)
        })
        .await
    }

    #[tool(
        description = "Check whether parts (`in`) may go into a work under a license (`out`), why or why not, and what must be \
                       done. The answer is yes, if (under conditions, which it lists), via (under another license) or no. A license \
                       that is not known, or whose record was not compared with its text, was not checked: say so."
    )]
    async fn check_compatibility(
        &self,
        Parameters(Paged { question: asked, cursor }): Parameters<Paged<CheckRequest>>,
    ) -> Result<CallToolResult, ErrorData> {
        self.answer(cursor, move |answers| {
            let question = v2::ContainmentQuestion::read(&serde_json::to_vec(&asked)?);
            let Answers { library, identifiers, terms, .. } = answers;
            let work = answers.names.license(&asked.out).ok();
            let parts = asked.parts.iter().filter_map(|name| answers.names.license(name).ok());
            let ids: Vec<&LicenseId> = parts.chain(work).collect();
            let document = |found: v2::ContainmentObject<'_>| {
                let told = found.to_string();
                let lines = told.lines().filter(|line| !line.is_empty());
                let reason = lines.clone().find_map(|line| line.strip_prefix("- ")).unwrap_or_default();
                let verdict = lines.take(1).chain([reason]).collect::<Vec<_>>().join(". ");
                answers.document(verdict, &found, &ids)
            };
            match v2::containment(&question, library, identifiers, terms, document) {
                Ok(document) => document,
                Err(refused) => bail!("{}", refused.detail),
            }
        })
        .await
    }

    #[tool(
        description = "Audit the licenses of the components in an inventory file: `verdict` is allowed, not-allowed or \
                       not-determined. Unknown and unread licenses were not checked; say so, and never call such an audit allowed."
    )]
    async fn audit_inventory(
        &self,
        Parameters(Paged { question: asked, cursor }): Parameters<Paged<AuditRequest>>,
    ) -> Result<CallToolResult, ErrorData> {
        self.answer(cursor, move |answers| {
            let listed = bytes_up_to(&answers.below(&asked.file)?, Inventory::MOST_BYTES)?;
            let question = asked.question()?;
            let audited = audit::answered(answers.library, (&asked.file, listed), &question)?;
            answers.document(audited.verdict, &audited.document, &audited.records)
        })
        .await
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("muniment", env!("CARGO_PKG_VERSION")))
            .with_instructions(
                "Answers about licenses from a verified library. Quote the words of the license and the address that \
                 an answer has. Nothing here is legal advice.",
            )
    }
}

impl McpServer {
    /// Answers on a thread for computing. A question that cannot be answered is an error for the assistant to read.
    async fn answer(
        &self,
        cursor: usize,
        ask: impl FnOnce(&Answers) -> anyhow::Result<Answer> + Send + 'static,
    ) -> Result<CallToolResult, ErrorData> {
        let answers = Arc::clone(&self.answers);
        let internal = |error: &dyn Display| ErrorData::internal_error(error.to_string(), None);
        let found = tokio::task::spawn_blocking(move || ask(&answers)?.page(cursor)).await;
        Ok(match found.map_err(|error| internal(&error))? {
            Ok(texts) => CallToolResult::success(texts.into_iter().map(ContentBlock::text).collect()),
            Err(refused) => CallToolResult::error(vec![ContentBlock::text(format!("{refused:#}"))]),
        })
    }
}

/// An answer to an assistant.
struct Answer {
    /// One sentence.
    verdict: String,
    /// The whole answer as JSON, each member and each element in a line of its own.
    document: String,
}

impl Answer {
    /// Bytes of a page of the document at most: an answer leaves room in the context of an assistant.
    const MOST_BYTES: usize = 7 * 1024;
    /// Bytes of a verdict at most. With the sentence about the next page, an answer has at most 8 KiB.
    const MOST_BYTES_OF_VERDICT: usize = 768;

    /// The verdict with a sentence about what is left, and the lines of the document from a byte on.
    ///
    /// # Errors
    /// No line begins at the byte.
    fn page(&self, cursor: usize) -> anyhow::Result<[String; 2]> {
        let begins = cursor == 0 || self.document.as_bytes().get(cursor.wrapping_sub(1)) == Some(&b'\n');
        let Some(rest) = self.document.get(cursor..).filter(|rest| begins && !rest.is_empty()) else {
            bail!("cursor: {cursor} is none that an answer to this question gave")
        };
        let mut page = String::new();
        for line in rest.split_inclusive('\n') {
            if !page.is_empty() && page.len() + line.len() > Self::MOST_BYTES {
                break;
            }
            page.push_str(line);
        }
        let mut verdict = self.verdict.clone();
        verdict.truncate(verdict.floor_char_boundary(Self::MOST_BYTES_OF_VERDICT));
        let (next, whole) = (cursor + page.len(), self.document.len());
        if next < whole {
            verdict.push_str(&format!(
                "\nThe answer goes on ({next} of {whole} bytes read): ask the same with `cursor` {next}."
            ));
        }
        Ok([verdict, page])
    }
}

impl Answers {
    fn new(library: &'static Library, folder: PathBuf) -> Self {
        let catalog = Catalog::new(library);
        Self {
            library,
            index: Index::new(library),
            names: Names::new(library),
            identifiers: LicenseNames::new(library),
            terms: TermsIndex::new(library),
            release: current_release(catalog.library).id.to_string(),
            catalog,
            folder,
        }
    }

    /// What a license is, in one sentence, and whether its record was compared with its text.
    fn read(&self, id: &LicenseId) -> String {
        let Some(model) = self.library.licenses.get(id) else { return id.to_string() };
        let license = &model.current.content;
        let feature = license.feature.as_deref().unwrap_or_default();
        let compared = if license.text_hash.is_some() {
            "The record was compared with the text of the license."
        } else {
            "The record was not compared with the text of the license."
        };
        [&format!("{id}: {}.", license.title.value), feature, compared].join(" ")
    }

    /// An answer with the release and the permanent address of each license.
    fn document(
        &self,
        verdict: String,
        document: &impl Serialize,
        ids: &[&LicenseId],
    ) -> anyhow::Result<Answer> {
        let address = |id: &LicenseId| {
            let version = self.library.licenses.get(id).map(|model| model.current.number)?;
            let path = v2::version_address(ModelKind::License, id.as_str(), version);
            Some((id.to_string(), json!(format!("{}{path}", self.library.site.site_url))))
        };
        let addresses: serde_json::Map<String, Value> = ids.iter().filter_map(|id| address(id)).collect();
        let whole = json!({
            "release": self.release,
            "notice": v2::NOTICE,
            "addresses": addresses,
            "answer": document,
        });
        let mut lines = Vec::new();
        let layout = serde_json::ser::PrettyFormatter::with_indent(b"");
        whole.serialize(&mut serde_json::Serializer::with_formatter(&mut lines, layout))?;
        Ok(Answer { verdict, document: String::from_utf8(lines)? })
    }

    /// A file that is in the folder, also when links are followed. The error does not tell whether there is one elsewhere.
    fn below(&self, file: &str) -> anyhow::Result<PathBuf> {
        let path = self.folder.join(file).canonicalize().ok();
        let path = path.filter(|path| path.starts_with(&self.folder) && path.is_file());
        path.with_context(|| format!("there is no file `{file}` in the folder of this server"))
    }
}
