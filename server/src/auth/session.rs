use std::net::IpAddr;
use std::time::Duration;

use http::Uri;
use http::header::{COOKIE, HeaderMap, HeaderValue};

use super::secret::SessionKey;

/// How long a session lives: 14 days after it was last used. Moments are seconds since the Unix epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLife {
    /// When a use of the session was last written down.
    pub last_used: i64,
}

impl SessionLife {
    /// Fourteen days.
    pub const LENGTH: Duration = Duration::from_secs(14 * 24 * 60 * 60);
    /// A session in constant use is written down once in this time and not on every request.
    pub const STEP: Duration = Duration::from_secs(60 * 60);

    /// Whether the session still lives.
    #[must_use]
    pub fn is_live(self, now: i64) -> bool {
        !self.is_past(Self::LENGTH, now)
    }

    /// Whether this use should be written down, and the cookie sent anew.
    #[must_use]
    pub fn is_due(self, now: i64) -> bool {
        self.is_live(now) && self.is_past(Self::STEP, now)
    }

    fn is_past(self, length: Duration, now: i64) -> bool {
        u64::try_from(now.saturating_sub(self.last_used)).is_ok_and(|age| age >= length.as_secs())
    }
}

/// The cookie that carries a session key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionCookie {
    is_secure: bool,
}

impl SessionCookie {
    /// The cookie of a deployment that answers at `base_url`: for https alone, unless that is plain http on
    /// loopback.
    #[must_use]
    pub fn of(base_url: &str) -> Self {
        Self { is_secure: !is_at_home(base_url) }
    }

    /// Its name. Browsers accept `__Host-` only from this host over https, so neither a
    /// subdomain nor an attacker on the network can set a session.
    #[must_use]
    pub const fn name(self) -> &'static str {
        if self.is_secure { "__Host-muniment_session" } else { "muniment_session" }
    }

    /// The value of `Set-Cookie` that gives a browser its key.
    #[must_use]
    pub fn set(self, key: &SessionKey) -> HeaderValue {
        self.with(key.reveal(), SessionLife::LENGTH)
    }

    /// The value of `Set-Cookie` that takes the key away.
    #[must_use]
    pub fn clear(self) -> HeaderValue {
        self.with("", Duration::ZERO)
    }

    fn with(self, value: &str, max_age: Duration) -> HeaderValue {
        let (name, seconds) = (self.name(), max_age.as_secs());
        let secure = if self.is_secure { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        // INVARIANT: names, keys and numbers are visible ASCII, so the value is never an empty one.
        HeaderValue::try_from(cookie).unwrap_or_else(|_| HeaderValue::from_static(""))
    }

    /// The key a request carries; none if it carries two that differ, of which one is not ours.
    #[must_use]
    pub fn read(self, headers: &HeaderMap) -> Option<SessionKey> {
        let headers = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = headers.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.split_once('='));
        let mut values =
            cookies.filter(|(name, _)| name.trim() == self.name()).map(|(_, value)| value.trim());
        let value = values.next()?;
        if values.all(|other| other == value) { SessionKey::parse(value) } else { None }
    }
}

/// Whether a deployment answers at plain http on loopback, which only its own machine reaches.
#[must_use]
pub fn is_at_home(base_url: &str) -> bool {
    let uri: Option<Uri> = base_url.parse().ok();
    uri.is_some_and(|uri| uri.scheme_str() == Some("http") && uri.host().is_some_and(is_loopback))
}

fn is_loopback(host: &str) -> bool {
    let address: Option<IpAddr> = host.trim_start_matches('[').trim_end_matches(']').parse().ok();
    match address {
        Some(address) => address.to_canonical().is_loopback(),
        None => host == "localhost" || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::SeededRandomness;
    use super::*;

    fn read(cookie: SessionCookie, values: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(COOKIE, value.parse().unwrap());
        }
        cookie.read(&headers).map(|key| key.reveal().to_owned())
    }

    #[test]
    fn the_cookie_is_for_https_unless_the_server_is_at_home() {
        for open in ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:80/", "http://a.localhost:1"]
        {
            assert_eq!(SessionCookie::of(open).name(), "muniment_session", "{open}");
        }
        let secure = [
            "https://muniment.example",
            "https://127.0.0.1",
            "http://muniment.example",
            "http://192.168.0.2:8080",
            "http://127.0.0.1.example.org",
            "http://localhost.example.org",
            "",
            "nonsense",
        ];
        for url in secure {
            assert_eq!(SessionCookie::of(url).name(), "__Host-muniment_session", "{url}");
        }
    }

    #[test]
    fn a_cookie_is_set_read_and_cleared() {
        let key = SessionKey::new(&SeededRandomness::new(9)).unwrap();
        let text = key.reveal();
        let cookie = SessionCookie::of("https://muniment.example");
        assert_eq!(
            cookie.set(&key).to_str().unwrap(),
            format!(
                "__Host-muniment_session={text}; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure"
            )
        );
        assert_eq!(
            cookie.clear().to_str().unwrap(),
            "__Host-muniment_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"
        );
        let open = SessionCookie::of("http://127.0.0.1:8080");
        assert_eq!(
            open.set(&key).to_str().unwrap(),
            format!("muniment_session={text}; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax")
        );
        let carried = format!("theme=dark; muniment_session={text}; other=1");
        assert_eq!(read(open, &[&carried]).as_deref(), Some(text));
        assert_eq!(read(open, &["a=b", &carried]).as_deref(), Some(text));
        assert_eq!(read(cookie, &[&carried]), None, "not the name it has here");
        assert_eq!(SessionKey::parse(text).unwrap().digest(), key.digest());
        assert!(!format!("{key:?}").contains(text));
    }

    #[test]
    fn what_is_no_key_is_no_session() {
        let open = SessionCookie::of("http://localhost:8080");
        let key = "a".repeat(43);
        let other = "b".repeat(43);
        for bad in [
            String::new(),
            "muniment_session".to_owned(),
            "muniment_session=".to_owned(),
            format!("muniment_session={}", "a".repeat(42)),
            format!("muniment_session={key}a"),
            format!("muniment_session={}-", "a".repeat(42)),
            format!("xmuniment_session={key}"),
            format!("muniment_session={key}; muniment_session={other}"),
        ] {
            assert_eq!(read(open, &[&bad]), None, "{bad}");
        }
        let twice = format!("muniment_session={key}; muniment_session={key}");
        assert_eq!(read(open, &[&twice]), Some(key));
    }

    #[test]
    fn a_session_lives_for_fourteen_days_after_its_last_use() {
        let life = SessionLife { last_used: 1_795_132_800 };
        let after = |seconds: i64| life.last_used + seconds;
        let day = 24 * 60 * 60;
        assert!(life.is_live(after(14 * day - 1)) && !life.is_live(after(14 * day)));
        assert!(!life.is_due(after(3599)) && life.is_due(after(3600)) && !life.is_due(after(14 * day)));
        assert!(life.is_live(after(-5)), "the wall clock was set back");
    }
}
