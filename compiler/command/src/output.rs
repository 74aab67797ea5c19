//! Writes to standard output and standard error.

use std::io::{self, ErrorKind, Write};

/// Writes a text to standard output.
pub(super) fn write(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    heard(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// The result of writing to standard output. A closed pipe is not an error.
pub(super) fn heard(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("cannot write to standard output"))
        }
        _ => Ok(()),
    }
}

/// Writes a text to standard error and ignores errors.
pub(super) fn tell(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Writes an error to standard error.
pub(super) fn tell_error(error: &anyhow::Error) {
    tell(&format!("error: {}\n", described(error)));
}

/// An error and its causes in one line, without causes that the error already quotes.
fn described(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let message = cause.to_string();
        if text.is_empty() {
            text = message;
        } else if !text.contains(&message) {
            text = format!("{text}: {message}");
        }
    }
    without_error_numbers(&text)
}

/// Removes the error numbers that the standard library appends to messages of the system.
pub(super) fn without_error_numbers(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let mut cleaned = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                cleaned.push_str(rest);
            }
            _ => {
                cleaned.push_str(" (os error ");
                cleaned.push_str(part);
            }
        }
    }
    cleaned
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_cause_that_is_quoted_is_not_repeated() {
        let cause = io::Error::from_raw_os_error(28);
        let text = format!("cannot write `x`: {cause}");
        let error = anyhow::Error::new(cause).context(text).context("no tree was written");
        assert_eq!(described(&error), "no tree was written: cannot write `x`: No space left on device");
        assert_eq!(described(&anyhow!("a (os error x) b (os error 2): c")), "a (os error x) b: c");
    }
}
