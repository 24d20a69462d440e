import { ApplicationShell } from '@theia/core/lib/browser';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { inject, injectable } from '@theia/core/shared/inversify';

/** A person who pressed a key this short a time ago is still typing. */
export const TYPING_MS = 5_000;

/** Where a click places a caret. */
const TEXT = '.monaco-editor, .xterm, input, textarea, [contenteditable]';

/** Knows where the person types or is about to, so that the agent does not cover it. */
@injectable()
export class TypingWatch implements FrontendApplicationContribution {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;

    protected readonly typedAt = new Map<ApplicationShell.Area, number>();
    protected readonly clickedAt = new Map<ApplicationShell.Area, number>();
    protected typedAnywhereAt = Number.NEGATIVE_INFINITY;

    onStart(): void {
        document.addEventListener('keydown', event => this.onKey(event), { capture: true });
        document.addEventListener('pointerdown', event => this.onPointer(event), { capture: true });
    }

    /** Whether the person types at all. */
    isTyping(): boolean {
        return isRecent(this.typedAnywhereAt);
    }

    /** Whether the person types in this area of the window. */
    isTypingIn(area: ApplicationShell.Area): boolean {
        return isRecent(this.typedAt.get(area));
    }

    /** Whether the person types in this area or has just clicked into a text there: who does means to type. */
    isAboutToTypeIn(area: ApplicationShell.Area): boolean {
        return this.isTypingIn(area) || isRecent(this.clickedAt.get(area));
    }

    protected onKey(event: KeyboardEvent): void {
        // What a script sends is not typing, and neither is holding a modifier.
        if (!event.isTrusted || ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) {
            return;
        }
        this.typedAnywhereAt = performance.now();
        this.note(this.typedAt, event.target);
    }

    protected onPointer(event: PointerEvent): void {
        if (event.isTrusted && event.target instanceof HTMLElement && event.target.closest(TEXT)) {
            this.note(this.clickedAt, event.target);
        }
    }

    protected note(times: Map<ApplicationShell.Area, number>, target: EventTarget | null): void {
        const area = target instanceof HTMLElement ? this.areaOf(target) : undefined;
        if (area) {
            times.set(area, performance.now());
        }
    }

    protected areaOf(element: HTMLElement): ApplicationShell.Area | undefined {
        const widget = this.shell.findWidgetForElement(element);
        return widget && this.shell.getAreaFor(widget);
    }
}

function isRecent(time = Number.NEGATIVE_INFINITY): boolean {
    return performance.now() - time < TYPING_MS;
}
