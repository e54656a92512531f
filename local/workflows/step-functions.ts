// Step Functions: the template's state machines behind the endpoint that the SDK's client uses.
import { createServer, type IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { listen } from '../free-port.ts';
import type { LocalFunction, LogSink } from '../functions/functions.ts';
import { ApiError, createExecutions } from './executions.ts';
import { createMachine } from './state-machine.ts';

export interface LocalStepFunctions {
  readonly endpoint: string;
  addMachine(arn: string, definition: string, functions: ReadonlyMap<string, LocalFunction>): void;
  stop(): Promise<void>;
}

/** `waitScale` multiplies waits and the intervals between attempts; 1 waits as AWS does. */
export async function startStepFunctions(waitScale: number, log: LogSink): Promise<LocalStepFunctions> {
  const executions = createExecutions(log);

  async function answer(request: IncomingMessage): Promise<object> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return executions.answer(String(request.headers['x-amz-target']).split('.').at(-1), body);
  }

  const server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    try {
      response.end(JSON.stringify(await answer(request)));
    } catch (error) {
      response.statusCode = error instanceof ApiError || error instanceof v.ValiError ? 400 : 500;
      const type =
        error instanceof ApiError
          ? error.type
          : error instanceof v.ValiError
            ? 'ValidationException'
            : 'InternalFailure';
      response.end(
        JSON.stringify({ __type: type, message: error instanceof Error ? error.message : String(error) }),
      );
    }
  });
  const port = await listen(server, 0);

  return {
    endpoint: `http://127.0.0.1:${port}`,
    addMachine: (arn, definition, functions) =>
      executions.addMachine(arn, createMachine(arn, definition, functions, waitScale)),
    async stop() {
      executions.stopAll();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
