import assert from 'node:assert/strict';
import { isValidPass, signPass } from './signed-pass';

const SECRET = 's'.repeat(43);
const NOW = Date.UTC(2026, 0, 1);

describe('A signed pass', () => {
    it('is valid for its purpose until it expires', () => {
        const pass = signPass(SECRET, 'cookie 3000', 1000, NOW);
        assert.equal(isValidPass(SECRET, 'cookie 3000', pass, NOW + 999), true);
        assert.equal(isValidPass(SECRET, 'cookie 3000', pass, NOW + 1000), false);
        assert.equal(isValidPass(SECRET, 'cookie 3001', pass, NOW), false);
        assert.equal(isValidPass('t'.repeat(43), 'cookie 3000', pass, NOW), false);
        assert.doesNotMatch(pass, /sss/);
    });

    it('is invalid once any character of it is changed, left out or added', () => {
        const pass = signPass(SECRET, 'cookie 3000', 1000, NOW);
        for (let index = 0; index < pass.length - 1; index++) {
            const other = pass[index] === 'a' ? 'b' : 'a';
            assert.equal(isValidPass(SECRET, 'cookie 3000', pass.slice(0, index) + other + pass.slice(index + 1), NOW), false);
            assert.equal(isValidPass(SECRET, 'cookie 3000', pass.slice(0, index) + pass.slice(index + 1), NOW), false);
        }
        for (const text of ['', '.', '..', `${pass}a`, ` ${pass}`, `${pass}\n`, pass.toUpperCase(), 'x'.repeat(100_000)]) {
            assert.equal(isValidPass(SECRET, 'cookie 3000', text, NOW), false);
        }
    });

    it('is never the same twice', () => {
        assert.notEqual(signPass(SECRET, 'link', 1000, NOW), signPass(SECRET, 'link', 1000, NOW));
    });
});
