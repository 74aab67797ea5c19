// The edge in nginx. `muniment_manifest` and `muniment_refusal` are read when nginx reads its configuration, and
// `http.conf` has the maps that say from `muniment_kind` what headers a form bears.

import edge from './edge.mjs';

// The form a plain request gets, by its key; empty where it gets none, or is not ours to answer.
function form(r) {
    const target = r.variables.request_uri;
    const mark = target.indexOf('?');
    const entry = muniment_manifest.addresses[mark < 0 ? target : target.slice(0, mark)];
    // Maps do not tell letter case.
    if (entry === undefined) {
        return '';
    }
    const query = mark < 0 ? '' : target.slice(mark);
    const choice = edge.chosen(muniment_manifest.classes[entry.class], entry.elsewhere, query, r.headersIn.Accept);
    return choice === undefined || choice.form === undefined ? '' : choice.form.key;
}

function answer(r) {
    const variables = r.variables, fields = r.headersIn;
    const isPlain = variables.muniment_rare === '';
    const decision = edge.decide(muniment_manifest, {
        method: r.method,
        target: variables.request_uri,
        accept: fields.Accept,
        tags: fields['If-None-Match'],
        since: fields['If-Modified-Since'],
        origin: isPlain ? undefined : fields.Origin,
        isBound: !isPlain && edge.isBound(name => fields[name]),
    });
    if (decision === undefined) {
        r.internalRedirect('@muniment_server');
    } else if (decision.status === 200) {
        sendFile(r, variables, decision);
    } else {
        sendHead(r, decision);
    }
}

// In the place of a server that does not answer.
function unanswered(r) {
    const found = edge.unanswered(r.variables.request_uri, r.variables.muniment_request_id);
    for (const name in found.headers) {
        r.headersOut[name] = found.headers[name];
    }
    r.return(found.status, found.body);
}

function sendFile(r, variables, decision) {
    const entry = decision.entry;
    // The maps know the rest of a form at the addresses they have.
    if (decision.form !== undefined && variables.muniment_digits !== '') {
        variables.muniment_form = decision.form.key;
        r.internalRedirect('/=');
        return;
    }
    variables.muniment_kind = entry.class + '.' + entry.cache;
    variables.muniment_etag = decision.tag === undefined ? '' : decision.tag;
    if (decision.form !== undefined) {
        variables.muniment_content_type = decision.form.media_type;
    }
    for (const name in entry.headers) {
        variables[variableOf(name)] = entry.headers[name];
    }
    if (entry.headers !== undefined && edge.saysWhoFrames(entry.headers['Content-Security-Policy'])) {
        variables.muniment_x_frame_options = '';
    }
    variables.muniment_file = decision.file;
    r.internalRedirect('@muniment_file');
}

// The variable that holds a header in `http.conf`; the first two without ado, since nearly every request has them.
function variableOf(header) {
    if (header === 'Link') {
        return 'muniment_link';
    }
    return header === 'Last-Modified' ? 'muniment_last_modified'
        : 'muniment_' + header.toLowerCase().split('-').join('_');
}

function sendHead(r, decision) {
    const headers = edge.headers(decision);
    for (const name in headers) {
        r.headersOut[name] = headers[name];
    }
    // What is held may be coded, and this answer renews what is said of it. Which codings nginx has is not known here.
    if (decision.status === 304 && r.headersIn['Accept-Encoding'] !== undefined && muniment_manifest.codings !== undefined) {
        r.headersOut.Vary = headers.Vary === undefined ? 'Accept-Encoding' : [headers.Vary, 'Accept-Encoding'];
    }
    if (decision.status === 406) {
        r.return(406, edge.problemDocument(muniment_refusal, decision, r.variables.muniment_request_id));
        return;
    }
    r.status = decision.status;
    if (decision.status !== 304) {
        r.headersOut['Content-Length'] = 0;
    }
    r.sendHeader();
    r.finish();
}

export default { answer, form, unanswered };
