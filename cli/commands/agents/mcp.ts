// mcp: an agent's tools over standard input and output, for hosts that start programs. Nothing but messages of the protocol
// goes to standard output.
import { once } from 'node:events';
import { join } from 'node:path';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { askOf } from '../../../src/agents/ask.ts';
import { conceptsIn } from '../../../src/agents/concepts.ts';
import { type AgentServerOptions, createAgentServer } from '../../../src/agents/server.ts';
import { TOOLS, toolsWith } from '../../../src/agents/tools.ts';
import { SMALL_BODY } from '../../../src/schema/limits.ts';
import { readConcepts } from '../../../src/wiring/packaged-files.ts';
import { type ApiFlags, apiClient } from '../api-access.ts';
import { KEY_OPTION, URL_OPTION } from '../cli-command.ts';
import type { Context } from '../context.ts';
import { addOrderFileOptions, type OrderFileFlags } from '../files/order-file-options.ts';
import { askFiles } from './ask-files.ts';
import { MessageLines } from './message-lines.ts';

interface McpFlags extends ApiFlags, OrderFileFlags {
  readonly customerIds?: boolean;
}

const ROOT = join(import.meta.dirname, '../../..');

export function addMcpCommand(context: Context): void {
  const command = context.program
    .command('mcp')
    .description("an agent's tools (Model Context Protocol) over standard input and output")
    .argument('[files...]', 'order files that the tools answer from; without any, they ask the service')
    .option('--customer-ids', 'answers name customers by their ids; without it, they are anonymous')
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
      const options = await serverOptions(context, files, flags);
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

async function serverOptions(
  context: Context,
  files: readonly string[],
  flags: McpFlags,
): Promise<AgentServerOptions> {
  const shared = {
    concepts: conceptsIn(readConcepts(ROOT)),
    customerIds: flags.customerIds === true,
    onError: (error: unknown) => console.error(error),
  };
  if (files.length > 0) {
    const { ask, answers } = askFiles(files, flags);
    return { ...shared, ask, tools: toolsWith(answers), consoleUrl: () => undefined };
  }
  const { baseUrl, apiKey } = await apiClient(context, flags, {});
  return {
    ...shared,
    ask: askOf({ baseUrl, apiKey, retry: { attempts: 3 } }),
    tools: TOOLS,
    consoleUrl: (id) => `${baseUrl}/console?view=report&id=${id}`,
  };
}
