/** For specs: stands for a terminal or a file and keeps what is written to it. */
export class RecordingStream {
    text = '';

    constructor({ isTTY = false } = {}) {
        this.isTTY = isTTY;
    }

    write(text) {
        this.text += text;
    }
}
