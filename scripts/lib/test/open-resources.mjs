import { promisify } from 'node:util';

/** What a test has to end, by Node's names: programs, servers, watchers. Whatever else Node lists ends by itself. */
const LASTING = ['ProcessWrap', 'TCPServerWrap', 'FSEventWrap'];

/** Notes which parts of a test run leave open what keeps a process alive. */
export class OpenResources {
    #list;
    #before = [];
    #grown = [];
    #part;
    /** Each timer with the part that set it: Node tells only how many there are, and many end by themselves a little later. */
    #timers = new Map();

    constructor(list = () => process.getActiveResourcesInfo()) {
        this.#list = list;
    }

    /** From now on every timer is noted that is set by the functions of this object. */
    follow(timers = globalThis) {
        for (const name of ['setTimeout', 'setInterval']) {
            const set = timers[name];
            const noting = (...args) => {
                const timer = set(...args);
                this.#timers.set(timer, this.#part);
                return timer;
            };
            timers[name] = Object.assign(noting, { [promisify.custom]: set[promisify.custom] });
        }
    }

    begin(part) {
        this.#part = part;
        this.#before = this.#list();
    }

    end() {
        const kinds = LASTING.filter(kind => count(this.#list(), kind) > count(this.#before, kind));
        this.#grown.push(...kinds.map(kind => ({ part: this.#part, kind })));
        [...this.#timers.keys()].filter(timer => !isRunning(timer)).forEach(timer => this.#timers.delete(timer));
        this.#part = undefined;
    }

    /** Each part with what it left open, as far as such things are still open at the end. */
    left() {
        const open = this.#list();
        const running = [...this.#timers].filter(([timer, part]) => part !== undefined && isRunning(timer));
        return [
            ...this.#grown.filter(({ kind }) => open.includes(kind)).map(({ part, kind }) => `${part} (${kind})`),
            ...new Set(running.map(([, part]) => `${part} (Timeout)`))
        ];
    }
}

const count = (names, wanted) => names.filter(name => name === wanted).length;

/** Whether a timer keeps the process alive. Node has no other word than this for one that has ended. */
const isRunning = timer => timer.hasRef() && !timer._destroyed;
