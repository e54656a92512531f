// schedules change sends what its options name, and nothing else of the schedule.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addChangeCommand } from '../../../cli/commands/change-schedule.ts';
import { listen } from '../../../local/free-port.ts';
import { createApiKey } from '../../../src/core/accounts/api-key.ts';
import { exampleSchedule } from '../../../src/openapi/example-schedules.ts';

const sent: unknown[] = [];
const printed: string[] = [];
const service = createServer(async (request, response) => {
  const bytes = await buffer(request);
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  sent.push([request.method, request.url, JSON.parse(body.toString())]);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(exampleSchedule));
});
const key = createApiKey(() => 7);
let url = '';

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(service, 0)}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

async function change(...options: string[]): Promise<void> {
  const program = new Command().exitOverride();
  addChangeCommand(
    {
      deployment: () => Promise.reject(new Error('the address is given')),
      print: (_value, text) => printed.push(text),
    },
    program,
  );
  await program.parseAsync(['change', 'S1', '--key', key, '--url', url, ...options], { from: 'user' });
}

it('sends the options that are given', async () => {
  await change('--expression', 'rate(1 day)', '--range', 'last_14_days', '--schedule-time-zone', 'UTC');
  await change('--no-only-if-changed', '--schedule-name', 'Daily');
  await change('--only-if-changed');
  await change();
  expect(sent).toEqual([
    ['PATCH', '/schedules/S1', { expression: 'rate(1 day)', date_range: 'last_14_days', time_zone: 'UTC' }],
    ['PATCH', '/schedules/S1', { only_if_changed: false, name: 'Daily' }],
    ['PATCH', '/schedules/S1', { only_if_changed: true }],
    ['PATCH', '/schedules/S1', {}],
  ]);
  expect(printed[0]).toBe(
    `Schedule S1 is changed. Next run: ${exampleSchedule.next_run_at} (time zone Europe/Berlin).`,
  );
});

it('refuses what the service would refuse, before it asks', async () => {
  await expect(change('--expression', 'rate(1 minute)')).rejects.toThrow('expression: expected');
  expect(sent).toHaveLength(4);
});
