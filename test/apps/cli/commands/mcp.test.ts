// Tests `mcp` with an order file over standard input and output: valid messages, and one that is too large.
// test/end-to-end/agents tests the tools themselves over HTTP and stdio.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { MessageLines } from '../../../../apps/cli/commands/agents/mcp.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'order-analytics-'));
const file = join(folder, 'orders.csv');
writeFileSync(
  file,
  'order_id,customer_id,order_date,product_name,quantity,unit_price\n' +
    '1,ann,2026-01-02,Tea,1,3\n2,ann,2026-02-02,Milk,1,2\n3,bob,2026-02-03,Tea,2,3\n',
);
afterAll(() => rmSync(folder, { recursive: true }));

describe('MessageLines', () => {
  /** Returns the lines that are passed on and the refusals, at a limit of 100 bytes a line. */
  async function sendChunks(...chunks: string[]) {
    const refused: unknown[] = [];
    const lines = new MessageLines({ maxBytes: 100, refuse: (line) => refused.push(JSON.parse(line)) });
    const passed = readText(lines);
    for (const chunk of chunks) lines.write(chunk);
    lines.end();
    return { passed: await passed, refused };
  }
  const createRefusal = (id: unknown) => ({
    jsonrpc: '2.0',
    id,
    error: {
      code: -32_600,
      message: 'The message exceeds 100 bytes.',
      data: { code: 'payload_too_large', max_bytes: 100 },
    },
  });
  const long = 'x'.repeat(5_000);

  it('passes on whole lines up to the limit, in any chunks', async () => {
    const longest = `${'a'.repeat(99)}\n`;
    expect(await sendChunks('{"a"', ':1}\n{"b":', '2}\n', longest, 'unfinished')).toEqual({
      passed: `{"a":1}\n{"b":2}\n${longest}`,
      refused: [],
    });
  });

  it('skips a line above the limit, and passes on the lines around it', async () => {
    const chunks = ['first\n', `{"x":"${long}`, long, `${long}"}\nsecond\n`];
    expect(await sendChunks(...chunks)).toEqual({
      passed: 'first\nsecond\n',
      refused: [createRefusal(null)],
    });
    expect(await sendChunks(`${'a'.repeat(100)}\n`)).toEqual({ passed: '', refused: [createRefusal(null)] });
    expect(await sendChunks(long)).toEqual({ passed: '', refused: [createRefusal(null)] });
  });

  it.each([
    [`{"method":"a","params":{"id":1,"x":"${long}"},"jsonrpc":"2.0","id":7}`, 7],
    [`{"method":"a","params":{"x":"${long}"},"id":"b-7","jsonrpc":"2.0"}\r`, 'b-7'],
    [`{"jsonrpc":"2.0","id":7,"method":"a","params":{"x":"${long}","id":8}}`, 7],
    [`{"id": 7, "jsonrpc": "2.0", "method": "a", "params": {"x": "${long}"}}`, 7],
    [`{"jsonrpc":"2.0","method":"a","params":{"x":"${long}","id":8}}`, null],
    [`{"jsonrpc":"2.0","method":"a","params":{"x":"${long},\\"id\\":\\"8"}}`, null],
  ])('refuses a long line with the id of its request, at any position of the id: %#', async (line, id) => {
    expect((await sendChunks(`${line}\n`)).refused).toEqual([createRefusal(id)]);
  });
});

describe('mcp over standard input and output', () => {
  let child: ChildProcessWithoutNullStreams | undefined;
  afterEach(() => child?.kill());

  /** Sends a line, and waits for the next answer. */
  async function start(...options: string[]) {
    const started = spawn(process.execPath, ['apps/cli/main.ts', 'mcp', file, ...options], { cwd: ROOT });
    child = started;
    const answers = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
    const ask = async (line: string | object) => {
      started.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
      const { value = '' } = await answers.next();
      return JSON.parse(value);
    };
    const call = async (name: string, args: object) => {
      const params = { name, arguments: args };
      const { result } = await ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      return { isError: result.isError === true, text: String(result.content[0].text) };
    };
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    await ask({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    return { ask, call, pid: started.pid };
  }

  it('repeats at most 100 characters of the name of an unknown argument', async () => {
    const { call } = await start();
    const { isError, text } = await call('list_reports', { ['n'.repeat(900_000)]: 1 });
    expect([isError, text]).toEqual([true, expect.stringContaining(`${'n'.repeat(99)}…: unknown argument`)]);
    expect(text.length).toBeLessThan(500);
  });

  it('accepts filters by id only if it shows ids', async () => {
    const filters = { conditions: [{ field: 'customer_id', operator: 'contains', value: 'an' }] };
    const args = { report_type: 'RFM', filters };
    expect(await (await start()).call('create_report', args)).toEqual({
      isError: true,
      text: expect.stringContaining('filters.conditions[0].field: this connection hides ids'),
    });
    child?.kill();
    const named = await (await start('--customer-ids')).call('create_report', args);
    expect([named.isError, JSON.parse(named.text).status]).toEqual([
      false,
      expect.stringMatching(/^Completed/),
    ]);
  });

  it('refuses a line of 100 MB, serves the next one, and uses little memory', async () => {
    const { ask, call, pid } = await start();
    const readPeakMemory = () =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    const hasPeak = process.platform === 'linux';
    const before = hasPeak ? readPeakMemory() : 0;
    const line = `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"${'x'.repeat(100_000_000)}"}}`;
    expect(await ask(line)).toMatchObject({
      id: 5,
      error: { message: 'The message exceeds 1000000 bytes.', data: { max_bytes: 1_000_000 } },
    });
    expect((await call('list_reports', {})).isError).toBe(false);
    // A program that held the whole line would need its 98,000 kB at least twice.
    if (hasPeak) expect(readPeakMemory() - before).toBeLessThan(98_000);
  });
});
