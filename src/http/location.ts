// The address of what a request created or started, for clients that follow Location instead of putting an id into a path.
// A response that is replayed has it, too: it is made of the body.
import { BASE_PATH } from '../contract/operation.ts';
import type { EndpointHandler } from './call.ts';

/** `created`: the members of a response's body that are text. Returns a path below BASE_PATH. */
export type AddressOf = (created: Readonly<Record<string, string>>) => string;

export function addLocation(addressOf: AddressOf, handle: EndpointHandler): EndpointHandler {
  return async (call) => {
    const answer = await handle(call);
    if (answer.statusCode !== 201 && answer.statusCode !== 202) return answer;
    const created: unknown = JSON.parse(answer.body ?? '{}');
    const texts = Object.entries(Object(created)).filter(
      (member): member is [string, string] => typeof member[1] === 'string',
    );
    const location = `${BASE_PATH}${addressOf(Object.fromEntries(texts))}`;
    return { ...answer, headers: { ...answer.headers, Location: location } };
  };
}
