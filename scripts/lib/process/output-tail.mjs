/** The end of a program's output, bounded in size: enough to show why it failed. */
export class OutputTail {
    #maxCharacters;
    #text = '';

    constructor(maxCharacters) {
        this.#maxCharacters = maxCharacters;
    }

    push(chunk) {
        this.#text += chunk;
        // Cut only now and then: cutting at every chunk would copy the whole text each time.
        if (this.#text.length > 2 * this.#maxCharacters) {
            this.#text = this.#text.slice(-this.#maxCharacters);
        }
    }

    get text() {
        return this.#text.slice(-this.#maxCharacters);
    }

    /** The last `count` lines. */
    lines(count) {
        return this.text.trimEnd().split('\n').slice(-count).join('\n');
    }
}
