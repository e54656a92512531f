// POST /mcp: serves an agent's tools over the Model Context Protocol. Stateless: each request is one message.
// The function has no rights beyond admission: tools call the API with the caller's key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAsk } from '../../src/agents/ask.ts';
import { parseConcepts } from '../../src/agents/concepts.ts';
import { answerMessage, requireKnownOrigin } from '../../src/agents/http-messages.ts';
import { TOOLS } from '../../src/agents/tools.ts';
import { CUSTOMER_IDS_HEADER } from '../../src/contract/agents-route.ts';
import { InvalidRequestError } from '../../src/contract/errors/errors.ts';
import { defineEndpoint } from '../../src/http/endpoint.ts';
import { wireEndpoint } from '../../src/http/wire.ts';
import { describeError } from '../../src/service/observability/describe-error.ts';
import { log } from '../../src/service/observability/log.ts';
import { ENVIRONMENT } from '../../src/service/wiring/environment.ts';
import { CONCEPTS_FILE } from '../../src/service/wiring/packaged-files.ts';

/** Admission has already read the key. */
function readKey(authorization = ''): string {
  return authorization.replace(/^Bearer +/i, '');
}

/** Throws InvalidRequestError: a misspelt value must not count as "no". */
function canShowCustomerIds(value: string | undefined): boolean {
  if (value === undefined || value === 'hide') return false;
  if (value === 'show') return true;
  throw new InvalidRequestError('X-Customer-Ids', 'expected show or hide');
}

const { admission, environment } = wireEndpoint(ENVIRONMENT.callTools);
const { API_URL: apiUrl, CORS_ORIGINS: corsOrigins } = environment;
const concepts = parseConcepts(readFileSync(join(import.meta.dirname, CONCEPTS_FILE), 'utf8'));
export const handler = defineEndpoint(
  admission,
  { body: 'json', readOnlyKeys: true },
  async ({ headers, body, baseUrl }) => {
    requireKnownOrigin(headers.origin, [...corsOrigins, new URL(apiUrl).origin]);
    return answerMessage(
      { headers, body, url: baseUrl },
      {
        tools: TOOLS,
        concepts,
        ask: createAsk({ baseUrl: apiUrl, apiKey: readKey(headers.authorization) }),
        customerIds: canShowCustomerIds(headers[CUSTOMER_IDS_HEADER]),
        consoleUrl: (id) => `${baseUrl}/console?view=report&id=${id}`,
        onError: (error) => log('error', 'a tool failed', describeError(error)),
      },
    );
  },
);
