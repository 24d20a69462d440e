import { strict as assert } from 'node:assert';
import { quotePath, visibleText } from './quote-path';

describe('quotePath', () => {
    it('leaves ordinary names as they are', () => {
        assert.equal(quotePath('src/ünïcode file.ts'), '"src/ünïcode file.ts"');
    });

    it('escapes what would break the line, end the quotes or hide text', () => {
        assert.equal(quotePath('a\nb\u202ec"d\\e\u200bf\u2028\u001b[1m'), '"a\\u{a}b\\u{202e}c\\"d\\\\e\\u{200b}f\\u{2028}\\u{1b}[1m"');
    });

    it('cuts what is very long', () => {
        assert.equal(quotePath('x'.repeat(1000)).length, 203);
    });
});

describe('visibleText', () => {
    it('leaves all that can be seen as it is, however long, and escapes what would break the line or hide text', () => {
        assert.equal(visibleText(`a "quoted" \\ name ${'x'.repeat(300)}`), `a "quoted" \\ name ${'x'.repeat(300)}`);
        assert.equal(visibleText('a\n[DIR] b\u001b[2K\u202e'), 'a\\u{a}[DIR] b\\u{1b}[2K\\u{202e}');
    });
});
