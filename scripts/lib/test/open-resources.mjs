/** What a test has to end, by Node's names: programs, servers, watchers, timers. Whatever else Node lists ends by itself. */
const LASTING = ['ProcessWrap', 'TCPServerWrap', 'FSEventWrap', 'Timeout'];

/** Notes which parts of a test run leave open what keeps a process alive. */
export class OpenResources {
    #list;
    #before = [];
    #grown = [];

    constructor(list = () => process.getActiveResourcesInfo()) {
        this.#list = list;
    }

    begin() {
        this.#before = this.#list();
    }

    end(name) {
        const kinds = LASTING.filter(kind => count(this.#list(), kind) > count(this.#before, kind));
        this.#grown.push(...kinds.map(kind => ({ name, kind })));
    }

    /** Each part with what it left open, as far as such things are still open at the end. */
    left() {
        const open = this.#list();
        return this.#grown.filter(({ kind }) => open.includes(kind)).map(({ name, kind }) => `${name} (${kind})`);
    }
}

const count = (names, wanted) => names.filter(name => name === wanted).length;
