import '@openspace/core/lib/browser/testing/browser-environment';
import React from '@theia/core/shared/react';
import { createRoot } from '@theia/core/shared/react-dom/client';
import { flushSync } from '@theia/core/shared/react-dom';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ReadFirst } from './read-first';

describe('A question in the chat', () => {
    let answers: number;
    let button: HTMLButtonElement;
    let end: () => void;

    const press = (): boolean => button.dispatchEvent(new window.MouseEvent('pointerdown', { bubbles: true }));
    const release = (): boolean => button.dispatchEvent(new window.MouseEvent('click', { bubbles: true, detail: 1 }));
    const pressKey = (): boolean => button.dispatchEvent(new window.MouseEvent('click', { bubbles: true }));
    const isInert = (): boolean => button.closest('[inert]') !== null;
    const read = (): void => mock.timers.tick(600);

    beforeEach(() => {
        mock.timers.enable({ apis: ['setTimeout'] });
        answers = 0;
        const host = document.body.appendChild(document.createElement('div'));
        const root = createRoot(host);
        const answer = React.createElement('button', { onClick: () => answers++ }, 'Allow once');
        flushSync(() => root.render(React.createElement(ReadFirst, undefined, answer)));
        button = host.getElementsByTagName('button')[0];
        end = () => {
            root.unmount();
            host.remove();
        };
    });
    afterEach(() => {
        end();
        mock.timers.reset();
    });

    it('takes no answer before it could be read, neither by pointer nor by key', () => {
        assert.ok(isInert());
        press();
        release();
        pressKey();
        assert.equal(answers, 0);
    });

    it('takes no answer from a press that began before it could be read', () => {
        press();
        read();
        release();
        assert.equal(answers, 0);
    });

    it('takes answers once it could be read', () => {
        read();
        assert.ok(!isInert());
        press();
        release();
        pressKey();
        assert.equal(answers, 2);
    });
});
