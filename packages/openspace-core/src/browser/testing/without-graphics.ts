/** Imported after `browser-environment` by specs whose subjects name Monaco's editor or terminals, which nothing can draw outside of a browser. */
import Module from 'node:module';

const path = require.resolve('@theia/monaco/lib/browser/monaco-editor');
const stand = new Module(path);
stand.loaded = true;
stand.exports = { MonacoEditor: class MonacoEditor {} };
require.cache[path] = stand;

HTMLCanvasElement.prototype.getContext = () => null;
