use http::header::{CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue};

/// Headers every answer bears (spec:version-1#headers).
const SECURITY: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("x-frame-options", "SAMEORIGIN"),
];

/// Sets the security headers; an answer that says itself who may frame it says no more about that
/// (spec:version-1#headers).
pub(crate) fn secure(headers: &mut HeaderMap) {
    let is_framed = headers
        .get(CONTENT_SECURITY_POLICY)
        .is_some_and(|policy| policy.to_str().is_ok_and(|policy| policy.contains("frame-ancestors")));
    for (name, value) in SECURITY.into_iter().filter(|(name, _)| !is_framed || *name != "x-frame-options") {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

/// Names the request an answer is for.
pub(crate) fn identify(headers: &mut HeaderMap, id: &str) {
    if let Ok(value) = HeaderValue::from_str(id) {
        headers.insert(HeaderName::from_static("x-request-id"), value);
    }
}
