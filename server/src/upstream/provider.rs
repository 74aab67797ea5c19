//! The language model of a provider, asked over the OpenAI chat-completions protocol (spec:version-1#translation).
//! What it is asked and what is believed of its answers is decided in `muniment_licenses::assist`.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::header::{AUTHORIZATION, HeaderMap, HeaderValue, RETRY_AFTER};
use jiff::{SignedDuration, Timestamp};
use muniment_licenses::assist::Prompt;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{InvalidServiceUrl, RequestBounds, Secret, ServiceReply, ServiceUrl, Upstream, UpstreamError};
use crate::clock::Clock;

/// A provider with its model. Copies of it share what is known of its allowance.
#[derive(Debug, Clone)]
pub struct Provider {
    upstream: Upstream,
    address: ServiceUrl,
    authorization: HeaderValue,
    model: String,
    clock: Clock,
    allowance: Arc<Mutex<ProviderAllowance>>,
}

/// What a provider allows us, as its last answers said (spec:version-1#assistant-objects `quota`). What it never said
/// is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProviderAllowance {
    /// Requests in its period.
    pub limit_requests: Option<u64>,
    /// Requests left of it.
    pub remaining_requests: Option<u64>,
    /// Tokens in its period.
    pub limit_tokens: Option<u64>,
    /// Tokens left of it.
    pub remaining_tokens: Option<u64>,
    /// When there are more requests.
    pub reset_at: Option<Timestamp>,
    /// Until when it answers nothing, where it said so.
    pub blocked_until: Option<Timestamp>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// The document that was asked for; nothing about it has been checked but that it is JSON.
    pub content: Value,
    /// Tokens of the question.
    pub tokens_in: u64,
    /// Tokens of the answer.
    pub tokens_out: u64,
    /// The model that answered, as the provider calls it.
    pub model: String,
}

/// Why there is no answer. No message holds a key, a question or an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// The allowance is used up: 429, and the same may go through later.
    #[error("the provider's allowance is used up")]
    Spent {
        /// When to ask again, where it is known.
        until: Option<Timestamp>,
    },
    /// It does not answer in time, or not at all.
    #[error("the provider does not answer: {0}")]
    Silent(UpstreamError),
    /// It answers with an error.
    #[error("the provider answers with status {0}")]
    Failed(u16),
    /// It answers with something that is not what was asked for.
    #[error("the provider's answer cannot be read")]
    Unreadable,
}

/// A setting that is no key or no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidProvider {
    /// The key has characters that no header can have.
    #[error("the key of the provider cannot be sent in a header")]
    Key,
    /// The address is none.
    #[error("the setting --provider-url cannot be used")]
    ServiceUrl(#[from] InvalidServiceUrl),
    /// There is no client to ask it with.
    #[error("the provider cannot be asked")]
    Client(#[source] UpstreamError),
    /// There is a key and no address or model to use it with.
    #[error("a provider needs an address, a key and a model; set all three")]
    Incomplete,
}

/// How often a question is asked: answers that cannot be read, silence and errors of the provider may pass.
const ATTEMPTS: u32 = 3;
/// How long is waited before a question is asked again; twice as long each time.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest answer that is read.
const MOST_BYTES: usize = 4 << 20;
/// How long a provider is left alone that says it is overrun and not for how long.
const DEFAULT_BLOCK: SignedDuration = SignedDuration::from_secs(60);

impl Provider {
    /// A provider at an address such as `https://api.example/v1`, which has so much time for an answer and is asked so
    /// many questions at once.
    ///
    /// # Errors
    /// The address is none, or the key cannot be sent.
    pub fn new(
        url: &str,
        key: &Secret,
        model: &str,
        timeout: Duration,
        most_requests: NonZeroUsize,
        clock: Clock,
    ) -> Result<Self, InvalidProvider> {
        let address: ServiceUrl = url.parse()?;
        let mut authorization =
            HeaderValue::from_str(&format!("Bearer {}", key.reveal())).map_err(|_| InvalidProvider::Key)?;
        authorization.set_sensitive(true);
        let bounds = RequestBounds { timeout, most_requests, most_bytes: MOST_BYTES };
        Ok(Self {
            upstream: Upstream::new(bounds).map_err(InvalidProvider::Client)?,
            address,
            authorization,
            model: model.to_owned(),
            clock,
            allowance: Arc::default(),
        })
    }

    /// What answers call it: its host.
    #[must_use]
    pub fn name(&self) -> &str {
        self.address.host()
    }

    /// What it allows us, as far as it said.
    #[must_use]
    pub fn allowance(&self) -> ProviderAllowance {
        *self.allowance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks a question, again where that may help.
    ///
    /// # Errors
    /// There is no answer that can be read; nothing is asked while the provider said it will not answer.
    pub async fn complete(&self, prompt: &Prompt) -> Result<Completion, ProviderError> {
        let question = self.question(prompt);
        let mut pause = PAUSE;
        for attempt in 1.. {
            self.require_allowance()?;
            let error = match self.ask(&question).await {
                Ok(completion) => return Ok(completion),
                Err(error @ ProviderError::Spent { .. }) => return Err(error),
                // What we ask wrongly we would ask wrongly again.
                Err(error @ ProviderError::Failed(400..500)) => return Err(error),
                Err(error) => error,
            };
            tracing::warn!(%error, attempt, "the provider did not answer a question");
            if attempt >= ATTEMPTS {
                return Err(error);
            }
            sleep(pause).await;
            pause *= 2;
        }
        Err(ProviderError::Unreadable)
    }

    fn question(&self, prompt: &Prompt) -> Value {
        json!({
            "model": self.model,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "temperature": 0,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": prompt.schema_name, "strict": true, "schema": prompt.schema},
            },
        })
    }

    /// Until when nothing is asked, if it is used up.
    #[must_use]
    pub fn blocked_until(&self, now: Timestamp) -> Option<Timestamp> {
        let allowance = self.allowance();
        let is_spent = allowance.remaining_requests == Some(0);
        let until = allowance.blocked_until.or(allowance.reset_at.filter(|_| is_spent));
        until.filter(|until| *until > now)
    }

    fn require_allowance(&self) -> Result<(), ProviderError> {
        match self.blocked_until(self.clock.timestamp()) {
            Some(until) => Err(ProviderError::Spent { until: Some(until) }),
            None => Ok(()),
        }
    }

    async fn ask(&self, question: &Value) -> Result<Completion, ProviderError> {
        let headers = HeaderMap::from_iter([(AUTHORIZATION, self.authorization.clone())]);
        let url = format!("{}/chat/completions", self.address.url());
        let reply = self.upstream.post(&url, headers, question).await.map_err(ProviderError::Silent)?;
        let allowance = self.note(&reply);
        match reply.status {
            200 => completion(&reply, &self.model).ok_or(ProviderError::Unreadable),
            429 => Err(ProviderError::Spent { until: allowance.blocked_until }),
            status => Err(ProviderError::Failed(status)),
        }
    }

    /// Writes down what an answer says of our allowance.
    fn note(&self, reply: &ServiceReply) -> ProviderAllowance {
        let now = self.clock.timestamp();
        let text = |name: &str| reply.headers.get(name).and_then(|value| value.to_str().ok());
        let number = |name: &str| text(name).and_then(|text| text.trim().parse().ok());
        let after = |wait: SignedDuration| now.checked_add(wait).ok();
        let mut allowance = self.allowance.lock().unwrap_or_else(PoisonError::into_inner);
        let reset = text("x-ratelimit-reset-requests").and_then(duration).and_then(after);
        *allowance = ProviderAllowance {
            limit_requests: number("x-ratelimit-limit-requests").or(allowance.limit_requests),
            remaining_requests: number("x-ratelimit-remaining-requests"),
            limit_tokens: number("x-ratelimit-limit-tokens").or(allowance.limit_tokens),
            remaining_tokens: number("x-ratelimit-remaining-tokens"),
            reset_at: reset,
            blocked_until: (reply.status == 429).then(|| {
                let wait = text(RETRY_AFTER.as_str()).and_then(duration).and_then(after);
                wait.or(reset).or(after(DEFAULT_BLOCK)).unwrap_or(now)
            }),
        };
        *allowance
    }
}

fn completion(reply: &ServiceReply, model: &str) -> Option<Completion> {
    let document = reply.json().ok()?;
    let content = document.pointer("/choices/0/message/content")?.as_str()?;
    let tokens = |name| document.pointer(name).and_then(Value::as_u64).unwrap_or(0);
    Some(Completion {
        content: serde_json::from_str(content).ok()?,
        tokens_in: tokens("/usage/prompt_tokens"),
        tokens_out: tokens("/usage/completion_tokens"),
        model: document.get("model").and_then(Value::as_str).unwrap_or(model).to_owned(),
    })
}

/// A time as providers write it: seconds, or a duration such as `2m59.56s` or `120ms`. Less than a day is believed.
fn duration(text: &str) -> Option<SignedDuration> {
    const DAY: f64 = 24.0 * 60.0 * 60.0;
    let mut seconds = 0.0;
    let mut rest = text.trim();
    if rest.is_empty() {
        return None;
    }
    if let Ok(plain) = rest.parse::<f64>() {
        seconds = plain;
        rest = "";
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, after) = rest.split_at(digits);
        let unit = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(unit);
        seconds += number.parse::<f64>().ok()?
            * match unit {
                "d" => DAY,
                "h" => 3600.0,
                "m" => 60.0,
                "s" => 1.0,
                "ms" => 0.001,
                _ => return None,
            };
        rest = after;
    }
    (0.0..=DAY).contains(&seconds).then(|| SignedDuration::try_from_secs_f64(seconds).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_providers_write_them() {
        for (text, milliseconds) in [
            ("2m59.56s", 179_560),
            ("120ms", 120),
            ("1h2m3s", 3_723_000),
            ("7", 7_000),
            ("0.5", 500),
            ("0s", 0),
        ] {
            assert_eq!(duration(text), Some(SignedDuration::from_millis(milliseconds)), "{text}");
        }
        for nonsense in ["", "soon", "1y", "-3", "1m-2s", "NaN", "inf", "9d", "s"] {
            assert_eq!(duration(nonsense), None, "{nonsense}");
        }
    }
}
