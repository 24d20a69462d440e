/** The screen of programs that run beside each other: they write one after the other, and what comes before its turn is held back. */
export class Screen {
    #stream;
    #turns = [];

    constructor(stream = process.stdout) {
        this.#stream = stream;
    }

    /** Takes the next turn, which lasts until its end is told. */
    take() {
        const turn = { held: '', hasEnded: false };
        this.#turns.push(turn);
        return {
            write: text => {
                if (turn.hasEnded) {
                    this.#stream.write(text);
                } else {
                    turn.held += text;
                    this.#show();
                }
            },
            end: () => {
                turn.hasEnded = true;
                this.#show();
            }
        };
    }

    /** The programs are being ended: shows what they have written so far, in the order of their turns. */
    showAll() {
        for (const turn of this.#turns) {
            this.#stream.write(turn.held);
            turn.held = '';
        }
    }

    #show() {
        for (const turn of [...this.#turns]) {
            this.#stream.write(turn.held);
            turn.held = '';
            if (!turn.hasEnded) {
                return;
            }
            this.#turns.shift();
        }
    }
}
