// The queue's schema as other systems read it says what the consumer checks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, it } from 'vitest';
import { chunkMessage } from '../../src/contract/chunk-message.ts';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'queue-message.schema.json');

it('docs/queue-message.schema.json is up to date (UPDATE=1 writes it)', async () => {
  // Conditions that JSON Schema has no words for are left out, and told in docs/queue-messages.md.
  const schema = toJsonSchema(chunkMessage, { typeMode: 'input', errorMode: 'ignore' });
  const text = `${JSON.stringify({ title: 'Message of the ingest queue', ...schema }, undefined, 2)}\n`;
  if (process.env.UPDATE === '1') (await import('node:fs')).writeFileSync(FILE, text);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(text));
});
