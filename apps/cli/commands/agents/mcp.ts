// `mcp`: serves an agent's tools over standard input and output, for hosts that start programs. Only messages of the
// protocol go to standard output.
import { once } from 'node:events';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAsk } from '../../../../src/agents/ask.ts';
import { parseConcepts } from '../../../../src/agents/concepts.ts';
import { type AgentServerOptions, createAgentServer } from '../../../../src/agents/server.ts';
import { listTools, TOOLS } from '../../../../src/agents/tools.ts';
import { SMALL_BODY } from '../../../../src/contract/schema/limits.ts';
import { readConcepts } from '../../../../src/service/wiring/packaged-files.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import { KEY_OPTION, URL_OPTION } from '../cli-command.ts';
import type { Context } from '../context.ts';
import { addOrderFileOptions, type OrderFileFlags } from '../files/order-file-options.ts';
import { askFiles } from './ask-files.ts';

interface McpFlags extends ApiFlags, OrderFileFlags {
  readonly customerIds?: boolean;
}

const ROOT = join(import.meta.dirname, '../../../..');

export function addMcpCommand(context: Context): void {
  const command = context.program
    .command('mcp')
    .description("serve an agent's tools (Model Context Protocol) over standard input and output")
    .argument('[files...]', 'order files that the tools answer from; default the service')
    .option('--customer-ids', 'show customer ids in answers; default anonymous')
    .option(...KEY_OPTION)
    .option(...URL_OPTION);
  addOrderFileOptions(command)
    .addHelpText(
      'after',
      `
An agent's host starts it; docs/agents.md says how. Create a read-only key for it, unless it should request reports.

Examples:
  npm run -s cli -- mcp orders.csv
  ORDER_ANALYTICS_API_KEY=afn_ro_… npm run -s cli -- mcp --url https://orders.example.com/api/v1`,
    )
    .action(async (files: string[], flags: McpFlags) => {
      const options = await createServerOptions(context, files, flags);
      const ended = once(process.stdin, 'close');
      const lines = new MessageLines({
        maxBytes: SMALL_BODY.bytes,
        refuse: (line) => process.stdout.write(line),
      });
      const transport = new StdioServerTransport(process.stdin.pipe(lines), process.stdout);
      const { close } = serveStdio(() => createAgentServer(options), { transport, maxSubscriptions: 0 });
      await ended;
      await close();
    });
}

async function createServerOptions(
  context: Context,
  files: readonly string[],
  flags: McpFlags,
): Promise<AgentServerOptions> {
  const shared = {
    concepts: parseConcepts(readConcepts(ROOT)),
    customerIds: flags.customerIds === true,
    onError: (error: unknown) => console.error(error),
  };
  if (files.length > 0) {
    const { ask, answers } = askFiles(files, flags);
    return { ...shared, ask, tools: listTools(answers), consoleUrl: () => undefined };
  }
  const { baseUrl, apiKey } = await createApiClient(context, flags, {});
  return {
    ...shared,
    ask: createAsk({ baseUrl, apiKey, retry: { attempts: 3 } }),
    tools: TOOLS,
    consoleUrl: (id) => `${baseUrl}/console?view=report&id=${id}`,
  };
}

// Splits standard input into lines, one message each. A line above the limit is skipped as it arrives, so that memory
// stays bounded, and refused under the id of its request. The messages after it are served.

const NEWLINE = 0x0a;
/** Bytes kept of each end of a skipped line: `id` may stand before or after the parameters. */
const KEPT_BYTES = 512;
/** JSON-RPC's code for an invalid request. */
const INVALID_REQUEST = -32_600;

const ID = String.raw`"id"\s*:\s*(-?\d{1,16}|"[^"\\]{0,128}")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?${ID}\s*,`);
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

interface MessageLinesOptions {
  /** Maximum bytes of a line, including its line end. */
  readonly maxBytes: number;
  /** Receives the answer to a skipped line, as a line of JSON-RPC. */
  readonly refuse: (line: string) => void;
}

export class MessageLines extends Transform {
  private readonly options: MessageLinesOptions;
  /** The current line so far, or the last bytes of a skipped line. */
  private parts: Buffer[] = [];
  private size = 0;
  private head = '';

  constructor(options: MessageLinesOptions) {
    super();
    this.options = options;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.addPart(chunk.subarray(from, at + 1));
      this.endLine();
      from = at + 1;
    }
    this.addPart(chunk.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.isTooLong()) this.endLine();
    done();
  }

  private isTooLong(): boolean {
    return this.size > this.options.maxBytes;
  }

  private addPart(part: Buffer): void {
    const wasTooLong = this.isTooLong();
    this.size += part.length;
    this.parts.push(part);
    if (!this.isTooLong()) return;
    const held = Buffer.concat(this.parts);
    if (!wasTooLong) this.head = held.toString('utf8', 0, KEPT_BYTES);
    this.parts = [Buffer.from(held.subarray(-KEPT_BYTES))];
  }

  private endLine(): void {
    const line = Buffer.concat(this.parts);
    if (this.isTooLong()) this.options.refuse(this.refusal(line.toString('utf8')));
    else this.push(line);
    this.parts = [];
    this.size = 0;
  }

  private refusal(tail: string): string {
    const { maxBytes } = this.options;
    const [, id = 'null'] = FIRST.exec(this.head) ?? LAST.exec(tail) ?? [];
    const message = `The message exceeds ${maxBytes} bytes.`;
    const data = { code: 'payload_too_large', max_bytes: maxBytes };
    return `${JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(id), error: { code: INVALID_REQUEST, message, data } })}\n`;
  }
}
