//! Reads the arguments of the command and names every fault among them, not the first alone.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Error, Parser};

/// Arguments that are no command.
pub(super) struct ArgumentFaults<C> {
    /// Every fault, in the order of the arguments; also the help or version that was asked for.
    pub(super) faults: Vec<Error>,
    /// The command without what is faulty, if the rest is one.
    pub(super) rest: Option<C>,
}

/// Reads the command of these arguments, the name of the program first.
pub(super) fn parse<C: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<C, ArgumentFaults<C>> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut faults: Vec<Error> = Vec::new();
    // Each turn takes a fault out, and an argument has few of them.
    for _ in 0..=2 * arguments.len() {
        match C::try_parse_from(&arguments) {
            Ok(command) if faults.is_empty() => return Ok(command),
            Ok(command) => return Err(ArgumentFaults { faults, rest: Some(command) }),
            Err(error) => {
                let is_mended = mend(&mut arguments, &error);
                // Clap misses what was taken out.
                if !faults.iter().any(|fault| is_missed(fault, &error)) {
                    faults.push(error);
                }
                if !is_mended {
                    break;
                }
            }
        }
    }
    Err(ArgumentFaults { faults, rest: None })
}

/// Tells whether an error misses the argument that a fault is about.
fn is_missed(fault: &Error, error: &Error) -> bool {
    match (error.kind(), error.get(ContextKind::InvalidArg), fault.get(ContextKind::InvalidArg)) {
        (
            ErrorKind::MissingRequiredArgument,
            Some(ContextValue::Strings(missing)),
            Some(ContextValue::String(faulty)),
        ) => missing.contains(faulty),
        _ => false,
    }
}

/// Replaces a faulty value by a possible one, or takes the argument out. Tells whether it did.
fn mend(arguments: &mut Vec<OsString>, error: &Error) -> bool {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let Some(argument) = word(ContextKind::InvalidArg) else { return false };
    // `--purpose <PURPOSE>` of a value, `--nope` or a surplus word otherwise.
    let name = argument.split_once(' ').map_or(argument, |(name, _)| name);
    let known = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(known)) => known.first(),
        _ => None,
    };
    let is_value = matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation);
    let value = word(ContextKind::InvalidValue).filter(|_| is_value);
    if !is_value && error.kind() != ErrorKind::UnknownArgument {
        return false;
    }
    let attached = format!("{name}=");
    let is_faulty = |before: &OsString, given: &OsString| match value {
        // A word may stand among the arguments more than once.
        Some(value) => {
            let is_own = *before == *name || !name.starts_with('-');
            is_own && *given == *value || given.to_string_lossy().strip_prefix(&attached) == Some(value)
        }
        None => *given == *name || given.to_string_lossy().starts_with(&attached),
    };
    let mut pairs = arguments.iter().zip(arguments.iter().skip(1));
    let Some(before) = pairs.position(|(before, given)| is_faulty(before, given)) else { return false };
    let has_flag = value.is_some() && arguments.get(before).is_some_and(|flag| *flag == *name);
    let Some(given) = arguments.get_mut(before + 1) else { return false };
    let is_attached = given.to_string_lossy().starts_with(&attached);
    match known {
        Some(known) if is_attached => *given = format!("{attached}{known}").into(),
        Some(known) => *given = known.into(),
        None if has_flag && !is_attached => drop(arguments.drain(before..before + 2)),
        None => drop(arguments.remove(before + 1)),
    }
    true
}
