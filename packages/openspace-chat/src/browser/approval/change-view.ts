import type { ChangedLine, ChangePreview } from '@openspace/core/lib/common';
import { nls } from '@theia/core/lib/common';

const SIGNS: Readonly<Record<ChangedLine['kind'], string>> = { added: '+ ', removed: '- ', same: '  ', gap: '' };

/** What a write would make of a file, to be looked at before one decides; scrolled also by the keyboard. */
export function changeView({ lines, added, removed, isCut }: ChangePreview): HTMLElement {
    const view = document.createElement('div');
    view.className = 'openspace-approval-change';
    const name =
        removed === undefined
            ? nls.localize('openspace/confirmation/text', 'The new text, lines: {0}', added)
            : nls.localize('openspace/confirmation/change', 'What would change, lines: {0} added, {1} removed', added, removed);
    const title = document.createElement('strong');
    title.textContent = isCut ? `${name} ${nls.localize('openspace/confirmation/cut', '(not all are shown)')}` : name;
    const text = document.createElement('pre');
    text.className = 'openspace-approval-subject';
    text.tabIndex = 0;
    text.setAttribute('role', 'region');
    text.setAttribute('aria-label', title.textContent);
    text.append(...lines.map(lineOf));
    view.append(title, text);
    return view;
}

function lineOf({ kind, text }: ChangedLine): HTMLElement {
    const line = document.createElement('span');
    line.className = `openspace-approval-line ${kind}`;
    // Selected and copied, or read aloud, it is a line of its own with its sign.
    line.textContent = `${SIGNS[kind]}${text}\n`;
    return line;
}
