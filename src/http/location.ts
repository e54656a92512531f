// The Location header of a response that created or started something, for clients that follow it instead of
// building a path. It is derived from the body, so a replayed response has it, too.
import { BASE_PATH } from '../contract/operation.ts';
import type { EndpointHandler } from './call.ts';

/** `created`: the members of a response's body that are text. Returns a path below BASE_PATH. */
export type ToAddress = (created: Readonly<Record<string, string>>) => string;

export function addLocation(toAddress: ToAddress, handle: EndpointHandler): EndpointHandler {
  return async (call) => {
    const answer = await handle(call);
    if (answer.statusCode !== 201 && answer.statusCode !== 202) return answer;
    const created: unknown = JSON.parse(answer.body ?? '{}');
    const texts = Object.entries(Object(created)).filter(
      (member): member is [string, string] => typeof member[1] === 'string',
    );
    const location = `${BASE_PATH}${toAddress(Object.fromEntries(texts))}`;
    return { ...answer, headers: { ...answer.headers, Location: location } };
  };
}
