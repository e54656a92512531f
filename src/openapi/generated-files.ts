// The files in docs/ that are generated from the contract.
import { dirname, join } from 'node:path';
import { jsonSchemaOf } from '../contract/json-schema.ts';
import { chunkMessage } from '../contract/messages/chunk-message.ts';
import { openApi } from './document.ts';
import { OPENAPI_FILE } from './document-file.ts';
import { errorsFile } from './error-texts.ts';

const docs = dirname(OPENAPI_FILE);
export const ERRORS_FILE = join(docs, 'errors.md');

export function generatedFiles(): readonly { readonly path: string; readonly text: string }[] {
  const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
  const queueMessage = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Message of the ingest queue',
    ...jsonSchemaOf(chunkMessage, { direction: 'input' }),
  };
  return [
    { path: OPENAPI_FILE, text: json(openApi().document) },
    { path: join(docs, 'queue-message.schema.json'), text: json(queueMessage) },
    { path: ERRORS_FILE, text: errorsFile() },
  ];
}
