import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { embeddedLanguageIds, grammars, languages } from './language-table';

const folder = dirname(require.resolve('tm-grammars/grammars/json.json'));

/** The scopes of other grammars that a grammar includes. */
function includedScopes(node: unknown, found = new Set<string>()): Set<string> {
    if (typeof node === 'object' && node !== null) {
        for (const [key, value] of Object.entries(node)) {
            if (key === 'include' && typeof value === 'string' && !/^[#$]/.test(value)) {
                found.add(value.replace(/#.*/, ''));
            }
            includedScopes(value, found);
        }
    }
    return found;
}

function grammarOf(file: string): { scopeName: string } {
    return JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as { scopeName: string };
}

function duplicates(values: readonly string[]): string[] {
    return values.filter((value, index) => values.indexOf(value) !== index);
}

/** The scopes that are loaded when a file of the language with this id is opened. */
function reachableScopes(id: string): Set<string> {
    const start = languages.find(language => language.id === id);
    assert.ok(start, `no language ${id}`);
    const reached = new Set([start.grammar.scope]);
    for (const scope of reached) {
        const grammar = grammars.find(candidate => candidate.scope === scope);
        if (grammar) {
            includedScopes(grammarOf(grammar.file)).forEach(included => reached.add(included));
        }
    }
    return reached;
}

describe('the language table', () => {
    for (const { file, scope } of grammars) {
        it(`names the scope that the grammar ${file} declares`, () => {
            assert.equal(grammarOf(file).scopeName, scope);
        });
    }

    it('provides no grammar twice', () => {
        assert.deepEqual(duplicates(grammars.map(grammar => grammar.file)), []);
        assert.deepEqual(duplicates(grammars.map(grammar => grammar.scope)), []);
    });

    it('gives each id, extension, file name and alias to one language only', () => {
        assert.deepEqual(duplicates(languages.map(language => language.id)), []);
        for (const key of ['extensions', 'filenames', 'filenamePatterns', 'aliases'] as const) {
            assert.deepEqual(duplicates(languages.flatMap(language => (language[key] ?? []).map(value => value.toLowerCase()))), [], key);
        }
    });

    it('uses no alias that is the id of another language', () => {
        for (const { id, aliases = [] } of languages) {
            const others = languages.filter(language => language.id !== id).map(language => language.id);
            assert.deepEqual(
                aliases.filter(alias => others.includes(alias.toLowerCase())),
                [],
                id
            );
        }
    });

    it('starts every extension with a dot and names every language for people', () => {
        for (const { id, extensions = [], aliases = [] } of languages) {
            assert.ok(
                extensions.every(extension => extension.startsWith('.')),
                id
            );
            assert.match(aliases[0] ?? '', /^[A-Z]/, id);
        }
    });

    it('recognises a script by a first line that is a valid pattern', () => {
        const languageOf = (line: string): string[] =>
            languages.filter(({ firstLine }) => firstLine !== undefined && new RegExp(firstLine).test(line)).map(({ id }) => id);
        assert.deepEqual(languageOf('#!/usr/bin/env node'), ['javascript']);
        assert.deepEqual(languageOf('#!/bin/bash -e'), ['shellscript']);
        assert.deepEqual(languageOf('#!/usr/bin/python3.12'), ['python']);
        assert.deepEqual(languageOf('<?xml version="1.0"?>'), ['xml']);
        assert.deepEqual(languageOf('plain words'), []);
    });

    it('reaches the language of every code fence from Markdown', () => {
        const fences = [
            'typescript',
            'typescriptreact',
            'javascript',
            'json',
            'html',
            'css',
            'python',
            'rust',
            'go',
            'cpp',
            'shellscript',
            'yaml'
        ];
        const reached = reachableScopes('markdown');
        const text = JSON.stringify(grammarOf('markdown'));
        for (const id of fences) {
            const scope = languages.find(language => language.id === id)?.grammar.scope ?? '';
            assert.ok(reached.has(scope), id);
            assert.equal(embeddedLanguageIds.get(`meta.embedded.block.${id}`), id);
            assert.match(text, new RegExp(`"meta\\.embedded\\.block\\.${id}[ "]`));
        }
    });

    it('reaches scripts and styles from HTML', () => {
        const reached = reachableScopes('html');
        for (const [scope, id] of [
            ['source.js', 'javascript'],
            ['source.css', 'css']
        ] as const) {
            assert.ok(reached.has(scope), scope);
            assert.equal(embeddedLanguageIds.get(scope), id);
        }
    });

    it('needs every grammar that belongs to no language', () => {
        const reached = new Set(languages.flatMap(({ id }) => [...reachableScopes(id)]));
        assert.deepEqual(
            grammars.filter(({ scope }) => !reached.has(scope)),
            []
        );
    });
});
