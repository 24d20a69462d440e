import { strict as assert } from 'node:assert';
import { machineOf } from './machine-address';

describe('Whom requests are counted to', () => {
    const machine = (remoteAddress?: string): string => machineOf({ remoteAddress });

    it('is one machine for every address by which it reaches itself', () => {
        const own = ['127.0.0.1', '127.0.0.2', '127.255.3.4', '::1', '::ffff:127.0.0.1', '::FFFF:127.9.9.9', '::ffff:7f00:1', '::1%lo'];
        assert.equal(new Set(own.map(machine)).size, 1);
    });

    it('is each other machine by itself', () => {
        const others = ['10.0.0.1', '10.0.0.2', '1.127.0.0', '12.7.0.1', '2001:db8::1', '::11', '::1:1', 'fe80::1', '127', undefined];
        assert.equal(new Set([...others, '127.0.0.1'].map(machine)).size, others.length + 1);
        assert.equal(machine('::ffff:10.0.0.1'), machine('10.0.0.1'));
    });
});
