//! Who is asking (spec:version-1#authentication): tokens, passwords, sessions, and proofs of who sent a form. Time and randomness
//! are passed in.
//!
//! | File | Holds |
//! |---|---|
//! | `randomness` | random bytes, and letters drawn from them |
//! | `digest` | what is kept of a secret |
//! | `ids` | identifiers of accounts and of what they make |
//! | `token` | API tokens and the header that carries them |
//! | `link` | secrets of links in mails |
//! | `password` | rules for passwords, their hashes |
//! | `session` | the cookie of a browser |
//! | `csrf` | proof that a form is one of our pages' |

mod csrf;
mod digest;
mod ids;
mod link;
mod password;
mod randomness;
mod session;
mod token;

pub use csrf::CsrfToken;
pub use digest::{Digest, InvalidDigest};
pub use ids::{
    AccountId, InvalidAccountId, InvalidThreadId, InvalidTranslationId, ThreadId, TranslationId,
    account_graph_id, composed_license_id, is_drawn_id,
};
pub use link::LinkSecret;
pub use password::{HashError, InvalidPassword, Password, PasswordHash, Passwords};
pub use randomness::{NoRandomness, Randomness, SeededRandomness, SystemRandomness};
pub use session::{SessionCookie, SessionKey, SessionLife, is_at_home};
pub use token::{ApiToken, bearer};
