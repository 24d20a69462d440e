// A server of the same HTTP library as the Hub that does nothing but answer: it prints its address and ends with its parent.
//   node bare-server.mjs FILE
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const body = readFileSync(process.argv[2]);
const app = fastify();
app.get('/body', (_request, reply) => {
    void reply.type('text/markdown; charset=utf-8');
    return reply.send(body);
});
app.post('/empty', () => ({ status: 'ok' }));
process.stdin.once('close', () => process.exit(0)).resume();
console.log(JSON.stringify({ url: await app.listen({ port: 0, host: '127.0.0.1' }) }));
