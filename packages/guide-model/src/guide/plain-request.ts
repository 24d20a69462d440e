const OPENINGS = [
    /^(?:please|pls|plz|ok(?:ay)?|so|well|yes|now|and|then|just|kindly|quickly|@?openspace|guide)[\s,!]+/i,
    /^(?:hey|hi|hello)(?: there)?[,!]*\s+(?!(?:there|guide|openspace)\W*$)/i,
    /^(?:can|could|would|will) (?:you|u) (?:be so kind (?:as )?(?:to|and) )?/i,
    /^i(?:'d| would) like you to /i,
    /^i (?:want|need) you to /i,
    /^(?:go ahead and|try to) /i
];
const CLOSINGS = [
    /[\s,]+(?:please|pls|plz|now|then)$/i,
    /[\s,]+for me$/i,
    /,\s*(?:thanks|thank you)$/i,
    /[\s,]+(?:thx|ty)$/i,
    /[\s,]+if (?:you (?:can|could|like)|possible)$/i,
    /[\s.!?…]+$/
];

/** The request without greeting, politeness and closing punctuation; a request that is nothing else keeps its last word. */
export function plainRequest(question: string): string {
    let plain = question.replace(/\s+/g, ' ').trim();
    for (;;) {
        // Where a name would stand, an apostrophe may be part of it.
        plain = plain.replace(/^(\w+)’(?=\w)/, "$1'");
        const shorter = [...OPENINGS, ...CLOSINGS].map(pattern => plain.replace(pattern, '')).find(text => text !== plain);
        if (shorter === undefined || shorter === '') {
            return plain;
        }
        plain = shorter;
    }
}
