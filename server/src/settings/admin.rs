use std::num::NonZeroU32;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, value_parser};
use muniment_documents::api::v1::Scope;

use crate::auth::{AccountId, Digest};
use crate::store::{Granted, Role};

/// Acts of an administrator.
#[derive(Debug, Clone, Subcommand)]
pub enum AdminCommand {
    /// Open an account and print its identifier
    CreateAccount {
        /// The name others see
        #[arg(long)]
        name: String,
        /// The address it signs in with
        #[arg(long)]
        email: String,
        /// Read a password from standard input; without one nobody can sign in until a password is set
        #[arg(long)]
        password_stdin: bool,
        /// Make it an administrator's
        #[arg(long)]
        administrator: bool,
    },
    /// List the accounts that are open, oldest first, or those that fit everything that is named: identifier, role, day
    /// of creation, e-mail address and name, divided by tabs
    ListAccounts {
        /// Identifier of the account
        #[arg(long)]
        account: Option<AccountId>,
        /// The address it signs in with
        #[arg(long)]
        email: Option<String>,
        /// A part of the name others see
        #[arg(long, value_name = "PART")]
        name: Option<String>,
        /// The most accounts that are listed
        #[arg(long, default_value = "1000", value_name = "NUMBER")]
        most: u32,
    },
    /// Set the password of an account, read from standard input, and end its sessions
    SetPassword {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// Read the password from standard input
        #[arg(long, required = true)]
        password_stdin: bool,
        /// Revoke all tokens of the account too
        #[arg(long)]
        revoke_tokens: bool,
    },
    /// Set a random password for an account, print it this once, and end the sessions of the account
    ResetPassword {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// Revoke all tokens of the account too
        #[arg(long)]
        revoke_tokens: bool,
    },
    /// Count the e-mail address of an account as confirmed, where the link that confirms it cannot be mailed
    ConfirmEmail {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
    },
    /// List the tokens of an account, newest first: digest, state, days of creation, last use and expiry, name and scopes,
    /// divided by tabs
    ListTokens {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
    },
    /// Revoke one token of an account, or all of them, and print how many
    RevokeTokens {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// Which of them.
        #[command(flatten)]
        tokens: RevokedTokens,
    },
    /// Make a token for an account and print it, this once
    CreateToken {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// What to call it
        #[arg(long)]
        name: String,
        /// Days for which it is live, today not counted; one without a number does not expire
        #[arg(long, value_name = "DAYS", value_parser = value_parser!(u32).range(1..=MOST_TOKEN_DAYS))]
        expires_in_days: Option<u32>,
        /// What it may do beside reading, separated by commas; all of it where this is left out
        #[arg(long, value_name = "SCOPES", value_delimiter = ',', value_parser = scope())]
        scopes: Vec<Scope>,
    },
    /// Say how much an account may do; what is not named stays as it is, `default` is what the deployment has
    SetQuota {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// Translations in a day; 0 forbids
        #[arg(long, value_name = "NUMBER|default")]
        translations: Option<Setting<u32>>,
        /// License texts in a day; 0 forbids
        #[arg(long, value_name = "NUMBER|default")]
        narrations: Option<Setting<u32>>,
        /// Requests in a second
        #[arg(long, value_name = "NUMBER|default")]
        second: Option<Setting<NonZeroU32>>,
        /// Requests in a minute
        #[arg(long, value_name = "NUMBER|default")]
        minute: Option<Setting<NonZeroU32>>,
        /// Requests in an hour
        #[arg(long, value_name = "NUMBER|default")]
        hour: Option<Setting<NonZeroU32>>,
        /// Requests in a day
        #[arg(long, value_name = "NUMBER|default")]
        day: Option<Setting<NonZeroU32>>,
        /// By how much everything the account may store is multiplied
        #[arg(long, value_name = "FACTOR|default")]
        storage: Option<Setting<NonZeroU32>>,
    },
    /// Say what an account may do
    SetRole {
        /// Identifier of the account
        #[arg(long)]
        account: AccountId,
        /// What it may do
        #[arg(long, value_enum)]
        role: Role,
    },
    /// Print what an account did that cannot be taken back, or what was done to a license, newest first
    Audit {
        /// Whose acts, or the acts about what.
        #[command(flatten)]
        of: Audited,
    },
    /// Share a license or dependency graph of one account with another
    Share {
        /// What is shared.
        #[command(flatten)]
        what: SharedName,
        /// Identifier of the account it is shared with
        #[arg(long, value_name = "ACCOUNT")]
        with: AccountId,
        /// What the account may do with it
        #[arg(long, value_enum)]
        role: Granted,
    },
}

/// Reads the name of a scope; shells complete it.
fn scope() -> impl TypedValueParser<Value = Scope> {
    PossibleValuesParser::new(Scope::ALL.map(Scope::name)).try_map(|name| name.parse::<Scope>())
}

/// The longest life of a token that expires, in days.
pub const MOST_TOKEN_DAYS: i64 = 3_650;

/// One token of an account, or all.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub struct RevokedTokens {
    /// Every token of the account
    #[arg(long)]
    pub all: bool,
    /// The token with this digest, as `list-tokens` prints it
    #[arg(long, value_name = "DIGEST")]
    pub token: Option<Digest>,
}

/// A number for one account, or the deployment's again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting<N> {
    /// The deployment's.
    Default,
    /// The account's own.
    Own(N),
}

impl<N: FromStr> FromStr for Setting<N> {
    type Err = N::Err;

    fn from_str(text: &str) -> Result<Self, N::Err> {
        if text == "default" { Ok(Self::Default) } else { text.parse().map(Self::Own) }
    }
}

impl<N> Setting<N> {
    /// The account's own number, if it has one.
    #[must_use]
    pub fn own(self) -> Option<N> {
        match self {
            Self::Default => None,
            Self::Own(number) => Some(number),
        }
    }
}

/// An account or a license, by its identifier.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub struct Audited {
    /// Identifier of an account
    #[arg(long)]
    pub account: Option<AccountId>,
    /// Identifier of a composed license
    #[arg(long)]
    pub license: Option<String>,
}

/// A license or a graph, by its identifier.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub struct SharedName {
    /// Identifier of a composed license
    #[arg(long)]
    pub license: Option<String>,
    /// Identifier of an account's dependency graph
    #[arg(long)]
    pub graph: Option<String>,
}
