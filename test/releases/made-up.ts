// Releases beside today's that never were: each differs from it in one thing.
import { FORMATS } from './files.ts';
import type { Machine, Release } from './release.ts';

export const MADE_UP = 'MadeUp/MadeUp/Function';

/** A first state in every workflow, which answers as it was asked. `goOn`: where it fails, the workflow continues without it. */
export function withState(release: Release, goOn = false): Release {
  const workflows = Object.entries(release.workflows).map(([name, { definition, ...rest }]) => {
    const state = {
      Type: 'Task',
      Resource: MADE_UP,
      Next: definition.StartAt,
      ...(goOn && {
        Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.skipped', Next: definition.StartAt }],
      }),
    };
    const longer: Machine = {
      ...definition,
      StartAt: 'Made up',
      States: { ...definition.States, 'Made up': state },
    };
    return [name, { ...rest, definition: longer }];
  });
  const scenarios = Object.entries(release.scenarios).map(([name, { answers, ...scenario }]) => [
    name,
    { ...scenario, answers: { ...answers, MadeUp: [scenario.input] } },
  ]);
  return withFunction({
    ...release,
    workflows: Object.fromEntries(workflows),
    scenarios: Object.fromEntries(scenarios),
  });
}

/** The function of that state, which every workflow may invoke. */
export function withFunction(release: Release): Release {
  const workflows = Object.entries(release.workflows).map(([name, { invokes, definition }]) => [
    name,
    { definition, invokes: [...invokes, MADE_UP] },
  ]);
  return {
    ...release,
    workflows: Object.fromEntries(workflows),
    functions: [...release.functions, MADE_UP],
  };
}

/** A member in every object that a state takes or gives, and in every message. */
export function withMember({ scenarios, messages, ...release }: Release): Release {
  const longer = Object.entries(scenarios).map(([name, { workflow, input, answers }]) => [
    name,
    {
      workflow,
      input: extended(input),
      answers: Object.fromEntries(
        Object.entries(answers).map(([call, list]) => [
          call,
          list.map((answer) => ('throws' in answer ? answer : extended(answer))),
        ]),
      ),
    },
  ]);
  const sent = Object.entries(messages).map(([name, { takes, sample }]) => [
    name,
    { takes, sample: extended(sample) },
  ]);
  return { ...release, scenarios: Object.fromEntries(longer), messages: Object.fromEntries(sent) };
}

function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, member]) => [name, extended(member)])),
    made_up: { by: 'the other release' },
  };
}

/** A member that the function of a state cannot do without. */
export function needingMember(release: Release, state: string): Release {
  const takes = { ...release.states[state], required: ['made_up'] };
  return { ...release, states: { ...release.states, [state]: takes } };
}

/** Later versions of all that has one. */
export function raisedBy(more: number, release: Release): Release {
  const files = Object.entries(release.files).map(([kind, { version, sample }]) => {
    const raised = FORMATS[kind]?.withVersion(Buffer.from(sample, 'base64'), version + more);
    return [
      kind,
      {
        version: version + more,
        reads: [version + more],
        sample: Buffer.from(raised ?? []).toString('base64'),
      },
    ];
  });
  const messages = Object.entries(release.messages).map(([name, { takes, sample }]) => [
    name,
    { takes, sample: { ...sample, version: 1 + more } },
  ]);
  return {
    ...release,
    stateVersion: release.stateVersion + more,
    files: Object.fromEntries(files),
    messages: Object.fromEntries(messages),
  };
}

/** Without the members that its schema does not require. */
export function withoutOptional(schema: object, value: unknown): unknown {
  const {
    properties,
    required = [],
    items,
  } = schema as {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
    readonly items?: object;
  };
  if (Array.isArray(value))
    return items === undefined ? value : value.map((one) => withoutOptional(items, one));
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  const members = Object.entries(value).filter(([name]) => required.includes(name));
  return Object.fromEntries(
    members.map(([name, member]) => [name, withoutOptional(properties[name] ?? {}, member)]),
  );
}
