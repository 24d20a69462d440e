import { Disposable } from '@theia/core/lib/common';

/**
 * Keeps the shortcuts of the IDE from the page while a question stands over it: what they open would cover the question and could not
 * be used. What the browser itself does with a key, such as to copy, it still does.
 */
export function withoutShortcuts(): Disposable {
    const keep = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key)) {
            event.stopImmediatePropagation();
        }
        if (event.key === 'F1') {
            // A browser would show its help.
            event.preventDefault();
        }
    };
    // The IDE listens at the document, before everything in it.
    window.addEventListener('keydown', keep, true);
    return Disposable.create(() => window.removeEventListener('keydown', keep, true));
}
