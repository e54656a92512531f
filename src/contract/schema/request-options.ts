// Help texts of the command line from the schema of a parameter: its description and choices.
import * as v from 'valibot';

interface RequestOption {
  readonly description: string;
  /** Undefined where any text or number is possible. */
  readonly choices: readonly string[] | undefined;
  /** True or false: an option without a value. */
  readonly isFlag: boolean;
}

const said = v.object({ description: v.string() });
const listed = v.object({ options: v.array(v.string()) });
const flag = v.object({ type: v.literal('boolean') });

/** Undefined for what is no schema. */
export function requestOption(entry: v.ObjectEntries[string]): RequestOption | undefined {
  if (entry.kind !== 'schema') return undefined;
  const wrapped = 'wrapped' in entry ? entry.wrapped : entry;
  const choices = v.safeParse(listed, wrapped);
  const { description } = v.parse(said, v.getMetadata(entry));
  return {
    description,
    choices: choices.success ? choices.output.options : undefined,
    isFlag: v.is(flag, wrapped),
  };
}
