// One message of the Model Context Protocol over HTTP, by the official server: the revision of 2026 and, from the same
// tools, those of 2025. Nothing is kept between messages, and nothing is streamed.
import { createMcpHandler } from '@modelcontextprotocol/server';
import { InvalidRequestError, OriginNotAllowedError } from '../contract/errors/errors.ts';
import { type AgentServerOptions, createAgentServer } from './server.ts';

interface HttpMessage {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON. */
  readonly body: unknown;
  readonly url: string;
}

interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Those that the protocol reads: others could contradict the parsed body. */
const READ_HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
];

export async function answerMessage(
  { headers, body, url }: HttpMessage,
  options: AgentServerOptions,
): Promise<HttpAnswer> {
  // One request is counted: it must not stand for a thousand.
  if (Array.isArray(body))
    throw new InvalidRequestError(undefined, 'expected one message: batches are not supported');
  const { fetch, close } = createMcpHandler(() => createAgentServer(options), {
    responseMode: 'json',
    // A subscription would hold the function until its time is up.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  const sent = new Headers();
  for (const name of READ_HEADERS) {
    const value = headers[name];
    if (value !== undefined) sent.set(name, value);
  }
  try {
    const response = await fetch(new Request(url, { method: 'POST', headers: sent }), { parsedBody: body });
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  } finally {
    await close();
  }
}

/**
 * Refuses pages of unknown origins, against DNS rebinding. Programs send no origin.
 * Throws OriginNotAllowedError.
 */
export function requireKnownOrigin(origin: string | undefined, known: readonly string[]): void {
  if (origin !== undefined && !known.includes(origin))
    throw new OriginNotAllowedError(origin, 'This endpoint');
}
