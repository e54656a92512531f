// Serves recommendations while reports are published, switched back, replaced and erased: writers die at every step and
// are started again, reports are published twice, and batches are read in part. A request is answered from one complete
// version, or gets the answer that there is none; it never fails.
import { ulid } from 'ulid';
import type { ProductEvidence } from '../../../src/analysis/recommendations/evidence.ts';
import {
  createServedEvidence,
  type ServedEvidenceStore,
  type VersionRef,
} from '../../../src/service/recommendations/served-evidence.ts';
import { drawBelow, type Random } from '../../harness/random/random.ts';
import { TABLES } from '../ingest/engines.ts';
import { NO_FAULTS, type Plan, planDeath, planRandomFaults, runInProcess } from '../ingest/faults.ts';
import { DATASET, type Drill, MINUTE_MS, playInRun, type Run } from '../ingest/run.ts';

/** More versions than are kept: the first ones are removed while the last ones are written. */
const VERSIONS = 5;
/** More products than a batch of writes. */
const PRODUCTS = 30;
const READERS = 2;

/** A value that every product has. */
const VALUE = { field: 'category', value: 'drinks' };

const toName = (product: number): string => `p${product % PRODUCTS}`;

/** Creates evidence whose every figure names its version. */
function createEvidence(version: number) {
  const createProduct = (index: number): ProductEvidence => ({
    product: toName(index),
    baskets: version,
    pairs: [
      { product: toName(index + 1), together: version, baskets: version, score: version, values: [VALUE] },
    ],
    against: [],
  });
  return {
    productIdentifier: 'name' as const,
    *products() {
      for (let index = 0; index < PRODUCTS; index++) yield createProduct(index);
    },
    summary: () => ({
      baskets: version,
      leastBaskets: 1,
      minConfidence: 0.1,
      pairs: version,
      popular: [{ product: toName(0), baskets: version }],
    }),
    fields: [VALUE.field],
    *popularByValue() {
      yield { ...VALUE, popular: [{ product: toName(0), baskets: version, values: [VALUE] }] };
    },
  };
}

interface Version extends VersionRef {
  readonly number: number;
  state: 'awaited' | 'written' | 'published' | 'being erased' | 'erased';
}

/** Repeats attempts that die or fail, like the workflow; the last one meets no fault. */
async function untilDone(random: Random, work: () => Promise<unknown>): Promise<void> {
  const plans: Plan[] = [
    planDeath(1 + drawBelow(random, 8), random() < 0.5 ? 'before' : 'after'),
    planRandomFaults(random, 0.2),
  ];
  for (const plan of [...plans.slice(drawBelow(random, 3)), NO_FAULTS]) {
    const ended = await runInProcess(plan, work).catch(() => undefined);
    if (ended !== undefined) return;
  }
}

/** Returns problems of the answer to a request for these products. */
async function ask(
  { accountId, random }: Run,
  reader: ServedEvidenceStore,
  versions: readonly Version[],
): Promise<string[]> {
  const asked = [...new Set([0, 1, 2].map(() => toName(drawBelow(random, PRODUCTS))))];
  const unknown = random() < 0.3 ? ['unknown'] : [];
  const erased = versions.filter(({ state }) => state === 'erased');
  const newest = versions.at(-1);
  // Erasing the served version leaves nothing served, whatever versions there are.
  const mustBeServed =
    newest?.state === 'published' && versions.every(({ state }) => !state.endsWith('erased'));
  const failPartly: Plan = ({ command }) =>
    command === 'BatchGetItemCommand' && random() < 0.5
      ? { kind: 'part', random, claimed: false }
      : undefined;
  try {
    const ended = await runInProcess(failPartly, () =>
      reader.find({ accountId, datasetId: DATASET }, { products: [...asked, ...unknown], values: [VALUE] }),
    );
    const found = ended?.answer;
    if (found === undefined) {
      const isErasing = versions.some(({ state }) => state.endsWith('erased'));
      return mustBeServed && !isErasing ? ['a request found no recommendations'] : [];
    }
    const version = versions.find(({ reportId }) => reportId === found.reportId);
    if (version === undefined) return [`a request was answered from ${found.reportId}`];
    if (erased.includes(version))
      return [`a request was answered from version ${version.number}, which is erased`];
    const figures = [
      found.summary.baskets,
      found.summary.pairs,
      ...found.products.flatMap(({ baskets, pairs }) => [
        baskets,
        ...pairs.flatMap(({ together, score }) => [together, score]),
      ]),
      ...found.popular.flat().map(({ baskets }) => baskets),
    ];
    const values = [...found.popular.flat(), ...found.products.flatMap(({ pairs }) => pairs)].map(
      (each) => each.values,
    );
    const names = found.products.map(({ product }) => product).sort();
    return [
      ...(figures.every((figure) => figure === version.number)
        ? []
        : [`a request mixed versions: ${figures} in an answer of ${version.number}`]),
      ...(found.popular.length === 1 && values.every((each) => each?.length === 1)
        ? []
        : [`a request found ${found.popular.length} lists of best sellers, or products without their value`]),
      ...(names.join() === [...asked].sort().join() ? [] : [`a request for ${asked} got ${names}`]),
    ];
  } catch (error) {
    return [`a request failed: ${error}`];
  }
}

export const serving: Drill = {
  name: 'recommendations-served',
  about: 'recommendations while versions are written, published twice, switched, removed and erased',
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random, accountId } = run;
      const { recommendations, db } = engines.stores;
      const isErasing = seed % 3 === 0;
      const versions = Array.from({ length: VERSIONS }, (_, index): Version => {
        run.pass(MINUTE_MS);
        const reportId = ulid(run.clock(), random);
        return { accountId, datasetId: DATASET, reportId, number: index + 1, state: 'awaited' };
      });
      const wrong: string[] = [];
      let isOver = false;
      /** Creates an instance of the function, which caches a version. */
      const createReader = () => createServedEvidence(db, TABLES.service);
      const publish = async (version: Version): Promise<void> => {
        await untilDone(random, () => recommendations.activate(version));
        if (version.state === 'written') version.state = 'published';
      };
      const runReports = async (): Promise<void> => {
        const published: Promise<void>[] = [];
        const late: Version[] = [];
        for (const version of versions) {
          await untilDone(random, () => recommendations.write(version, createEvidence(version.number)));
          version.state = 'written';
          // Some reports are published again, or for the first time, after later ones have replaced them.
          if (random() < 0.5) late.push(version);
          else published.push(publish(version));
          if (random() < 0.3) late.push(version);
        }
        await Promise.all(published);
        for (const version of late) {
          await publish(version);
          wrong.push(...(await ask(run, createReader(), versions)));
        }
      };
      const runSwitches = async (): Promise<void> => {
        while (!isOver) {
          const version = versions[drawBelow(random, VERSIONS)];
          if (version !== undefined) await untilDone(random, () => recommendations.switchTo(version));
        }
      };
      const runErasures = async (): Promise<void> => {
        while (!isOver) {
          const version = versions[drawBelow(random, VERSIONS)];
          const isWritten = version?.state === 'written' || version?.state === 'published';
          if (version !== undefined && isWritten && random() < 0.3) {
            version.state = 'being erased';
            await untilDone(random, () => recommendations.remove(version));
            version.state = 'erased';
          } else if (version !== undefined)
            await runInProcess(NO_FAULTS, () => recommendations.switchTo(version));
        }
      };
      const runReads = async (): Promise<void> => {
        const reader = createReader();
        while (!isOver) wrong.push(...(await ask(run, reader, versions)));
      };
      await Promise.all([
        runReports().finally(() => {
          isOver = true;
        }),
        runSwitches(),
        ...(isErasing ? [runErasures()] : []),
        ...Array.from({ length: READERS }, runReads),
      ]);
      wrong.push(...(await ask(run, createReader(), versions)));
      return wrong;
    }),
};
