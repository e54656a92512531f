// How many files of the product name an operation, beside the code that is its own: one, as docs/architecture.md says.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/operations.ts';

const SHARED = 'lib/api/api-functions.ts';
/** What the gateway does otherwise for two of them. */
const GATEWAY = 'lib/api/analytics-api.ts';

const FILES = globSync('{bin,cli,console,functions,lib,local,order-files,report-parts,src}/**/*.{ts,tsx}');
const texts = new Map(FILES.map((file) => [file, readFileSync(file, 'utf8')]));

it('an operation is named in the list of its topic, and in the table of functions', () => {
  for (const { operationId } of OPERATIONS) {
    const naming = FILES.filter((file) => texts.get(file)?.includes(`'${operationId}'`));
    const [topic, ...others] = naming.filter((file) => file !== SHARED && file !== GATEWAY);
    expect([operationId, naming.includes(SHARED), topic, others]).toEqual([
      operationId,
      true,
      expect.stringMatching(/^src\/contract\/endpoints\//),
      [],
    ]);
  }
});

it('is listed in docs/architecture.md', () => {
  const section =
    readFileSync('docs/architecture.md', 'utf8').split('\n## A new operation\n')[1]?.split('\n## ')[0] ?? '';
  expect(section).toContain(`| \`${SHARED}\` |`);
});
