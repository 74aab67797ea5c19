//! Who is asking (spec:version-1#authentication): tokens, passwords, sessions, and proofs of who sent a form. Time and
//! randomness are passed in.
//!
//! | File | Holds |
//! |---|---|
//! | `randomness` | random bytes, and letters drawn from them |
//! | `digest` | what is kept of a secret |
//! | `ids` | identifiers of accounts and of what they make |
//! | `secret` | API tokens and the header that carries them, session keys, secrets of links in mails |
//! | `password` | rules for passwords, their hashes |
//! | `session` | the cookie of a browser |
//! | `csrf` | proof that a form is one of our pages' |

mod csrf;
mod digest;
mod ids;
mod password;
mod randomness;
mod secret;
mod session;

pub use csrf::CsrfToken;
pub use digest::{Digest, InvalidDigest};
pub use ids::{
    AccountId, InvalidId, ThreadId, TranslationId, account_graph_id, composed_license_id, is_drawn_id,
};
pub use password::{HashError, InvalidPassword, Password, PasswordHash, Passwords};
pub use randomness::{NoRandomness, Randomness, SeededRandomness, SystemRandomness};
pub use secret::{ApiToken, LinkSecret, SessionKey, bearer};
pub use session::{SessionCookie, SessionLife, is_at_home};
