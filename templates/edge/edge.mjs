// What an edge answers by itself, from the manifest of a tree and from nothing else.
//
// It reads the manifest as the server does and decides as the server does; whatever it is not sure of is the
// server's. One module for nginx (njs 0.7.8), Workers and Node, hence no syntax that njs does not know.

// What the tree has, and the server says otherwise: discovery names the settings of a deployment, and a page that a server
// fills is in the tree for hosts without one.
const OF_THE_SERVER = ['discovery', 'server-page'];

// Both halves are tokens (RFC 9110 section 5.6.2), and a wildcard has no subtype.
const MEDIA_RANGE = /^(?:\*\/\*|(?!\*\/)[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+)$/;
const QUALITY = /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/;
const FORMAT = /^[0-9A-Za-z-]*$/;
const SESSION = /(?:^|[;\s])(?:__Host-)?muniment_session=/;
const VISIBLE = /^[\t\x20-\x7e]*$/;
// The one form of a date that is still sent (RFC 9110 section 5.6.7); the server reads the others.
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (0[1-9]|[12][0-9]|3[01]) ([A-Z][a-z][a-z]) ([0-9]{4}) ([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]) GMT$/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

// What a request gets: nothing, if it is the server's to answer; else a decision with a `status`, of which `headers`
// makes the headers. With 200 `file` of the tree is the body, with 406 what `problemDocument` makes.
//
// `request` has `method`; `target`, path and query as they were sent; `accept`, `tags`, `since` and `origin`, the fields
// Accept, If-None-Match, If-Modified-Since and Origin, each joined by commas and undefined where there is none; and
// `isBound`.
function decide(manifest, request) {
    const target = request.target;
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const entry = manifest.addresses[path];
    if (entry === undefined || OF_THE_SERVER.indexOf(entry.class) >= 0 || request.isBound
        || (request.method !== 'GET' && request.method !== 'HEAD')) {
        return undefined;
    }
    const rules = manifest.classes[entry.class];
    if (request.origin !== undefined && rules.headers['Access-Control-Allow-Origin'] === undefined) {
        return undefined;
    }
    if (rules.dialect === 'file') {
        return mark < 0 ? whole(request, entry, rules, undefined, path) : undefined;
    }
    const choice = chosen(rules, entry.elsewhere, mark < 0 ? '' : target.slice(mark), request.accept);
    if (choice === undefined) {
        return undefined;
    }
    if (choice.form !== undefined) {
        const file = (path === '/' ? '' : path) + '/index.' + choice.form.extension;
        return whole(request, entry, rules, choice.form, file);
    }
    if (choice.location !== undefined) {
        return { status: choice.status, rules: rules, location: choice.location };
    }
    return choice.status === 406 && mark < 0 ? { status: 406, rules: rules, path: path } : undefined;
}

// What `choose` says of a query, empty or with its question mark, and of Accept; nothing where the server is to say it.
function chosen(rules, elsewhere, query, accept) {
    const forms = rules.representations;
    let format;
    if (query !== '') {
        format = query.slice(8);
        if (query.slice(0, 8) !== '?format=' || !FORMAT.test(format) || !hasFormatParameter(forms)) {
            return undefined;
        }
    }
    if (accept !== undefined && !VISIBLE.test(accept)) {
        return undefined;
    }
    return choose(rules.dialect, forms, elsewhere, format, accept);
}

// Whether a request bears what only the server can judge: credentials, or preconditions other than a held tag.
// `header(name)` is a field, undefined where there is none.
function isBound(header) {
    const cookies = header('Cookie');
    return header('Authorization') !== undefined || header('If-Match') !== undefined
        || header('If-Unmodified-Since') !== undefined || (cookies !== undefined && SESSION.test(cookies));
}

// A form, or a file; 304 where the client holds it.
function whole(request, entry, rules, form, file) {
    let tag;
    if (rules.cache_control[entry.cache] !== undefined) {
        const hash = form !== undefined && form.key === 'html' && entry.page !== undefined ? entry.page : entry.hash;
        tag = 'W/"' + hash.slice(0, 32) + '-' + (form === undefined ? 'file' : form.key) + '"';
    }
    let status = 200;
    if (request.tags !== undefined) {
        // Where there is no tag, software around us may still find that `*` holds.
        if (tag === undefined || !VISIBLE.test(request.tags)) {
            return undefined;
        }
        status = isHeld(request.tags, tag) ? 304 : 200;
    } else if (request.since !== undefined) {
        const since = secondsOf(request.since);
        if (since === undefined) {
            return undefined;
        }
        const modified = secondsOf(modifiedOf(entry, rules));
        status = modified !== undefined && modified <= since ? 304 : 200;
    }
    return { status: status, entry: entry, rules: rules, form: form, tag: tag, file: file };
}

// The field Last-Modified of an address, if it has one.
function modifiedOf(entry, rules) {
    const own = entry.headers === undefined ? undefined : entry.headers['Last-Modified'];
    return own === undefined ? rules.headers['Last-Modified'] : own;
}

// A date as a number that grows with it; undefined where it cannot be read.
function secondsOf(date) {
    const parts = date === undefined ? null : HTTP_DATE.exec(date.trim());
    const month = parts === null ? -1 : MONTHS.indexOf(parts[2]);
    if (month < 0 || month % 3 !== 0) {
        return undefined;
    }
    return Date.UTC(+parts[3], month / 3, +parts[1], +parts[4], +parts[5], +parts[6]) / 1000;
}

function isHeld(tags, tag) {
    return tags.trim() === '*' || tags.split(',').some(other => opaque(other.trim()) === opaque(tag));
}

// A tag without the mark of weakness (RFC 9110 section 8.8.3.2).
function opaque(tag) {
    return tag.slice(0, 2) === 'W/' ? tag.slice(2) : tag;
}

// Every header of an answer but that which names the request.
function headers(decision) {
    const rules = decision.rules;
    if (decision.entry === undefined) {
        return ofNoForm(decision, rules.headers);
    }
    const found = Object.assign({}, rules.headers, decision.entry.headers);
    if (decision.tag !== undefined) {
        found['Cache-Control'] = rules.cache_control[decision.entry.cache];
        found.ETag = decision.tag;
    }
    if (decision.form !== undefined) {
        found['Content-Type'] = decision.form.media_type;
    }
    return secure(found);
}

// Those of a redirect, or of a refusal.
function ofNoForm(decision, ofClass) {
    const found = decision.status === 406
        ? { 'Content-Type': 'application/problem+json', Vary: 'Accept' }
        : { Location: decision.location };
    ['Vary', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'].forEach(name => {
        if (ofClass[name] !== undefined) {
            found[name] = ofClass[name];
        }
    });
    return secure(found);
}

// Who says itself who may frame it says no more about that.
function secure(found) {
    found['X-Content-Type-Options'] = 'nosniff';
    found['Referrer-Policy'] = 'strict-origin-when-cross-origin';
    if (!saysWhoFrames(found['Content-Security-Policy'])) {
        found['X-Frame-Options'] = 'SAMEORIGIN';
    }
    return found;
}

function saysWhoFrames(policy) {
    return policy !== undefined && policy.indexOf('frame-ancestors') >= 0;
}

// The body of a 406; `refusal` is what all of them say.
function problemDocument(refusal, decision, requestId) {
    const forms = decision.rules.representations;
    const available = [];
    for (let i = 0; i < forms.length; i++) {
        available.push(forms[i].media_type);
    }
    const request = { instance: decision.path, request_id: requestId, available: available };
    return JSON.stringify(Object.assign({}, refusal, request)) + '\n';
}

// What is answered in the place of a server that does not: `status`, `headers` but for that which names the request, and
// `body`, in the shape of the version that was asked.
function unanswered(target, requestId) {
    const path = target.split('?')[0];
    const isVersion2 = path === '/v2' || path.slice(0, 4) === '/v2/';
    const detail = 'the server behind this edge does not answer';
    const problem = {
        type: 'about:blank', title: 'Bad Gateway', status: 502, detail: detail, instance: path, request_id: requestId
    };
    const found = { 'Content-Type': isVersion2 ? 'application/problem+json' : 'application/json', 'Cache-Control': 'no-store' };
    if (isVersion2) {
        found['Access-Control-Allow-Origin'] = '*';
    }
    return { status: 502, headers: secure(found), body: JSON.stringify(isVersion2 ? problem : { detail: detail }) + '\n' };
}

// What a request gets among `forms` in order of preference: `form`; or `status`, with `location` where it leads on.
function choose(dialect, forms, elsewhere, format, accept) {
    const first = forms.length > 0 ? { form: forms[0] } : { status: 406 };
    if (dialect === 'file' || dialect === 'fixed') {
        return first;
    }
    const named = format === undefined ? undefined : namedBy(format, forms);
    if (named === null) {
        return { status: 422 };
    }
    if (dialect === 'version2') {
        const form = named === undefined ? negotiate(accept, forms) : named;
        return form === undefined ? { status: 406 } : { form: form };
    }
    if (dialect === 'record') {
        if (elsewhere !== undefined && bestNamed(accept, [], ['text/html']) !== undefined) {
            return { status: 307, location: elsewhere.html };
        }
        const wanted = bestNamed(accept, forms, ['application/json']);
        const form = wanted === undefined || wanted.form === undefined ? named : wanted.form;
        return form === undefined ? first : { form: form };
    }
    if (named !== undefined) {
        return { form: named };
    }
    const wanted = bestNamed(accept, forms, ['text/html', 'application/xhtml+xml', 'application/json']);
    if (wanted !== undefined && wanted.form !== undefined) {
        return wanted;
    }
    const isPage = wanted !== undefined && wanted.type !== 'application/json';
    const location = elsewhere === undefined ? undefined : isPage ? elsewhere.html : elsewhere.other;
    return location === undefined ? first : { status: 303, location: location };
}

// The form `format` names; undefined if no form heeds it; null if it names nothing.
function namedBy(format, forms) {
    if (!hasFormatParameter(forms)) {
        return undefined;
    }
    for (let i = 0; i < forms.length; i++) {
        if (holds(forms[i].formats, format)) {
            return forms[i];
        }
    }
    return null;
}

function hasFormatParameter(forms) {
    for (let i = 0; i < forms.length; i++) {
        if (forms[i].formats.length > 0) {
            return true;
        }
    }
    return false;
}

function acceptedAs(forms, type) {
    for (let i = 0; i < forms.length; i++) {
        const types = forms[i].accepted_as;
        for (let j = 0; j < types.length; j++) {
            if (types[j] === type) {
                return forms[i];
            }
        }
    }
    return undefined;
}

// Lists of a manifest that nginx keeps have no methods.
function holds(list, text) {
    for (let i = 0; i < list.length; i++) {
        if (list[i] === text) {
            return true;
        }
    }
    return false;
}

// What `Accept` names with the highest quality, the first of equals: a form, or a media type among `others`.
function bestNamed(accept, forms, others) {
    let best, quality = 0;
    const texts = accept === undefined ? [] : unquotedSplit(accept, ',');
    for (let i = 0; i < texts.length && quality < 1000; i++) {
        const range = rangeOf(texts[i]);
        if (range === undefined || range.quality <= quality) {
            continue;
        }
        const form = acceptedAs(forms, range.type);
        if (form !== undefined || holds(others, range.type)) {
            best = { form: form, type: range.type };
            quality = range.quality;
        }
    }
    return best;
}

// RFC 9110 section 12.5.1: a media type has the quality of the most specific range that matches it, the first of
// equals. Of equal qualities a range that names its type goes before a wildcard, then the order of the header, then
// that of the forms.
function negotiate(accept, forms) {
    if (accept === undefined) {
        return forms[0];
    }
    const texts = unquotedSplit(accept, ',');
    const ranges = [];
    let chosen, quality = 0, wildcards = 0, isRead = false;
    for (let i = 0; i < texts.length; i++) {
        const range = rangeOf(texts[i]);
        if (range === undefined) {
            continue;
        }
        ranges.push(range);
        if (isRead && range.quality <= quality) {
            continue;
        }
        const form = acceptedAs(forms, range.type);
        if (form === undefined) {
            isRead = isRead || MEDIA_RANGE.test(range.type);
            if (range.quality > wildcards && range.type.slice(-2) === '/*' && MEDIA_RANGE.test(range.type)) {
                wildcards = range.quality;
            }
            continue;
        }
        isRead = true;
        if (range.quality > quality && placeOf(ranges, range.type) === ranges.length - 1) {
            if (range.quality === 1000) {
                return form;
            }
            chosen = form;
            quality = range.quality;
        }
    }
    if (!isRead) {
        return forms[0];
    }
    return wildcards > quality ? byWildcard(ranges, forms, chosen, quality) : chosen;
}

// A wildcard matches only the type a form is really answered with, and that only where nothing names it.
function byWildcard(ranges, forms, chosen, quality) {
    let specificity = 2, place = 0;
    for (let i = 0; i < forms.length; i++) {
        const type = forms[i].accepted_as[0];
        if (placeOf(ranges, type) >= 0) {
            continue;
        }
        let found = placeOf(ranges, type.slice(0, type.indexOf('/')) + '/*'), width = 1;
        if (found < 0) {
            found = placeOf(ranges, '*/*');
            width = 0;
        }
        if (found < 0 || ranges[found].quality < quality || ranges[found].quality === 0) {
            continue;
        }
        const isBetter = ranges[found].quality > quality || width > specificity
            || (width === specificity && found < place);
        if (isBetter) {
            chosen = forms[i];
            quality = ranges[found].quality;
            specificity = width;
            place = found;
        }
    }
    return chosen;
}

function placeOf(ranges, type) {
    for (let i = 0; i < ranges.length; i++) {
        if (ranges[i].type === type) {
            return i;
        }
    }
    return -1;
}

// Those of `available` codings that a request accepts, the one it likes best first (RFC 9110 section 12.5.3), of equals
// the first. None where it would rather have the body as it is, or says nothing.
function codings(acceptEncoding, available) {
    const qualities = {};
    const texts = acceptEncoding === undefined ? [] : acceptEncoding.split(',');
    for (let i = 0; i < texts.length; i++) {
        const range = rangeOf(texts[i]);
        if (range !== undefined && range.type !== '') {
            qualities[range.type === 'x-gzip' ? 'gzip' : range.type] = range.quality;
        }
    }
    const quality = coding => qualities[coding] !== undefined ? qualities[coding] : qualities['*'] || 0;
    const plain = qualities.identity || 0;
    const found = [];
    for (let i = 0; available !== undefined && i < available.length; i++) {
        const own = quality(available[i]);
        if (own > 0 && own >= plain) {
            let place = found.length;
            while (place > 0 && quality(found[place - 1]) < own) {
                place--;
            }
            found.splice(place, 0, available[i]);
        }
    }
    return found;
}

// A media range, its type in small letters; undefined if its quality cannot be read. Whether its type can be is asked
// where that matters, since no form has a type that cannot.
function rangeOf(text) {
    const end = text.indexOf(';');
    if (end < 0) {
        return { type: text.trim().toLowerCase(), quality: 1000 };
    }
    const parameters = text.slice(end + 1);
    const quality = parameters.slice(0, 2) === 'q=' && parameters.indexOf(';') < 0
        ? thousandths(parameters.slice(2)) : qualityOf(parameters);
    return quality === undefined ? undefined : { type: text.slice(0, end).trim().toLowerCase(), quality: quality };
}

// Thousandths; what the first parameter `q` says (RFC 9110 section 12.4.2).
function qualityOf(parameters) {
    const parts = unquotedSplit(parameters, ';');
    for (let i = 0; i < parts.length; i++) {
        const part = parts[i];
        const equals = part.indexOf('=');
        if (equals >= 0 && part.slice(0, equals).trim().toLowerCase() === 'q') {
            return thousandths(part.slice(equals + 1));
        }
    }
    return 1000;
}

// `0` or `1` with at most three decimals. The usual ones are read by their digits: to njs a pattern costs as much as all
// else that is done to a range.
function thousandths(text) {
    const value = text.trim();
    if (value[0] === '0' && value[1] === '.' && (value.length === 3 || value.length === 4)) {
        const tenths = '0123456789'.indexOf(value[2]), hundredths = value.length === 3 ? 0 : '0123456789'.indexOf(value[3]);
        return tenths < 0 || hundredths < 0 ? undefined : tenths * 100 + hundredths * 10;
    }
    return QUALITY.test(value) ? Math.round(Number(value) * 1000) : undefined;
}

// The parts between separators that stand outside quotes (RFC 9110 section 5.6.4).
function unquotedSplit(text, separator) {
    if (text.indexOf('"') < 0) {
        return text.split(separator);
    }
    const parts = [];
    let begin = 0, isQuoted = false;
    for (let i = 0; i < text.length; i++) {
        const c = text[i];
        if (isQuoted && c === '\\') {
            i++;
        } else if (c === '"') {
            isQuoted = !isQuoted;
        } else if (c === separator && !isQuoted) {
            parts.push(text.slice(begin, i));
            begin = i + 1;
        }
    }
    parts.push(text.slice(begin));
    return parts;
}

export default { decide, chosen, isBound, headers, saysWhoFrames, problemDocument, unanswered, choose, codings };
