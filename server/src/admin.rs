//! What an administrator does at the command line (decisions, "Commands"); it works while servers run.

use std::io::Read;

use muniment::model::{GraphId, LicenseId};

use crate::accounts::DisplayName;
use crate::auth::{AccountId, ApiToken, Chance, Password, PasswordHash, Passwords};
use crate::clock::{Clock, written};
use crate::config::{AccountRole, AdminCommand, Database, GrantedRole, Setting, SharedName};
use crate::store::{
    AccountSpan, Act, Adjustment, AuditRecord, Email, Granted, NewAccount, NewToken, QuotaKind, Role, Shared,
    Store,
};

/// Longest password read from standard input, in bytes.
const LONGEST_INPUT: u64 = 1 << 16;

/// Does it, and says what there is to say.
pub async fn run(act: AdminCommand, clock: &Clock, chance: &dyn Chance) -> anyhow::Result<String> {
    match act {
        AdminCommand::CreateAccount { name, email, password_stdin, administrator, database } => {
            let password = match password_stdin {
                true => Passwords::new(chance)?.hash(&password()?, chance)?,
                false => PasswordHash::of_nobody(),
            };
            let role = if administrator { Role::Administrator } else { Role::Member };
            let new = NewAccount {
                id: AccountId::new(chance)?,
                name: name.parse::<DisplayName>()?.into(),
                email: email.parse::<Email>()?,
                password,
                role,
                created_at: clock.timestamp(),
            };
            open(&database).await?.create_account(&new).await?;
            Ok(format!("{}\n", new.id))
        }
        AdminCommand::SetPassword { account, database, .. } => {
            let password = Passwords::new(chance)?.hash(&password()?, chance)?;
            open(&database).await?.change_password(&account, None, &password, None).await?;
            Ok(String::new())
        }
        AdminCommand::CreateToken { account, name, database } => {
            let token = ApiToken::new(chance)?;
            let new = NewToken {
                digest: token.digest(),
                account,
                name: name.parse::<DisplayName>()?.into(),
                created_at: clock.timestamp(),
            };
            open(&database).await?.create_token(&new).await?;
            Ok(format!("{}\n", token.reveal()))
        }
        AdminCommand::SetQuota { account, translations, narrations, second, minute, hour, day, database } => {
            let quotas = [(QuotaKind::Translation, translations), (QuotaKind::Narration, narrations)];
            let windows = [
                (AccountSpan::Second, second),
                (AccountSpan::Minute, minute),
                (AccountSpan::Hour, hour),
                (AccountSpan::Day, day),
            ];
            let adjustment = Adjustment { quotas: named(quotas), windows: named(windows) };
            open(&database).await?.adjust(&account, &adjustment).await?;
            Ok(String::new())
        }
        AdminCommand::SetRole { account, role, database } => {
            let role = match role {
                AccountRole::Member => Role::Member,
                AccountRole::Administrator => Role::Administrator,
            };
            open(&database).await?.set_role(&account, role).await?;
            Ok(String::new())
        }
        AdminCommand::Audit { of, database } => {
            let store = open(&database).await?;
            let mut records = Vec::new();
            if let Some(account) = of.account {
                records.extend(store.audit_of(&account).await?);
            }
            if let Some(license) = of.license {
                records.extend(store.audit_of_license(&license.parse()?).await?);
            }
            Ok(records.iter().map(line).collect())
        }
        AdminCommand::Share { what: SharedName { license, graph }, with, role, database } => {
            let store = open(&database).await?;
            let role = match role {
                GrantedRole::Editor => Granted::Editor,
                GrantedRole::Viewer => Granted::Viewer,
            };
            if let Some(license) = license {
                let license: LicenseId = license.parse()?;
                store.share(Shared::License(&license), &with, role, clock.timestamp()).await?;
            }
            if let Some(graph) = graph {
                let graph: GraphId = graph.parse()?;
                store.share(Shared::Graph(&graph), &with, role, clock.timestamp()).await?;
            }
            Ok(String::new())
        }
    }
}

/// What was named of it.
fn named<K, N, const L: usize>(settings: [(K, Option<Setting<N>>); L]) -> Vec<(K, Option<N>)> {
    settings.into_iter().filter_map(|(what, setting)| Some((what, setting?.own()))).collect()
}

/// A row of the audit: when, who, which of their acts, what, and under which privacy notice.
fn line(record: &AuditRecord) -> String {
    let act = match &record.act {
        Act::PublishedLicense(id) => format!("published license {id}"),
        Act::DeprecatedLicense(id) => format!("deprecated license {id}"),
        Act::PublishedGraph(id) => format!("published graph {id}"),
        Act::ClosedAccount => "closed the account".to_owned(),
        Act::OpenedThread(id) => format!("opened thread {id}"),
        Act::AnsweredThread(id) => format!("wrote in thread {id}"),
        Act::DecidedThread(id) => format!("decided thread {id}"),
    };
    let consent =
        record.consent.as_ref().map(|consent| format!(", privacy notice {}", consent.privacy_notice));
    let (at, consent) = (written(record.at), consent.unwrap_or_default());
    format!("{at} {} #{} {act}{consent}\n", record.account, record.number)
}

async fn open(database: &Database) -> anyhow::Result<Store> {
    Ok(Store::open(&database.url).await?)
}

/// The first line of standard input.
fn password() -> anyhow::Result<Password> {
    let mut text = String::new();
    std::io::stdin().take(LONGEST_INPUT).read_to_string(&mut text)?;
    Ok(Password::new(text.lines().next().unwrap_or_default())?)
}
