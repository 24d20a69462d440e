/** Elements whose content a browser shows as code, or does not show as text at all. */
export const CODE_ELEMENT_NAMES = [
    'code',
    'pre',
    'script',
    'style',
    'textarea',
    'samp',
    'kbd',
    'tt',
    'xmp',
    'listing',
    'plaintext',
    'template'
];
const LONGEST_NAME = 9;
const isNameCharacter = (code: number): boolean =>
    ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d;
const mayFollowName = (code: number): boolean => code <= 0x20 || code === 0x2f || code === 0x3e;

/**
 * Counts the HTML code elements that are open. Like in a browser, an element that is not closed stays open past the end of
 * its paragraph. What looks like an opening tag counts at once; a closing tag counts only where it is one beyond doubt.
 */
export class CodeElements {
    private readonly counts: number[] = CODE_ELEMENT_NAMES.map(() => 0);
    private total = 0;
    /** Opened inside what may be a code span: real only if the span never closes. */
    private readonly tentative: number[] = CODE_ELEMENT_NAMES.map(() => 0);
    private anyTentative = false;
    /** Opened inside a span that closed: real if a later span of the paragraph never does, because markdown-it may then undo this one, too. */
    private readonly suspected: number[] = CODE_ELEMENT_NAMES.map(() => 0);
    /** Whether what follows in the paragraph tells if an element is open. */
    anySuspected = false;
    /** The tag name being read, with the slash of a closing tag; `undefined` outside tags. */
    private name: string | undefined;
    private closesInDoubt = false;

    /** Whether any is open. */
    get open(): boolean {
        return this.total > 0;
    }

    /** Whether every character matters, plain ones included. */
    get inName(): boolean {
        return this.name !== undefined;
    }

    /** None is open any more. */
    reset(): void {
        this.counts.fill(0);
        this.total = 0;
        this.forgetTentative();
        this.restartParagraph();
    }

    /** A new paragraph begins: what was in doubt in the last one no longer matters. */
    restartParagraph(): void {
        this.closesInDoubt = false;
        this.name = undefined;
        if (this.anySuspected) {
            this.suspected.fill(0);
            this.anySuspected = false;
        }
    }

    /** `startsTag`: this character is a `<` that is not escaped. */
    step(code: number, startsTag: boolean, inSpan: boolean): void {
        if (startsTag) {
            this.name = '';
        } else if (this.name !== undefined) {
            if ((isNameCharacter(code) || (code === 0x2f && this.name === '')) && this.name.length <= LONGEST_NAME) {
                this.name += String.fromCharCode(code | 0x20);
            } else {
                this.finishName(this.name, code, inSpan);
            }
        }
    }

    /** The same inside an HTML block, where tags are tags; closing ones only if `closes`. */
    stepInHtml(code: number, closes: boolean): void {
        if (closes && code === 0x3e && this.name?.startsWith('/') === true) {
            this.close();
        }
        this.step(code, code === 0x3c, false);
    }

    /** The closing tag that was just read is one beyond doubt. */
    close(): void {
        const index = CODE_ELEMENT_NAMES.indexOf(this.name?.slice(1) ?? '');
        const count = this.counts[index] ?? 0;
        if (count > 0 && !this.closesInDoubt) {
            this.counts[index] = count - 1;
            this.total--;
        }
    }

    /** From here to the end of the paragraph, a closing tag may be part of a link, an image or a definition. */
    doubtCloses(): void {
        this.closesInDoubt = true;
    }

    /** The span around the tentative ones closed: they were code, not tags, as far as can be known. */
    suspectTentative(): void {
        if (this.anyTentative) {
            this.tentative.forEach((count, index) => (this.suspected[index] = (this.suspected[index] ?? 0) + count));
            this.anySuspected = true;
            this.forgetTentative();
        }
    }

    /** What opened the span around the tentative ones was no part of the text: they were code, not tags. */
    forgetTentative(): void {
        if (this.anyTentative) {
            this.tentative.fill(0);
            this.anyTentative = false;
        }
    }

    /** The span around the tentative ones may never close: they count, and those of the spans before it. */
    confirm(): void {
        if (this.anyTentative || this.anySuspected) {
            this.suspectTentative();
            this.suspected.forEach((count, index) => this.add(index, count));
            this.suspected.fill(0);
            this.anySuspected = false;
        }
    }

    private finishName(name: string, code: number, inSpan: boolean): void {
        this.name = undefined;
        const index = CODE_ELEMENT_NAMES.indexOf(name);
        if (index >= 0 && mayFollowName(code)) {
            if (inSpan) {
                this.tentative[index] = (this.tentative[index] ?? 0) + 1;
                this.anyTentative = true;
            } else {
                this.add(index, 1);
            }
        }
    }

    private add(index: number, count: number): void {
        this.counts[index] = (this.counts[index] ?? 0) + count;
        this.total += count;
    }
}
