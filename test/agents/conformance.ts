// npm run conformance: runs the protocol's own conformance program, fetched by npm, against POST /mcp of a local cloud.
// Runs only scenarios that any server can pass: others call tools of the protocol's sample server. Exits with 1 if one
// fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { delimiter, dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { startTarget } from '../../tools/harness/target.ts';

const PROGRAM = '@modelcontextprotocol/conformance@0.1.16';
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];

/** Starts a proxy that adds the API key to requests: the conformance program sends none. */
async function startKeyProxy({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }) {
  const { origin } = new URL(baseUrl);
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${baseUrl}/mcp`, {
      method: request.method ?? 'GET',
      headers: { ...toSentHeaders(request, origin), Authorization: `Bearer ${apiKey}` },
      ...(request.method === 'POST' && { body: await text(request) }),
    });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://localhost:${port}/mcp`, close: () => server.close() };
}

/** The headers to pass on. An Origin that is the proxy's own address becomes the service's; any other is unchanged. */
function toSentHeaders(
  { headers: { host = '', origin, ...headers } }: IncomingMessage,
  service: string,
): Record<string, string> {
  const kept = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id'];
  const sent = Object.entries(headers).filter(([name]) => kept.includes(name));
  const own = origin === `http://${host}` && host.startsWith('localhost:') ? service : origin;
  return Object.fromEntries(
    [...sent, ...(own === undefined ? [] : [['origin', own]])].map(([a, b]) => [a, String(b)]),
  );
}

async function runScenario(scenario: string, url: string): Promise<boolean> {
  const args = ['exec', '--yes', `--package=${PROGRAM}`, '--', 'conformance', 'server'];
  const child = spawn('npm', [...args, '--url', url, '--scenario', scenario], {
    env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  console.log(`${scenario}: ${code === 0 ? 'passed' : `failed\n${out.slice(-2_000)}${err.slice(-2_000)}`}`);
  return code === 0;
}

const target = await startTarget();
const proxy = await startKeyProxy(target);
let failed = 0;
try {
  for (const scenario of SCENARIOS) if (!(await runScenario(scenario, proxy.url))) failed++;
} finally {
  proxy.close();
  await target.stop();
}
console.log(`${SCENARIOS.length - failed} of ${SCENARIOS.length} scenarios passed`);
process.exitCode = failed === 0 ? 0 : 1;
