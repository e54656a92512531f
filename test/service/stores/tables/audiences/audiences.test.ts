// Tests runs of an audience on a real table, with files in memory: killed at any write, repeated, reordered and beside
// erasures and changes, they end with the members of the list.
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Erasure } from '../../../../../src/analysis/erasure/erasure.ts';
import { AudienceLimitError, NotFoundError } from '../../../../../src/contract/errors/errors.ts';
import { parseRequest } from '../../../../../src/contract/parse.ts';
import { listChangesQuery } from '../../../../../src/contract/resources/audiences.ts';
import type { AudienceRef } from '../../../../../src/service/audiences/audiences.ts';
import type { MemberFile, MemberFiles } from '../../../../../src/service/audiences/member-files.ts';
import { runDueAudiences } from '../../../../../src/service/audiences/run-due-audiences.ts';
import { createDestinationStore } from '../../../../../src/service/destinations/destinations.ts';
import { createForgottenStore } from '../../../../../src/service/destinations/forgotten.ts';
import { eraseAudiences } from '../../../../../src/service/erasures/erase-audiences.ts';
import { createRandom } from '../../../../../tools/harness/random/random.ts';
import { TABLES, useTables } from '../use-tables.ts';
import { CONDITIONS, createAudienceShop, HOUR, Killed, START, toRunInput } from './audience-shop.ts';
import { createCopiesInMemory, createListsInMemory } from './lists-in-memory.ts';

const stage = useTables();

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  vi.spyOn(console, 'log').mockReturnValue();
});

it('makes the customers of a requested report the members, and uses the same report for another run', async () => {
  const world = createAudienceShop(stage.db);
  const ref = await world.create({ hold_out: 0.5 });
  const run = await world.manage.refresh(world.caller, ref);
  expect(await world.manage.refresh(world.caller, ref)).toEqual(run);
  expect(world.started).toEqual([run.run_id]);
  expect(await world.step(toRunInput(ref, run.run_id))).toEqual({ outcome: 'again', wait_seconds: 2 });
  world.pass(100_000);
  expect(await world.step(toRunInput(ref, run.run_id))).toEqual({ outcome: 'again', wait_seconds: 10 });
  const everybody = Array.from({ length: 40 }, (_, i) => `c${i}`).sort();
  await world.finish(everybody);
  expect(await world.step(toRunInput(ref, run.run_id))).toEqual({ outcome: 'done', wait_seconds: 0 });
  const [kept, others] = [await world.members(ref, { held_out: 'true' }), await world.members(ref)];
  expect([...kept, ...others].sort()).toEqual(everybody);
  expect(kept.length).toBeGreaterThan(5);
  expect(await world.manage.runs(ref, 10, undefined)).toMatchObject([
    { status: 'Completed', counts: { customers: 40, held_out: kept.length, joined: 40, left: 0 } },
  ]);

  const next = await world.manage.refresh(world.caller, ref);
  expect(next.run_id).not.toBe(run.run_id);
  await world.step(toRunInput(ref, next.run_id));
  expect(world.reports).toHaveLength(1);
  expect(await world.members(ref, { held_out: 'true' })).toEqual(kept);
  // A run that is delivered again after its end changes nothing.
  const before = await world.store.get(ref);
  await world.step(toRunInput(ref, run.run_id));
  expect(await world.store.get(ref)).toEqual(before);
});

it.each([
  ['no import was accepted since', (world: ReturnType<typeof createAudienceShop>) => world.accept()],
  [
    'it is from the last 24 hours',
    (world: ReturnType<typeof createAudienceShop>) => world.pass(24 * 3_600_000),
  ],
])('uses the report of another run only if %s', async (_, age) => {
  const world = createAudienceShop(stage.db);
  const ref = await world.create();
  for (const reports of [1, 2]) {
    const run = await world.manage.refresh(world.caller, ref);
    await world.step(toRunInput(ref, run.run_id));
    await world.finish(['a']);
    await world.step(toRunInput(ref, run.run_id));
    expect(world.reports).toHaveLength(reports);
    age(world);
  }
});

it('fails a run with its report, and keeps the members of the audience, which can be refreshed', async () => {
  const world = createAudienceShop(stage.db);
  const ref = await world.create();
  const run = await world.manage.refresh(world.caller, ref);
  await world.step(toRunInput(ref, run.run_id));
  const [report] = world.reports;
  if (report !== undefined) world.reports[0] = { ...report, status: 'Failed', fail_reason: 'No orders.' };
  expect(await world.step(toRunInput(ref, run.run_id))).toMatchObject({ outcome: 'done' });
  expect(await world.manage.runs(ref, 1, undefined)).toMatchObject([
    { status: 'Failed', fail_reason: 'A report for the audience failed: No orders.' },
  ]);
  world.pass(1);
  const next = await world.manage.refresh(world.caller, ref);
  expect(next.status).toBe('Processing');
  // The step of the workflow's Catch.
  await world.step({ ...toRunInput(ref, next.run_id), error: { Error: 'States.TaskFailed' } });
  expect(await world.manage.runs(ref, 1, undefined)).toMatchObject([
    { status: 'Failed', fail_reason_coded: [{ code: 'audience_run_failed' }] },
  ]);
});

it('fails a run that finds more members than the plan allows, and completes the next one when there is room', async () => {
  const world = createAudienceShop(stage.db, 2);
  const ref = await world.create({ hold_out: 0.5 });
  const runWith = async (ids: readonly string[]) => {
    world.accept();
    world.pass(1);
    const run = await world.manage.refresh(world.caller, ref);
    await world.step(toRunInput(ref, run.run_id));
    await world.finish(ids);
    await world.step(toRunInput(ref, run.run_id));
    const everybody = [...(await world.members(ref)), ...(await world.members(ref, { held_out: 'true' }))];
    return [(await world.manage.runs(ref, 1, undefined))[0], everybody.sort()];
  };
  expect(await runWith(['a', 'b'])).toMatchObject([{ status: 'Completed' }, ['a', 'b']]);
  expect(await runWith(['a', 'c', 'd'])).toMatchObject([
    {
      status: 'Failed',
      fail_reason:
        'The conditions select 3 customers, and the plan allows an audience 2. The members are those of the run before. Narrow the conditions.',
      fail_reason_coded: [{ code: 'audience_too_large', params: { found: 3, most: 2 } }],
    },
    ['a', 'b'],
  ]);
  expect(world.files.size).toBe(1);
  expect(await runWith(['c', 'd'])).toMatchObject([{ status: 'Completed' }, ['c', 'd']]);
});

it('starts one run for concurrent requests, and completes it only if the audience is unchanged since it was read', async () => {
  const world = createAudienceShop(stage.db);
  const ref = await world.create();
  const starts = await Promise.all([1, 2, 3].map(() => world.manage.refresh(world.caller, ref)));
  expect(new Set(starts.map(({ run_id }) => run_id)).size).toBe(1);
  const run = await world.store.run({ ...ref, runId: starts[0]?.run_id ?? '' });
  const item = await world.store.get(ref);
  if (run === undefined || item === undefined) throw new Error('no run');
  const counts = { customers: 0, held_out: 0, with_contact: 0, joined: 0, left: 0 };
  await world.manage.update(world.caller, ref, { name: 'other' }, () => {});
  expect(await world.store.complete(item, run, counts, 'now', [])).toBe(false);
  expect((await world.store.run({ ...ref, runId: run.run_id }))?.status).toBe('Processing');
  const changed = await world.store.get(ref);
  if (changed === undefined) throw new Error('no audience');
  expect(await world.store.complete(changed, run, counts, 'now', [])).toBe(true);
  expect(
    await world.store.complete({ ...changed, version: changed.version + 1 }, run, counts, 'now', []),
  ).toBe(false);
});

it('creates an audience once, within the limit, and deletes it with its files', async () => {
  const world = createAudienceShop(stage.db);
  const ref = await world.create();
  const again = { name: 'again', dataset_id: 'default', conditions: CONDITIONS };
  expect((await world.manage.create(world.caller, again, ref.audienceId)).item.name).toBe('all');
  for (let more = 1; more < 10; more++) await world.create();
  await expect(world.create()).rejects.toThrow(AudienceLimitError);
  const run = await world.manage.refresh(world.caller, ref);
  await world.step(toRunInput(ref, run.run_id));
  await world.finish(['a']);
  await world.step(toRunInput(ref, run.run_id));
  const next = await world.manage.refresh(world.caller, ref);
  await world.remove(ref);
  expect(world.files.size).toBe(0);
  await world.step(toRunInput(ref, next.run_id));
  expect([world.files.size, await world.store.get(ref)]).toEqual([0, undefined]);
  await expect(world.members(ref)).rejects.toThrow(NotFoundError);
});

it('lists changes that turn a copy into the members, page by page, also beside runs', async () => {
  const world = createAudienceShop(stage.db);
  const ref = await world.create();
  const copy = new Set<string>();
  let since: string | undefined;
  const random = createRandom(3);
  const refresh = async (ids: readonly string[]) => {
    world.accept();
    const run = await world.manage.refresh(world.caller, ref);
    await world.step(toRunInput(ref, run.run_id));
    await world.finish(ids);
    await world.step(toRunInput(ref, run.run_id));
  };
  const drawSome = () => Array.from({ length: 12 }, (_, i) => `c${i}`).filter(() => random() < 0.5);
  for (let round = 0; round < 8; round++) {
    await refresh(drawSome());
    world.pass(1_000);
    let cursor: string | undefined;
    let until: string | null = null;
    do {
      const query = { limit: '3', ...(since && { since }), ...(cursor && { cursor }) };
      const page = await world.read.changes(ref, parseRequest(listChangesQuery, query));
      for (const { customer_id, change } of page.changes)
        if (change === 'joined') copy.add(customer_id);
        else copy.delete(customer_id);
      until ??= page.until;
      expect(page.until).toBe(until);
      cursor = page.next_cursor;
      if (cursor !== undefined && random() < 0.3) await refresh(drawSome());
    } while (cursor !== undefined);
    since = until ?? undefined;
  }
  const last = await world.read.changes(ref, parseRequest(listChangesQuery, { since, limit: '1000' }));
  for (const { customer_id, change } of last.changes)
    if (change === 'joined') copy.add(customer_id);
    else copy.delete(customer_id);
  expect([...copy].sort()).toEqual(await world.members(ref));
});

describe('an audience that is refreshed without requests', () => {
  const runDue = (world: ReturnType<typeof createAudienceShop>, ref: AudienceRef, mayBeAhead?: boolean) =>
    runDueAudiences(
      {
        ...world.due,
        unfinished: {
          olderThan: async (kind, before) => {
            const item = await world.store.get(ref);
            const since = item?.next_run === undefined ? undefined : new Date(item.next_run).toISOString();
            if (kind !== 'audience' || since === undefined || since >= before) return [];
            return [{ accountId: ref.accountId, id: ref.audienceId, since }];
          },
        },
      },
      Number.POSITIVE_INFINITY,
      mayBeAhead,
    );
  const end = async (world: ReturnType<typeof createAudienceShop>, ref: AudienceRef) => {
    const run_id = (await world.store.get(ref))?.run_id ?? '';
    await world.step(toRunInput(ref, run_id));
    await world.finish(['a']);
    await world.step(toRunInput(ref, run_id));
  };

  it('runs at once after imports, then at most once an hour, if anything was accepted', async () => {
    const world = createAudienceShop(stage.db);
    const ref = await world.create({ refresh: 'after_import' });
    expect(await runDue(world, ref)).toBe(1);
    expect(await runDue(world, ref)).toBe(0);
    await end(world, ref);
    world.accept();
    world.pass(HOUR - 60_000);
    expect(await runDue(world, ref)).toBe(0);
    world.pass(60_000);
    expect(await runDue(world, ref)).toBe(1);
    await end(world, ref);
    world.pass(HOUR);
    expect([await runDue(world, ref), (await world.store.get(ref))?.next_run]).toEqual([0, START + 3 * HOUR]);
    await world.manage.update(world.caller, ref, { refresh: 'manual' }, () => {});
    expect((await world.store.get(ref))?.next_run).toBeUndefined();
  });

  it('is due at its next time again after the clock was set back by three hours', async () => {
    const world = createAudienceShop(stage.db);
    const ref = await world.create({ refresh: 'after_import' });
    world.pass(3 * HOUR);
    expect(await runDue(world, ref)).toBe(1);
    world.pass(-3 * HOUR);
    const readNext = async () => (await world.store.get(ref))?.next_run;
    expect([await runDue(world, ref), await readNext()]).toEqual([0, START + 4 * HOUR]);
    expect([await runDue(world, ref, true), await readNext()]).toEqual([0, START + HOUR]);
    expect([await runDue(world, ref, true), await readNext()]).toEqual([0, START + HOUR]);
  });

  it('counts a requested run as the one after imports', async () => {
    const world = createAudienceShop(stage.db);
    world.accept();
    const ref = await world.create({ refresh: 'after_import' });
    await world.manage.refresh(world.caller, ref);
    await end(world, ref);
    expect([await runDue(world, ref), (await world.store.get(ref))?.next_run]).toEqual([0, START + HOUR]);
    world.accept();
    world.pass(HOUR);
    expect(await runDue(world, ref)).toBe(1);
  });

  it('runs at the times of a schedule, whatever was accepted, but not while a run or an erasure is in progress', async () => {
    const world = createAudienceShop(stage.db);
    const ref = await world.create({
      refresh: 'schedule',
      expression: 'cron(0 7 * * *)',
      time_zone: 'Europe/Berlin',
    });
    expect((await world.store.get(ref))?.next_run).toBe(Date.parse('2026-03-02T06:00:00Z'));
    world.pass(18 * HOUR);
    expect(await runDue(world, ref)).toBe(1);
    world.pass(24 * HOUR);
    expect(await runDue(world, ref)).toBe(0);
    await end(world, ref);
    world.pass(24 * HOUR);
    world.mark({ latest: ulid(START), active: new Set(['01']) });
    expect(await runDue(world, ref)).toBe(0);
    world.mark(undefined);
    world.pass(24 * HOUR);
    expect(await runDue(world, ref)).toBe(1);
    expect((await world.store.get(ref))?.next_run).toBe(Date.parse('2026-03-06T06:00:00Z'));
  });

  it('has an expression with a schedule, and otherwise none', async () => {
    const world = createAudienceShop(stage.db);
    await expect(world.create({ refresh: 'schedule' })).rejects.toThrow('expression: required');
    await expect(world.create({ expression: 'rate(1 day)' })).rejects.toThrow('expression: only allowed');
    await expect(world.create({ time_zone: 'UTC' })).rejects.toThrow('time_zone: only allowed');
    const ref = await world.create({ refresh: 'schedule', expression: 'rate(1 day)' });
    const { item } = await world.manage.update(world.caller, ref, { refresh: 'after_import' }, () => {});
    expect([item.expression, item.time_zone, item.next_run]).toEqual([undefined, undefined, START]);
  });
});

describe('an erasure', () => {
  it('waits while a run reads, and removes the customer from the members and all files', async () => {
    const world = createAudienceShop(stage.db);
    const ref = await world.create();
    const run = await world.manage.refresh(world.caller, ref);
    await world.step(toRunInput(ref, run.run_id));
    await world.finish(['ann', 'bob']);
    await world.step(toRunInput(ref, run.run_id));
    const item = await world.store.get(ref);
    if (item === undefined) throw new Error('no audience');
    await world.store.replace({ ...item, reading_since: START });
    world.hide(['bob']);
    expect(await world.members(ref)).toEqual(['ann']);
    expect(await world.erase(['bob'])).toBe(false);
    world.pass(16 * 60_000);
    expect(await world.erase(['bob'])).toBe(true);
    world.hide([]);
    expect(await world.members(ref)).toEqual(['ann']);
    expect((await world.store.get(ref))?.members).toMatchObject({ customers: 1 });
    expect([...world.files.values()].some((file) => Buffer.from(file).includes('bob'))).toBe(false);
  });

  it('deletes the audiences that name an erased customer, and all that are older than the erasure of the dataset', async () => {
    const world = createAudienceShop(stage.db);
    const named = await world.create({
      conditions: [{ report: { report_type: 'RFM' }, customers: { customer_id: 'bob' } }],
    });
    const other = await world.create();
    expect(await world.erase(['bob'])).toBe(true);
    expect([await world.store.get(named), (await world.store.get(other))?.name]).toEqual([undefined, 'all']);
    const deps = {
      audiences: world.store,
      memberFiles: await createMemberFiles(),
      destinations: createDestinationStore(stage.db, TABLES.service),
      forgotten: createForgottenStore(stage.db, TABLES.service),
      copies: createCopiesInMemory(() => START),
      newFileId: () => '',
      clock: () => START,
    };
    const dataset = { accountId: world.accountId, datasetId: 'default' };
    const createWholeErasure = (erasureId: string): Erasure[] => [{ erasureId, customer: undefined }];
    await eraseAudiences(deps, dataset, createWholeErasure(ulid(START - 1)));
    expect(await world.store.get(other)).toBeDefined();
    await eraseAudiences(deps, dataset, createWholeErasure(ulid(START + 1_000)));
    expect(await world.store.get(other)).toBeUndefined();
  });
});

async function createMemberFiles(): Promise<MemberFiles> {
  return { ...createListsInMemory<MemberFile>(), keepOnly: async () => {} };
}

it('has the customers of the list as members after killed, repeated and late runs, and beside erasures', async () => {
  for (const seed of [1, 2]) {
    const random = createRandom(seed);
    const world = createAudienceShop(stage.db);
    const ref = await world.create({ hold_out: 0.2 });
    const erased = new Set<string>();
    const heldOut = new Map<string, boolean>();
    const late: string[] = [];
    const deadly = world.steps(() => random() < 0.12);
    for (let round = 0; round < 8; round++) {
      const ids = Array.from({ length: 25 }, (_, i) => `c${i}`).filter(
        (id) => !erased.has(id) && random() < 0.6,
      );
      world.accept();
      world.pass(60_000);
      const { run_id } = await world.manage.refresh(world.caller, ref);
      for (let attempt = 0; ; attempt++) {
        const again = late.length > 0 && random() < 0.3 ? (late[0] ?? '') : run_id;
        // Two concurrent executions of a step, each of which may die.
        const results = await Promise.allSettled([
          deadly(toRunInput(ref, again)),
          deadly(toRunInput(ref, run_id)),
        ]);
        for (const result of results)
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Killed);
        await world.finish(ids);
        if (random() < 0.15)
          await world.manage.update(world.caller, ref, { name: `name ${attempt}` }, () => {});
        if ((await world.store.run({ ...ref, runId: run_id }))?.status === 'Completed') break;
      }
      late.push(run_id);
      const found = [await world.members(ref), await world.members(ref, { held_out: 'true' })];
      expect(found.flat().sort()).toEqual(ids.sort());
      for (const [at, members] of found.entries())
        for (const id of members) {
          expect(heldOut.get(id) ?? at === 1).toBe(at === 1);
          heldOut.set(id, at === 1);
        }
      if (random() < 0.4) {
        const gone = `c${Math.floor(random() * 25)}`;
        erased.add(gone);
        world.hide([gone]);
        expect((await world.members(ref)).includes(gone)).toBe(false);
        world.pass(16 * 60_000);
        while (!(await world.erase([gone])));
        world.hide([]);
        expect([...world.files.values()].some((file) => Buffer.from(file).includes(`${gone}c`))).toBe(false);
      }
    }
  }
});
