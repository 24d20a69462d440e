import { grammarFolder, grammars } from '@openspace/core/lib/browser/language/language-table.js';
import esbuild from 'esbuild';
import { browserOptions, watch } from './gen-esbuild.browser.mjs';
import { nodeOptions } from './gen-esbuild.node.mjs';

// Detached windows are not offered, and their bundle is as large as the application's own.
delete browserOptions.entryPoints['secondary-window'];

// The manifest names the class behind each command, and logs name theirs.
browserOptions.keepNames = true;
nodeOptions.keepNames = true;

// The page fetches a grammar when it first shows a file of that language, so they stay out of the bundle.
const grammarOptions = {
    entryPoints: grammars.map(({ file }) => ({ in: `tm-grammars/grammars/${file}.json`, out: file })),
    outdir: `${browserOptions.outdir}/${grammarFolder}`,
    bundle: true,
    loader: { '.json': 'copy' }
};

const contexts = await Promise.all([browserOptions, nodeOptions, grammarOptions].map(options => esbuild.context(options)));

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
