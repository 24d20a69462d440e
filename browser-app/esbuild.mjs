import { grammarFolder, grammars } from '@openspace/core/lib/browser/language/language-table.js';
import esbuild from 'esbuild';
import { browserOptions, watch } from './gen-esbuild.browser.mjs';
import { nodeOptions } from './gen-esbuild.node.mjs';

// Detached windows are not offered, and their bundle is as large as the application's own.
delete browserOptions.entryPoints['secondary-window'];

// The manifest names the class behind each command, and logs name theirs.
browserOptions.keepNames = true;
nodeOptions.keepNames = true;

// Served as they are. The page fetches a grammar when it first shows a file of that language, so they stay out of the bundle.
const assetOptions = {
    entryPoints: [
        { in: './favicon.ico', out: 'favicon' },
        ...grammars.map(({ file }) => ({ in: `tm-grammars/grammars/${file}.json`, out: `${grammarFolder}/${file}` }))
    ],
    outdir: browserOptions.outdir,
    bundle: true,
    loader: { '.json': 'copy', '.ico': 'copy' }
};

const contexts = await Promise.all([browserOptions, nodeOptions, assetOptions].map(options => esbuild.context(options)));

if (watch) {
    await Promise.all(contexts.map(context => context.watch()));
} else {
    try {
        for (const context of contexts) {
            await context.rebuild();
        }
    } catch {
        // esbuild has printed what is wrong.
        process.exitCode = 1;
    } finally {
        await Promise.all(contexts.map(context => context.dispose()));
    }
}
