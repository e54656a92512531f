// docs/agents.md: its table has every tool, and its conversations, run over stdio as by a host, return what the page
// shows. UPDATE=1 writes the found tools and answers into the page.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOOLS } from '../../src/agents/tools.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/agents.md');
const FILE = 'apps/cli/demo/data/online-retail-2010-12.csv.gz';

const CALL = /`(\w+)`\n\n```json\n(.+)\n```\n\nanswers\n\n```json\n([\s\S]*?)\n```/g;
const TABLE = /(<!-- tools -->\n)[\s\S]*?(<!-- End of the tools\. -->)/;

const client = new Client({ name: 'page', version: '1' }, { versionNegotiation: { mode: 'auto' } });

beforeAll(async () => {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['bin/run.mjs', 'apps/cli/main.ts', 'mcp', FILE],
      cwd: ROOT,
      stderr: 'ignore',
    }),
  );
});
afterAll(() => client.close());

it('lists every tool in docs/agents.md, and shows the answers of its three conversations', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const ofFiles = new Set((await client.listTools()).tools.map(({ name }) => name));
  const rows = TOOLS.map(
    ({ name, title }) => `| \`${name}\` | ${title} | ${ofFiles.has(name) ? 'yes' : ''} |\n`,
  );
  let told = page.replace(TABLE, (_, begins, ends) => `${begins}${rows.join('')}${ends}`);
  const ids: string[] = [];
  const calls = [...page.matchAll(CALL)];
  for (const [whole, name = '', asked = '', expected = ''] of calls) {
    const given = asked.replace(/<report (\d)>/g, (_, at) => ids[Number(at) - 1] ?? '');
    const { structuredContent, isError } = await client.callTool({ name, arguments: JSON.parse(given) });
    expect(isError, whole).not.toBe(true);
    const answer = JSON.stringify(structuredContent, null, 1);
    if (name === 'create_report') ids.push(String((structuredContent as { report_id: string }).report_id));
    const found = ids
      .reduce((text, id, at) => text.replaceAll(id, `<report ${at + 1}>`), answer)
      .replace(/"created_at": "[^"]+"/g, '"created_at": "2026-11-25T20:46:07.469Z"');
    told = told.replace(whole, () => whole.replace(expected, () => found));
  }
  expect(calls.length).toBe(7);
  if (process.env.UPDATE === '1') writeFileSync(PAGE, told);
  else expect(page).toBe(told);
});
