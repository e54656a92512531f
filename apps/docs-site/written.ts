// Generates the reference (docs/reference.md): pages of the site, and data that they link to.

import { createJsonSchema } from '../../src/contract/json-schema.ts';
import { chunkMessage } from '../../src/contract/messages/chunk-message.ts';
import { asText } from '../../src/contract/sentences/english.ts';
import { openApi } from '../../src/openapi/document.ts';
import { formatErrorsFile } from '../../src/openapi/error-texts.ts';
import { COMPUTED_EXAMPLES } from '../../src/openapi/examples/computed-examples.ts';
import { CODES, getSample } from '../../test/analysis/sentences/samples.ts';
import { createCliReference } from '../cli/cli-reference.ts';

/** Texts by file name. */
export async function createWrittenFiles(): Promise<ReadonlyMap<string, string>> {
  const queueMessage = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Message of the ingest queue',
    ...createJsonSchema(chunkMessage, { direction: 'input' }),
  };
  return new Map([
    ['openapi.json', formatJson(openApi(COMPUTED_EXAMPLES).document)],
    ['queue-message.schema.json', formatJson(queueMessage)],
    ['errors.md', formatErrorsFile()],
    ['sentences.md', createSentencesFile()],
    ['cli.md', await createCliReference()],
  ]);
}

const formatJson = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

function createSentencesFile(): string {
  const rows = CODES.map((code) => {
    const sentence = getSample(code);
    const params = Object.keys(sentence.params).map((name) => `\`${name}\``);
    return `| \`${code}\` | ${params.join(', ') || '–'} | ${asText([sentence], 'EUR').replaceAll('|', '\\|')} |`;
  });
  return `# Sentences

Beside each text of the service (warnings, notes, fail reasons, insights, observations and recommendations) stands the same by
code, in a member that ends in \`_coded\`: a list of \`{ code, params }\`. The texts are English and may change. Codes and the meaning of
their parameters do not: what must change gets a new code. New codes may be added, so a program should show the text where it does
not know a code. Amounts are in the report's currency, shares from 0 to 1, days as YYYY-MM-DD.

\`\`\`json
{
  "warnings": ["28,601 rows without a customer were left out."],
  "warnings_coded": [{ "code": "rows_without_customer", "params": { "rows": 28601 } }]
}
\`\`\`

| code | parameters | example in English |
| --- | --- | --- |
${rows.join('\n')}
`;
}
