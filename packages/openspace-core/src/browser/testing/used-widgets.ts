import type { Widget } from '@theia/core/lib/browser';
import { AgentWidgets } from '../session/agent-widgets';

/** Learns of the person's clicks from a spec: only a browser can make events that count as a person's. */
export class UsedWidgets extends AgentWidgets {
    /** The person clicks into a widget of the shell. */
    use(widget: Widget | undefined): void {
        this.onUse({ isTrusted: true, target: widget?.node ?? null } as Partial<PointerEvent> as PointerEvent);
    }
}
