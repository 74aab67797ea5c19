//! The acts of an operator at the command line. They work while servers run.

use std::io::Read;
use std::num::NonZeroU32;

use muniment_documents::api::v1::Scopes;
use muniment_licenses::model::{Day, GraphId, LicenseId};

use crate::accounts::DisplayName;
use crate::auth::{AccountId, ApiToken, Password, PasswordHash, Passwords, Randomness};
use crate::clock::{Clock, day, written};
use crate::limit::PerSpan;
use crate::settings::{AdminCommand, Setting, SharedName};
use crate::store::{
    Account, AccountSearch, AccountState, Act, Adjustment, AuditRecord, Email, Entity, NewAccount, NewToken,
    PasswordChange, QuotaKind, Role, Shared, Store, StoreError, Token,
};

/// Longest password read from standard input, in bytes.
const LONGEST_INPUT: u64 = 1 << 16;

/// Runs an act on a database, and returns what it prints.
pub async fn run(
    act: AdminCommand,
    database: &str,
    clock: &Clock,
    randomness: &dyn Randomness,
) -> anyhow::Result<String> {
    match act {
        AdminCommand::CreateAccount { name, email, password_stdin, administrator } => {
            let password = match password_stdin {
                true => Passwords::new(randomness)?.hash(&password()?, randomness)?,
                false => PasswordHash::of_nobody(),
            };
            let role = if administrator { Role::Administrator } else { Role::Member };
            let new = NewAccount {
                id: AccountId::new(randomness)?,
                name: name.parse::<DisplayName>()?.into(),
                email: email.parse::<Email>()?,
                password,
                role,
                created_at: clock.timestamp(),
            };
            Store::open(database).await?.create_account(&new).await?;
            Ok(format!("{}\n", new.id))
        }
        AdminCommand::ListAccounts { account, email, name, most } => {
            let email = email.map(|email| email.parse()).transpose()?;
            let search = AccountSearch { id: account, email, name };
            let found = Store::open(database).await?.accounts(&search, most).await?;
            Ok(found.iter().map(account_line).collect())
        }
        AdminCommand::SetPassword { account, revoke_tokens, .. } => {
            set_password(database, &account, &password()?, revoke_tokens, clock, randomness).await?;
            Ok(String::new())
        }
        AdminCommand::ResetPassword { account, revoke_tokens } => {
            let password = Password::random(randomness)?;
            set_password(database, &account, &password, revoke_tokens, clock, randomness).await?;
            Ok(format!("{}\n", password.reveal()))
        }
        AdminCommand::ConfirmEmail { account } => {
            Store::open(database).await?.confirm(&account).await?;
            Ok(String::new())
        }
        AdminCommand::ListTokens { account } => {
            let store = Store::open(database).await?;
            store.account(&account).await?.ok_or(StoreError::Missing(Entity::Account))?;
            let tokens = store.tokens_of(&account).await?;
            Ok(tokens.iter().map(|token| token_line(token, clock.today())).collect())
        }
        AdminCommand::RevokeTokens { account, tokens } => {
            let (store, now) = (Store::open(database).await?, clock.timestamp());
            let revoked = match tokens.token {
                Some(digest) => store.revoke_token(&account, &digest, now).await.map(|()| 1)?,
                None => store.revoke_tokens(&account, now).await?,
            };
            Ok(format!("{revoked}\n"))
        }
        AdminCommand::CreateToken { account, name, expires_in_days, scopes } => {
            let token = ApiToken::new(randomness)?;
            let new = NewToken {
                digest: token.digest(),
                account,
                name: name.parse::<DisplayName>()?.into(),
                created_at: clock.timestamp(),
                expires_on: expires_in_days.map(|days| clock.day_after(days)),
                scopes: if scopes.is_empty() { Scopes::all() } else { scopes.into_iter().collect() },
            };
            Store::open(database).await?.create_token(&new).await?;
            Ok(format!("{}\n", token.reveal()))
        }
        AdminCommand::SetQuota { account, translations, narrations, second, minute, hour, day, storage } => {
            let quotas = [(QuotaKind::Translation, translations), (QuotaKind::Narration, narrations)];
            let windows = PerSpan { second, minute, hour, day }.map(|setting| setting.map(Setting::own));
            let storage = storage.map(|factor| factor.own().unwrap_or(NonZeroU32::MIN));
            let quotas = quotas.into_iter().filter_map(|(kind, setting)| Some((kind, setting?.own())));
            let adjustment = Adjustment { quotas: quotas.collect(), windows, storage };
            Store::open(database).await?.adjust(&account, &adjustment).await?;
            Ok(String::new())
        }
        AdminCommand::SetRole { account, role } => {
            Store::open(database).await?.set_role(&account, role).await?;
            Ok(String::new())
        }
        AdminCommand::Audit { of } => {
            let store = Store::open(database).await?;
            let mut records = Vec::new();
            if let Some(account) = of.account {
                records.extend(store.audit_of(&account).await?);
            }
            if let Some(license) = of.license {
                records.extend(store.audit_of_license(&license.parse()?).await?);
            }
            Ok(records.iter().map(line).collect())
        }
        AdminCommand::Share { what: SharedName { license, graph }, with, role } => {
            let store = Store::open(database).await?;
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

/// Sets the password of an account and ends its sessions.
async fn set_password(
    database: &str,
    account: &AccountId,
    password: &Password,
    revoke_tokens: bool,
    clock: &Clock,
    randomness: &dyn Randomness,
) -> anyhow::Result<()> {
    let hash = Passwords::new(randomness)?.hash(password, randomness)?;
    let revokes_tokens_at = revoke_tokens.then(|| clock.timestamp());
    let change = PasswordChange { revokes_tokens_at, ..PasswordChange::to(&hash) };
    Ok(Store::open(database).await?.change_password(account, &change).await?)
}

/// An account: identifier, role, day of creation, e-mail address and name.
fn account_line(account: &Account) -> String {
    let role = account.role.word();
    let email = match &account.state {
        AccountState::Open { email, .. } => email.as_str(),
        AccountState::Closed { .. } => "",
    };
    format!("{}\t{role}\t{}\t{email}\t{}\n", account.id, day(account.created_at), account.name())
}

/// A token: digest, state, days of creation, last use and expiry, and name.
fn token_line(token: &Token, today: Day) -> String {
    let state = match (token.revoked_at, token.expires_on) {
        (Some(_), _) => "revoked",
        (None, Some(last)) if last < today => "expired",
        (None, _) => "live",
    };
    let date = |day: Option<Day>| day.map_or_else(|| "-".to_owned(), |day| day.to_string());
    let (created, used, expires) = (day(token.created_at), date(token.last_used_on), date(token.expires_on));
    format!("{}\t{state}\t{created}\t{used}\t{expires}\t{}\t{}\n", token.digest, token.name, token.scopes)
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

/// The first line of standard input.
fn password() -> anyhow::Result<Password> {
    let mut text = String::new();
    std::io::stdin().take(LONGEST_INPUT).read_to_string(&mut text)?;
    Ok(Password::new(text.lines().next().unwrap_or_default())?)
}
