// Runs a definition on the functions of two releases: those of `before` answer until the deployment, which is after so many calls, and
// those of `after` from then on.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FunctionError, type LocalFunction } from '../../local/functions/functions.ts';
import { createMachine } from '../../local/workflows/state-machine.ts';
import { state } from '../../src/contract/messages/states.ts';
import { functionsIn, isState, type Machine, type Release } from './release.ts';
import { type Answer, callOf, type Scenario } from './scenarios.ts';

/** The functions of a release: `invoke` gives the answer after the input was read. Undefined where it has no such function. */
export interface Functions {
  invoke(construct: string): ((input: unknown, answer: object) => Promise<object>) | undefined;
  answers(scenario: string): Scenario['answers'];
}

const nameOf = (construct: string): string => construct.split('/').at(-2) ?? construct;

/** Today's code reads the inputs and gives the answers their version; what it answers is in the release. */
export function functionsOfToday({ functions, scenarios }: Release): Functions {
  return {
    invoke(construct) {
      const name = nameOf(construct);
      if (!functions.includes(construct)) return undefined;
      // A function that is kept for the definitions of the release before.
      if (!isState(name)) return async (_, answer) => answer;
      return (input, answer) => state(name, async () => answer)(input);
    },
    answers: (scenario) => scenarios[scenario]?.answers ?? {},
  };
}

const ajv = new Ajv2020({ strict: false });
const compiled = new WeakMap<object, ValidateFunction>();

/** A release that is known by what `npm run release` has kept of it. */
export function functionsOf({ functions, states, stateVersion, scenarios }: Release): Functions {
  return {
    invoke(construct) {
      if (!functions.includes(construct)) return undefined;
      const schema = states[nameOf(construct)] ?? {};
      const validate = compiled.get(schema) ?? ajv.compile(schema);
      compiled.set(schema, validate);
      return async (input, answer) => {
        const { version = 1, error } = input as { readonly version?: number; readonly error?: object };
        if (Math.abs(version - stateVersion) > 1 && error === undefined)
          throw new Error(`a state of version ${version} was found, the release writes ${stateVersion}`);
        if (!validate(input)) throw new Error(ajv.errorsText(validate.errors));
        return { version: stateVersion, ...answer };
      };
    },
    answers: (scenario) => scenarios[scenario]?.answers ?? {},
  };
}

export interface Deployment {
  readonly before: Functions;
  readonly after: Functions;
  /** Calls before it. */
  readonly calls: number;
}

/** What went wrong, and how many calls there were. */
export interface Ran {
  readonly problems: readonly string[];
  readonly calls: number;
}

export async function run(
  definition: Machine,
  name: string,
  { input }: Scenario,
  { before, after, calls: until }: Deployment,
): Promise<Ran> {
  const problems: string[] = [];
  const missing = new Set<string>();
  const counts = new Map<string, number>();
  let calls = 0;

  async function call(construct: string, event: unknown): Promise<object> {
    const side = calls++ < until ? before : after;
    const invoke = side.invoke(construct);
    // A definition may continue without it: whether the execution then ends as expected is what counts.
    if (invoke === undefined) {
      missing.add(`Lambda.ResourceNotFoundException: ${construct}`);
      throw new FunctionError('Lambda.ResourceNotFoundException', construct);
    }
    const of = callOf(nameOf(construct), event);
    const nth = counts.get(of) ?? 0;
    counts.set(of, nth + 1);
    // A state that only the other release has answers as it does there.
    const other = side === before ? after : before;
    const answer: Answer | undefined = (side.answers(name)[of] ?? other.answers(name)[of])?.[nth];
    if (answer === undefined) throw problem('Error', `call ${nth} of ${of} is not expected`);
    try {
      const read = await invoke(event, answer);
      if (!('throws' in answer)) return read;
    } catch (error) {
      throw problem('Error', `${construct}: ${error instanceof Error ? error.message : String(error)}`);
    }
    throw new FunctionError(answer.throws, 'as expected');
  }

  function problem(type: string, message: string): FunctionError {
    problems.push(`${type}: ${message}`);
    return new FunctionError(type, message);
  }

  const functions = new Map(
    functionsIn(definition).map((construct): [string, LocalFunction] => {
      const invoke = async (event: unknown) => JSON.parse(JSON.stringify(await call(construct, event)));
      return [construct, { name: construct, invoke, stop: async () => undefined }];
    }),
  );
  const machine = createMachine(
    'arn:aws:states:us-east-1:1:stateMachine:m',
    JSON.stringify(definition),
    functions,
    0,
  );
  try {
    await machine.begin({ arn: 'arn:aws:states:us-east-1:1:execution:m:e', name: 'e' }, input).result;
  } catch (error) {
    problems.push(`the execution failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { problems: problems.length === 0 ? [] : [...missing, ...problems], calls };
}
