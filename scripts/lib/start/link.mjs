import { Failure } from '../failure.mjs';

const TIMEOUT_MS = 5000;
/** A person who only wants to know why a port is taken waits no longer. */
const LOOK_TIMEOUT_MS = 2000;

/** The product's own rules about addresses and its secret, from the package that owns them. */
async function accessRules() {
    try {
        const names = ['ide-access', 'own-address', 'token-file'];
        const modules = await Promise.all(names.map(name => import(`../../../packages/workspace-tools/lib/${name}.js`)));
        return Object.assign({}, ...modules);
    } catch {
        throw new Failure('Nothing has been built here yet, so no IDE runs from this folder.', { advice: 'Start one with "npm start".' });
    }
}

function readSecret({ ideTokenFile, readToken }) {
    try {
        return readToken(ideTokenFile());
    } catch (error) {
        throw new Failure(error.message, { advice: 'Set OPENSPACE_STATE_DIR to what it was when the IDE was started.' });
    }
}

/** An address that opens the IDE that runs on the given port in one more browser. */
export async function requestLink({ host, port }) {
    const rules = await accessRules();
    const headers = { authorization: `Bearer ${rules.signLinkRequest(readSecret(rules), port)}` };
    let response;
    try {
        response = await fetch(`http://${rules.reachableHost(host)}:${port}${rules.IDE_LINK_PATH}`, {
            method: 'POST',
            headers,
            redirect: 'error',
            signal: AbortSignal.timeout(TIMEOUT_MS)
        });
    } catch (error) {
        throw new Failure(`No IDE answers on port ${port} (${error.cause?.code ?? error.name}).`, {
            advice: 'Start it with "npm start", or name its port: npm start -- --link --port N'
        });
    }
    const { url } = await response.json().catch(() => ({}));
    if (!response.ok || typeof url !== 'string') {
        throw new Failure(`What runs on port ${port} gives no link (status ${response.status}).`, {
            advice: 'If it is an IDE with another state directory, set OPENSPACE_STATE_DIR to that one.'
        });
    }
    return url;
}

/** Whether an IDE of ours listens there: it shows every stranger a page with its name. */
export async function isIde(host, port) {
    try {
        const { reachableHost } = await accessRules();
        const response = await fetch(`http://${reachableHost(host)}:${port}/`, {
            headers: { accept: 'text/html' },
            redirect: 'error',
            signal: AbortSignal.timeout(LOOK_TIMEOUT_MS)
        });
        return (await response.text()).includes('<title>Theia OpenSpace</title>');
    } catch {
        return false; // what does not answer a browser is none
    }
}
