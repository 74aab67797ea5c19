use axum::body::Body;
use axum::response::Response;
use http::header::{CONTENT_DISPOSITION, HeaderValue};
use http::request::Parts;
use muniment_documents::api::v1::{LicenseCall, Operation, Refused, attachment};
use muniment_documents::wire::{Choice, Dialect, FormRules, NoForm, Representation, choose};

use crate::accounts::Caller;
use crate::app::App;
use crate::library::{Address, Reply, Unanswered};
use crate::wire::{accept, redirect};

impl App {
    /// Operation 1, and a version by number (spec:version-1#negotiation, spec:version-1#library-endpoints).
    pub(super) async fn answer_license(
        &self,
        call: &LicenseCall,
        caller: &Caller,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let (operation, values) = match &call.version {
            None => (Operation::GetLicense, vec![call.id.to_string()]),
            Some(version) => (Operation::GetLicenseVersion, vec![call.id.to_string(), version.to_string()]),
        };
        let id = self.served.tree.license(call.id.as_str());
        if let Some(address) = self.served.tree.address(&operation.path(&values)) {
            return self.forms(call, address, id.unwrap_or(call.id.as_str()), request);
        }
        if id.is_none()
            && let Some(composed) = self.answer_composed(call, caller, request).await?
        {
            return Ok(composed);
        }
        match &call.version {
            Some(version) if id.is_some() => Err(Refused::unknown_version(version)),
            Some(_) => self.redirect_alias(operation, &values, request),
            None => {
                check_format(call.format.as_deref())?;
                self.redirect_alias(operation, &values, request)
            }
        }
    }

    /// The forms of a license at an address; `id` is how it is spelled.
    pub(super) fn forms(
        &self,
        call: &LicenseCall,
        address: &Address,
        id: &str,
        request: &Parts,
    ) -> Result<Response, Refused> {
        let format = call.format.as_deref();
        if call.download {
            return download(call, address, id, request);
        }
        match address.reply(format, &request.headers) {
            Ok(Reply::Form(form)) => Ok(form.answer(&request.headers)?),
            Ok(Reply::Redirect(status, place)) => Ok(redirect(status, place).map(Body::from)),
            Err(Unanswered::NoForm(_)) => Err(Refused::unknown_format(format.unwrap_or_default())),
            Err(Unanswered::Tree(error)) => Err(error.into()),
        }
    }
}

/// A serialisation to be saved, as it is and not as a JSON string. A request to save is not redirected to the page,
/// since browsers name HTML in every request.
fn download(call: &LicenseCall, address: &Address, id: &str, request: &Parts) -> Result<Response, Refused> {
    let saved = saved(call, address.dialect, &address.rules, request)?;
    let form = address.form(Some(saved))?.ok_or_else(Refused::not_found)?;
    let name = match &call.version {
        None => format!("{id}.{}", saved.extension()),
        Some(version) => format!("{id}-v{version}.{}", saved.extension()),
    };
    let mut response = form.answer(&request.headers)?;
    if let Ok(value) = HeaderValue::from_str(&attachment(&name)) {
        response.headers_mut().insert(CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// The form that is saved where a call asks for a download.
pub(super) fn saved(
    call: &LicenseCall,
    dialect: Dialect,
    rules: &[FormRules],
    request: &Parts,
) -> Result<Representation, Refused> {
    let (format, accept) = (call.format.as_deref(), accept(&request.headers));
    let wanted = match choose(dialect, rules, None, format, accept.as_deref()) {
        Ok(Choice::Form(wanted)) => wanted,
        Ok(_) => Representation::JsonLd,
        Err(_) => return Err(Refused::unknown_format(format.unwrap_or_default())),
    };
    Ok(match wanted {
        Representation::TurtleString => Representation::Turtle,
        Representation::RdfXmlString => Representation::RdfXml,
        Representation::Json => Representation::JsonLd,
        other => other,
    })
}

/// An unknown format is unknown whatever the identifier leads to.
pub(super) fn check_format(format: Option<&str>) -> Result<(), Refused> {
    let class = muniment_documents::wire::Class::Record;
    match choose(class.dialect(), &class.rules().representations, None, format, None) {
        Err(NoForm::UnknownFormat) => Err(Refused::unknown_format(format.unwrap_or_default())),
        _ => Ok(()),
    }
}
