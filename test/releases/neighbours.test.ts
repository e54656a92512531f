// A deployment, or one that is taken back, in the middle of every workflow: the definitions, messages and files of the last release on
// today's functions, and today's on the last release's. Until `npm run release` has kept a release, today's stands for the last one;
// made-up neighbours show what the checks find.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { chunkMessage } from '../../src/contract/messages/chunk-message.ts';
import { STATE_VERSION } from '../../src/contract/messages/neighbours.ts';
import { STATE_INPUTS, state } from '../../src/contract/messages/states.ts';
import { FORMATS, refusal } from './files.ts';
import {
  MADE_UP,
  needingMember,
  raisedBy,
  withFunction,
  withMember,
  withoutOptional,
  withState,
} from './made-up.ts';
import {
  functionsIn,
  isState,
  lostFunctions,
  type Release,
  readLastRelease,
  releaseOfToday,
} from './release.ts';
import { type Functions, functionsOf, functionsOfToday, run } from './run-definition.ts';

const today = await releaseOfToday();
const last = readLastRelease() ?? today;
const schemas: Readonly<Record<string, v.GenericSchema>> = { chunk: chunkMessage };

/** Every scenario of `from`, whose executions are in progress at the deployment, which is before its first call, or any other. */
async function problems(from: Release, before: Functions, after: Functions): Promise<string[]> {
  const found: string[] = [];
  for (const [name, scenario] of Object.entries(from.scenarios)) {
    const definition = from.workflows[scenario.workflow]?.definition;
    if (definition === undefined) throw new Error(`${name} has no workflow`);
    const whole = await run(definition, name, scenario, { before, after: before, calls: 0 });
    found.push(...whole.problems.map((problem) => `${name}: ${problem}`));
    for (let calls = 0; calls < whole.calls; calls++) {
      const ran = await run(definition, name, scenario, { before, after, calls });
      found.push(...ran.problems.map((problem) => `${name}, after ${calls} calls: ${problem}`));
    }
  }
  return found;
}

/** What goes wrong with executions of the release before, and with those of the release after if it is taken back. */
const upgraded = (from: Release, now: Functions) => problems(from, functionsOf(from), now);
const takenBack = (from: Release, to: Release, now: Functions) => problems(to, now, functionsOf(from));

async function unreadFiles(from: Release, to: Release): Promise<string[]> {
  const found: string[] = [];
  for (const [kind, { version, sample }] of Object.entries(from.files)) {
    const why = await refusal(kind, Buffer.from(sample, 'base64'));
    if (why !== undefined) found.push(`${kind}: ${why}`);
    const written = to.files[kind]?.version;
    if (written !== undefined && !from.files[kind]?.reads.includes(written))
      found.push(`${kind}: version ${written} is written, the release before reads up to ${version}`);
  }
  return found;
}

function unreadMessages(from: Release, to: Release): string[] {
  const ajv = new Ajv2020({ strict: false, formats: { ulid: true, 'date-time': true, date: true } });
  return Object.entries(from.messages).flatMap(([name, { takes, sample }]) => {
    const schema = schemas[name];
    if (schema === undefined) return [`${name}: no function reads it any more`];
    const read = v.safeParse(schema, sample);
    const problem = read.success ? [] : [`${name}: ${read.issues[0].message}`];
    const isRead = ajv.validate(takes, to.messages[name]?.sample);
    return isRead ? problem : [...problem, `${name} of the release after: ${ajv.errorsText()}`];
  });
}

describe(`release ${last.release} and today's`, () => {
  it('have a scenario for each workflow, and one that calls each state', () => {
    const { workflows, scenarios } = today;
    expect(Object.keys(workflows).sort()).toEqual(
      [...new Set(Object.values(scenarios).map(({ workflow }) => workflow))].sort(),
    );
    const named = (release: Release) =>
      Object.values(release.workflows).flatMap(({ definition }) =>
        functionsIn(definition).map((construct) => construct.split('/').at(-2) ?? ''),
      );
    // States that were removed since the last release keep their functions.
    expect([...new Set([...named(today), ...named(last)])].sort()).toEqual(Object.keys(STATE_INPUTS).sort());
    const called = Object.values(scenarios).flatMap(({ answers }) => Object.keys(answers));
    expect([...new Set(called.map((call) => call.split(' ')[0]))].sort()).toEqual(named(today).sort());
  });

  it('have every function that a definition of the last release names, and the right to invoke it', () => {
    expect(lostFunctions(last, today)).toEqual([]);
  });

  it("end executions of the last release's definitions on today's functions, wherever the deployment was", async () => {
    expect(await upgraded(last, functionsOfToday(today))).toEqual([]);
  });

  it("end executions of today's definitions on the last release's functions, wherever it was taken back", async () => {
    expect(await takenBack(last, today, functionsOfToday(today))).toEqual([]);
  });

  it("read each other's messages and files", async () => {
    expect([...unreadMessages(last, today), ...(await unreadFiles(last, today))]).toEqual([]);
  });
});

describe('a state that was removed', () => {
  const before = withState(today);

  it('fails the executions in progress of every workflow without its function, which the check names', async () => {
    expect(lostFunctions(before, today)).toEqual(
      Object.keys(today.workflows).map((name) => `${MADE_UP}: a state of ${name} has no function`),
    );
    for (const [name, scenario] of Object.entries(before.scenarios)) {
      const definition = before.workflows[scenario.workflow]?.definition ?? { StartAt: '', States: {} };
      const deployment = { before: functionsOf(before), after: functionsOfToday(today), calls: 0 };
      const { problems: found } = await run(definition, name, scenario, deployment);
      expect(found, name).toContain(`Lambda.ResourceNotFoundException: ${MADE_UP}`);
    }
  });

  it('keeps them going with its function, which the workflow may still invoke', async () => {
    const kept = withFunction(today);
    expect(lostFunctions(before, kept)).toEqual([]);
    expect(await upgraded(before, functionsOfToday(kept))).toEqual([]);
  });

  it('is found where the workflow lost the right to invoke its function', () => {
    const kept = { ...today, functions: withFunction(today).functions };
    expect(lostFunctions(before, kept)).toContain(`${MADE_UP}: Reports may not invoke it`);
  });
});

describe('a state that was added', () => {
  it('is found where a deployment that is taken back would fail its executions', async () => {
    const after = withState(today);
    const found = await takenBack(today, after, functionsOf(after));
    for (const name of Object.keys(today.scenarios))
      expect(found, name).toContain(`${name}, after 0 calls: Lambda.ResourceNotFoundException: ${MADE_UP}`);
  });

  it('harms none whose function the release before had, or that continue without it', async () => {
    const after = withState(today);
    expect(await takenBack(withFunction(today), after, functionsOf(after))).toEqual([]);
    const goingOn = withState(today, true);
    expect(await takenBack(today, goingOn, functionsOf(goingOn))).toEqual([]);
  });
});

describe('a member', () => {
  it('that a release adds anywhere is ignored by the other', async () => {
    const other = withMember(today);
    expect(await upgraded(other, functionsOfToday(today))).toEqual([]);
    expect(await takenBack(today, other, functionsOf(other))).toEqual([]);
    expect(unreadMessages(other, today)).toEqual([]);
    expect(unreadMessages(today, other)).toEqual([]);
  });

  it('that a release cannot do without is found', async () => {
    const other = needingMember(today, 'PublishReport');
    const found = await upgraded(today, functionsOf(other));
    expect(found.join('\n')).toContain(
      "Reports/PublishReport/Function: data must have required property 'made_up'",
    );
  });

  it.each(Object.entries(today.states))(
    'of the state %s may be missing if it is optional',
    async (name, takes) => {
      if (!isState(name)) throw new Error(`${name} is not a state`);
      for (const { input, answers } of Object.values(today.scenarios)) {
        for (const given of [input, ...Object.values(answers).flat()]) {
          if (!v.is(STATE_INPUTS[name], given)) continue;
          await expect(state(name, async () => ({}))(withoutOptional(takes, given))).resolves.toEqual({
            version: STATE_VERSION,
          });
        }
      }
    },
  );

  it.each(Object.entries(today.messages))(
    'of the message %s may be missing if it is optional',
    (name, message) => {
      const least = withoutOptional(message.takes, message.sample);
      expect(v.safeParse(schemas[name] ?? v.never(), least).success).toBe(true);
    },
  );
});

describe('a version', () => {
  it('of states is that of this release in every output, and may be missing', async () => {
    const publish = state('PublishReport', async (planned) => planned);
    const planned = { account_id: 'a', report_id: 'r', report_type: 'MBA' };
    expect(await publish(planned)).toEqual({ ...planned, version: STATE_VERSION });
    expect(await publish({ ...planned, version: STATE_VERSION + 1 })).toEqual({
      ...planned,
      version: STATE_VERSION,
    });
  });

  it('of states that is one further is read', async () => {
    const next = raisedBy(1, today);
    expect(await upgraded(next, functionsOfToday(today))).toEqual([]);
    expect(await takenBack(today, next, functionsOf(next))).toEqual([]);
  });

  it('of states that is two further is refused with what was found and expected, but for what has failed', async () => {
    const input = { account_id: 'a', report_id: 'r', report_type: 'MBA', version: STATE_VERSION + 2 };
    await expect(state('PublishReport', async () => ({}))(input)).rejects.toMatchObject({
      name: 'StateVersionError',
      message: 'state of a workflow: expected version 1 or 2, got 3',
    });
    const error = { Error: 'StateVersionError', Cause: '' };
    await expect(state('FailReport', async () => ({}))({ ...input, error })).resolves.toEqual({
      version: STATE_VERSION,
    });
  });

  it('of messages is read if it is one further, and refused by name if it is two', () => {
    expect(unreadMessages(raisedBy(1, today), today)).toEqual([]);
    expect(unreadMessages(raisedBy(2, today), today)).toEqual([
      'chunk: chunk: expected version 1 or 2, got 3',
    ]);
  });

  it.each(Object.keys(FORMATS))(
    'of a file (%s) that the other release does not read is found',
    async (kind) => {
      const other = raisedBy(2, today);
      const { version, sample = '' } = other.files[kind] ?? {};
      expect(await refusal(kind, Buffer.from(sample, 'base64'))).toMatch(new RegExp(`\\b${version}\\b`));
      const written = (await unreadFiles(today, other)).filter((problem) => problem.startsWith(`${kind}: `));
      expect(written).toEqual([
        `${kind}: version ${version} is written, the release before reads up to ${today.files[kind]?.version}`,
      ]);
    },
  );
});

it('npm run release keeps what the tests of the next release read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'order-analytics-release-'));
  try {
    const file = join(folder, 'last-release.json');
    const said = execFileSync(process.execPath, ['test/releases/main.ts', file], { encoding: 'utf8' });
    expect(said).toContain(`kept release ${today.release}`);
    expect(readLastRelease(file)).toEqual(today);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
