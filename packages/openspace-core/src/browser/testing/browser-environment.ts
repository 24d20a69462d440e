/** Imported first by specs of the browser layer: gives them a document, and lets style sheets be required. */
import 'reflect-metadata';
import { FrontendApplicationConfigProvider } from '@theia/core/lib/browser/frontend-application-config-provider';
import { enableJSDOM } from '@theia/core/lib/browser/test/jsdom';

enableJSDOM();
FrontendApplicationConfigProvider.set({});
// eslint-disable-next-line @typescript-eslint/no-deprecated -- the only hook that works on every supported Node
require.extensions['.css'] = () => undefined;
// What the shell's libraries expect of a browser at load time and jsdom does not have.
Object.assign(globalThis, { DragEvent: class extends Event {} });
