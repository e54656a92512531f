// Records the AWS calls of a function in its worker thread, at the point where signed requests leave it: the bundle is
// unchanged, and no call escapes. For tests of permissions.
import { type RecordedCall, toRecordedCalls } from './recorded-call.ts';

// Imported, it would load all of undici into every worker: lib/bundles/node-http.mjs.
const { ClientRequest } = process.getBuiltinModule('node:http');

const SIGNATURE = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//;

/** Each call is recorded once. `owner`: region and account, as in an ARN. */
export function recordCalls(owner: string, record: (call: RecordedCall) => void): void {
  const known = new Set<string>();
  const { end } = ClientRequest.prototype;
  Object.assign(ClientRequest.prototype, {
    end(this: InstanceType<typeof ClientRequest>, ...given: unknown[]): unknown {
      const [, service] = SIGNATURE.exec(String(this.getHeader('authorization') ?? '')) ?? [];
      // Requests without a signature are webhooks.
      if (service !== undefined) {
        const [body] = given;
        const request = {
          service,
          method: this.method,
          path: this.path,
          operation: String(this.getHeader('x-amz-target') ?? ''),
          body: typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : '',
        };
        for (const call of toRecordedCalls(request, owner)) {
          const name = `${call.action} ${call.resource}`;
          if (known.has(name)) continue;
          known.add(name);
          record(call);
        }
      }
      return Reflect.apply(end, this, given);
    },
  });
}
