import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { checkEnvironment } from './environment.mjs';

describe('The check of the environment', () => {
    it('accepts addresses, and variables that are not set', () => {
        checkEnvironment({});
        checkEnvironment({ OPENSPACE_LLM_BASE_URL: '', OPENSPACE_HUB_URL: 'http://127.0.0.1:3100' });
        checkEnvironment({ OPENSPACE_LLM_BASE_URL: 'https://api.example.org/v1/', OPENSPACE_OPENCODE_URL: 'HTTP://localhost:4096' });
    });

    for (const name of ['OPENSPACE_LLM_BASE_URL', 'OPENSPACE_OPENCODE_URL', 'OPENSPACE_HUB_URL']) {
        it(`says what ${name} has to be, and does not repeat a secret`, () => {
            for (const value of ['models.example.net/v1', 'sk-secret', 'http://:3000', 'file:///etc/passwd', 'localhost:4097']) {
                assert.throws(
                    () => checkEnvironment({ [name]: value }),
                    error => {
                        assert.equal(error.message, `The environment variable ${name} does not hold an address.`);
                        assert.match(error.advice, /^Set it to one such as https?:\/\/\S+, or unset it: /);
                        assert.equal(error.advice.includes(value), false);
                        return true;
                    },
                    value
                );
            }
        });
    }
});
