import { grammarFolder, grammars } from '@openspace/core/lib/browser/language/language-table.js';
import esbuild from 'esbuild';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Names the script and the style sheet in the page by their content: the backend lets browsers keep for a while what is named so. */
async function nameByContent() {
    const page = join(browserOptions.outdir, 'index.html');
    let text = await readFile(page, 'utf8');
    for (const name of ['bundle.js', 'bundle.css']) {
        const content = await readFile(join(browserOptions.outdir, name));
        text = text.replace(`"./${name}"`, `"./${name}?${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`);
    }
    await writeFile(page, text);
}

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
    if (process.exitCode !== 1) {
        await nameByContent();
    }
}
