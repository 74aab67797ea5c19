// The edge in a Worker. Bindings: `ASSETS` has the files of the tree; `ORIGIN` is the server, a service or an address;
// `CLIENT_ADDRESS_HEADER`, if it is there, names the field in which the platform says from where a request comes. It has to
// be one that the platform sets itself, whatever a client sends.

import edge from './edge.mjs';
import manifest from '../manifest.json';
import refusal from '../refusal.json';

// Fields in which proxies say from where a request comes.
const OF_PROXIES = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP'];
const EXTENSIONS = { br: 'br', gzip: 'gz', zstd: 'zst' };

async function answer(request, env) {
    const field = name => {
        const value = request.headers.get(name);
        return value === null ? undefined : value;
    };
    const decision = edge.decide(manifest, {
        method: request.method,
        target: targetOf(request),
        accept: field('Accept'),
        tags: field('If-None-Match'),
        since: field('If-Modified-Since'),
        origin: field('Origin'),
        isBound: edge.isBound(field),
    });
    if (decision === undefined) {
        return askServer(request, env);
    }
    const requestId = crypto.randomUUID();
    const headers = new Headers(edge.headers(decision));
    headers.set('X-Request-ID', requestId);
    const codings = edge.codings(field('Accept-Encoding'), manifest.codings);
    if (decision.status === 200) {
        const body = await bodyOf(request, env, decision.file, codings[0], headers);
        return body === undefined ? askServer(request, env) : body;
    }
    if (decision.status === 304 && codings.length > 0) {
        headers.append('Vary', 'Accept-Encoding');
    }
    const problem = decision.status === 406 ? edge.problemDocument(refusal, decision, requestId) : null;
    return respond(request, problem, { status: decision.status, headers });
}

// The file, in a coding if it stands there in that. `Vary: Accept-Encoding` is for the coded body, and for a 304 that may
// be about one: the contract has `Vary: Accept`, and the plain body is good for everybody, whatever it is kept for.
async function bodyOf(request, env, file, coding, headers) {
    if (coding !== undefined) {
        const found = await fetchFile(request, env, file + '.' + EXTENSIONS[coding]);
        if (found.ok) {
            headers.set('Content-Encoding', coding);
            headers.append('Vary', 'Accept-Encoding');
            return respondWith(request, found, headers, 'manual');
        }
        await found.body?.cancel();
    }
    const found = await fetchFile(request, env, file);
    return found.ok ? respondWith(request, found, headers, 'automatic') : undefined;
}

function fetchFile(request, env, file) {
    return env.ASSETS.fetch(new Request('http://tree' + file, { method: request.method }));
}

function respondWith(request, found, headers, encodeBody) {
    const length = found.headers.get('Content-Length');
    if (request.method === 'HEAD' && length !== null) {
        headers.set('Content-Length', length);
    }
    return new Response(request.method === 'HEAD' ? null : found.body, { headers, encodeBody });
}

function respond(request, text, init) {
    if (request.method === 'HEAD' && text !== null) {
        init.headers.set('Content-Length', String(new TextEncoder().encode(text).length));
    }
    return new Response(request.method === 'HEAD' ? null : text, init);
}

async function askServer(request, env) {
    try {
        return await passOn(request, env);
    } catch (error) {
        const requestId = crypto.randomUUID();
        const found = edge.unanswered(targetOf(request), requestId);
        const headers = new Headers(found.headers);
        headers.set('X-Request-ID', requestId);
        return respond(request, found.body, { status: found.status, headers });
    }
}

function passOn(request, env) {
    const asked = new Request(request, { redirect: 'manual' });
    // What a client says of its own address is nothing to go by.
    OF_PROXIES.forEach(name => asked.headers.delete(name));
    const client = env.CLIENT_ADDRESS_HEADER === undefined ? null : request.headers.get(env.CLIENT_ADDRESS_HEADER);
    if (client !== null) {
        asked.headers.set('X-Forwarded-For', client);
    }
    if (typeof env.ORIGIN !== 'string') {
        return env.ORIGIN.fetch(asked);
    }
    return fetch(env.ORIGIN.replace(/\/$/, '') + targetOf(request), asked);
}

// Path and query as they were sent.
function targetOf(request) {
    return request.url.slice(new URL(request.url).origin.length);
}

export default { fetch: answer };
