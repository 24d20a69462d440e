import { ApplicationShell, BaseWidget, LocalConnectionProvider, RemoteConnectionProvider, Widget } from '@theia/core/lib/browser';
import { frontendApplicationModule } from '@theia/core/lib/browser/frontend-application-module';
import keyboardModule from '@theia/core/lib/browser/keyboard/browser-keyboard-module';
import menuModule from '@theia/core/lib/browser/menu/browser-menu-module';
import windowModule from '@theia/core/lib/browser/window/browser-window-module';
import { Disposable, ILogger } from '@theia/core/lib/common';
import { CorePreferences } from '@theia/core/lib/common/core-preferences';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { createRequire } from 'node:module';

/** A connection whose other end never answers. */
const SILENT_PROVIDER = {
    createProxy: () => new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : () => new Promise(() => undefined)) }),
    listen: () => undefined
};

/** Theia's own shell with its container, in a document that has no sizes. */
export function createShell(): { container: Container; shell: ApplicationShell } {
    completeDocument();
    const container = new Container();
    container.load(frontendApplicationModule, windowModule, keyboardModule, menuModule);
    container.bind(ILogger).toConstantValue(new MockLogger());
    container.rebind(CorePreferences).toConstantValue({
        ready: Promise.resolve(),
        onPreferenceChanged: () => Disposable.NULL,
        get: () => undefined
    });
    container.bind(RemoteConnectionProvider).toConstantValue(SILENT_PROVIDER);
    container.bind(LocalConnectionProvider).toConstantValue(SILENT_PROVIDER);
    const shell = container.get(ApplicationShell);
    Widget.attach(shell, document.body);
    return { container, shell };
}

/** A view that a person can focus and close. */
export class TestView extends BaseWidget {
    constructor(id: string, options: { closable?: boolean } = {}) {
        super();
        this.id = id;
        this.title.label = `The ${id}`;
        this.title.closable = options.closable ?? true;
        this.node.tabIndex = -1;
    }

    protected override onActivateRequest(): void {
        this.node.focus();
    }
}

/** What the shell expects of a browser and jsdom does not have. */
function completeDocument(): void {
    Object.assign(window, {
        focus: () => undefined,
        requestAnimationFrame: (callback: () => void) => setTimeout(callback),
        cancelAnimationFrame: clearTimeout
    });
    // Scroll bars measure what has no size here.
    const scrollbar = createRequire(require.resolve('@theia/core/lib/browser'))('perfect-scrollbar') as { default?: unknown };
    scrollbar.default = class {
        update(): void {}
        destroy(): void {}
    };
}
