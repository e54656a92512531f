// Has a bucket refuse what is not signed, as S3 does: the engine answers everybody. It owns its server, so that requests
// are taken from it where Node announces them.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { LOCAL_CREDENTIALS } from './engines/dynamodb.ts';
import { signatureProblem } from './signed-requests.ts';

const CHANNEL = 'http.server.request.start';

/** Returns the function that stops the check. */
export function signedOnly(port: number): () => void {
  const guarded = new WeakSet<Server>();
  const onRequest = (announced: unknown): void => {
    if (typeof announced !== 'object' || announced === null || !('server' in announced)) return;
    const { server } = announced;
    if (!(server instanceof Server) || guarded.has(server)) return;
    const address = server.address();
    if (typeof address !== 'object' || address?.port !== port) return;
    guarded.add(server);
    const answers = server.listeners('request');
    server.removeAllListeners('request');
    // The request that was announced is the first one that comes here.
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (isForQueue(request) || !refused(request, response)) {
        for (const answer of answers) Reflect.apply(answer, server, [request, response]);
      }
    });
  };
  subscribe(CHANNEL, onRequest);
  return () => unsubscribe(CHANNEL, onRequest);
}

function isForQueue({ method, url, headers }: IncomingMessage): boolean {
  return method === 'POST' && url === '/' && headers['content-type'] === 'application/x-amz-json-1.0';
}

/** Whether S3 would refuse it, as it then does. */
export function refused(request: IncomingMessage, response: ServerResponse): boolean {
  const problem = signatureProblem(request, LOCAL_CREDENTIALS, Date.now());
  if (problem === undefined) return false;
  const { status, code, message } = problem;
  request.resume();
  response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    );
  return true;
}
