// One tool of an agent: operations of the API, and the members of their answers that fit a context. What a model reads
// of a tool (name, title, description, schemas) is written here and in the contract: nothing of it is made from data.
import type * as v from 'valibot';
import type { ObjectOfFields, Operation } from '../contract/operation.ts';
import type { Args } from './args.ts';
import type { Ask } from './ask.ts';

export interface ToolCall {
  readonly ask: Ask;
  readonly args: Args;
  /** Whether answers may name customers: the person who connects the agent decides, never the model. */
  readonly customerIds: boolean;
  /** The page of the console with this report. Undefined where there is no console. */
  readonly consoleUrl: (reportId: string) => string | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** All that a call may lead to. */
  readonly operations: readonly Operation[];
  /** The tool ends work in progress: a host can ask a person for confirmation first. */
  readonly endsWork?: true;
  readonly input: ObjectOfFields;
  /** Further arguments of agents that may see customers' ids. */
  readonly inputWithIds?: ObjectOfFields;
  readonly answer: v.GenericSchema;
  run(call: ToolCall): Promise<object>;
}

/** A tool that changes nothing only reads, and may be called again. */
export function isReadOnlyTool({ operations }: Tool): boolean {
  return operations.every(({ method }) => method === 'GET');
}

/** These members of an operation's query or body. */
export function pickFields<const N extends string>(
  schema: ObjectOfFields | undefined,
  names: readonly N[],
): { readonly [M in N]: v.ObjectEntries[string] };
export function pickFields(schema: ObjectOfFields | undefined, names: readonly string[]): v.ObjectEntries {
  return Object.fromEntries(
    names.map((name) => {
      const entry = schema?.entries[name];
      if (entry === undefined) throw new Error(`the operation has no field ${name}`);
      return [name, entry];
    }),
  );
}

/** Picks the members that the schema has; of several sources with a member, the first one counts. */
export function pickMembers({ entries }: ObjectOfFields, ...sources: readonly object[]): object {
  const found = new Map<string, unknown>();
  for (const source of sources) {
    for (const [name, value] of Object.entries(source)) {
      if (name in entries && !found.has(name)) found.set(name, value);
    }
  }
  return Object.fromEntries(found);
}
