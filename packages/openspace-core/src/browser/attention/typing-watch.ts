import { ApplicationShell } from '@theia/core/lib/browser';
import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import { inject, injectable } from '@theia/core/shared/inversify';

/** A person who pressed a key this short a time ago is still typing. */
const TYPING_MS = 5_000;

/** Where a click places a caret. */
const TEXT = '.monaco-editor, .xterm, input, textarea, [contenteditable]';

/** Knows where the person types or is about to, so that the agent does not cover it. */
@injectable()
export class TypingWatch implements FrontendApplicationContribution {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;

    protected readonly typedAt = new Map<ApplicationShell.Area, number>();
    protected typedAnywhereAt = Number.NEGATIVE_INFINITY;

    onStart(): void {
        document.addEventListener('keydown', event => this.onKey(event), { capture: true });
        document.addEventListener('pointerdown', event => this.onPointer(event), { capture: true });
    }

    /** Whether the person types at all. */
    isTyping(): boolean {
        return performance.now() - this.typedAnywhereAt < TYPING_MS;
    }

    /** Whether the person types in this area of the window. */
    isTypingIn(area: ApplicationShell.Area): boolean {
        return performance.now() - (this.typedAt.get(area) ?? Number.NEGATIVE_INFINITY) < TYPING_MS;
    }

    protected onKey(event: KeyboardEvent): void {
        // What a script sends is not typing, and neither is holding a modifier.
        if (!event.isTrusted || ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) {
            return;
        }
        this.typedAnywhereAt = performance.now();
        this.note(event.target);
    }

    /** Who clicks into a text means to type there: covering it now would leave the keys without a place to go. */
    protected onPointer(event: PointerEvent): void {
        if (event.isTrusted && event.target instanceof HTMLElement && event.target.closest(TEXT)) {
            this.note(event.target);
        }
    }

    protected note(target: EventTarget | null): void {
        const area = target instanceof HTMLElement ? this.areaOf(target) : undefined;
        if (area) {
            this.typedAt.set(area, performance.now());
        }
    }

    protected areaOf(element: HTMLElement): ApplicationShell.Area | undefined {
        const widget = this.shell.findWidgetForElement(element);
        return widget && this.shell.getAreaFor(widget);
    }
}
