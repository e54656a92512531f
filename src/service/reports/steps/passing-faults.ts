// Gives transient faults the one name that the workflow's Retry matches.
import { OwnError } from '../../../contract/errors/errors.ts';
import { isPassing } from '../../aws/passing-faults.ts';

/** Matched by the Retry of the report workflow's states. */
export class PassingFaultError extends OwnError {
  override readonly name = 'PassingFaultError';
}

/** Wraps a state's handler: gives its transient faults that name. */
export function namePassingFaults<I, O>(handle: (input: I) => Promise<O>): (input: I) => Promise<O> {
  return async (input) => {
    try {
      return await handle(input);
    } catch (error) {
      if (!isPassing(error)) throw error;
      throw new PassingFaultError(`${error.name}: transient`, { cause: error });
    }
  };
}
