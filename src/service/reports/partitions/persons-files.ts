// Finds which customer ids are one person, for a report in partitions, before its orders are cut: each shard's facts
// are collected in a function of its own, then joined and linked. The persons are a file that the later steps read.
import * as v from 'valibot';
import { packColumns, unpackColumns } from '../../../analysis/extract/packed-columns.ts';
import { CustomerFacts } from '../../../analysis/identity/customer-facts.ts';
import { linkPersons, type Persons } from '../../../analysis/identity/link-persons.ts';
import {
  type ExtractedShard,
  type ExtractInput,
  getShardNumber,
} from '../../../contract/messages/partitioned-workflow.ts';
import { resolveReport } from '../../../contract/report-types/resolve.ts';
import { type IdentityRules, identityFigures } from '../../../contract/schema/identity.ts';
import type { MergeLists } from '../../datasets/merge-lists.ts';
import { createFactsSink } from '../../orders/facts-sink.ts';
import type { ShardOrderReader } from '../../orders/shard-orders.ts';
import type { PartitionFiles } from '../partition-files.ts';
import type { ReportItem, ReportKey } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import { loadReport } from '../steps/load-report.ts';
import { readJson, readSealed, runAtOnce, writeJson, writeSealed } from './partition-objects.ts';

interface CollectDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly orders: ShardOrderReader;
  readonly files: Pick<PartitionFiles, 'put' | 'get'>;
  readonly newAttempt: () => string;
  readonly clock: () => number;
}

/** Facts of a shard so far, and the sort key after which it continues; null at its end. */
const factsIndex = v.object({ attempts: v.array(v.string()), after: v.nullable(v.string()) });

const toIndexPath = (attempt: string): string => `${attempt}/collected`;
const toFactsPath = (attempt: string): string => `${attempt}/facts`;
const toPersonsPath = (attempt: string): string => `${attempt}/persons`;

/** `deadline`: epoch milliseconds; the shard continues in another run. */
export async function collectFacts(
  { reports, orders, files, newAttempt, clock }: CollectDeps,
  input: ExtractInput,
  deadline: number,
): Promise<ExtractedShard> {
  const report = await loadReport(reports, input);
  const key = { accountId: report.account_id, reportId: report.report_id };
  const before =
    input.attempt === undefined
      ? { attempts: [], after: null }
      : await readJson(files, key, toIndexPath(input.attempt), factsIndex);
  const facts = new CustomerFacts(getRules(report));
  const after = await orders.read(
    { accountId: report.account_id, datasetId: report.dataset_id },
    getShardNumber(input.shard),
    createFactsSink(facts),
    { after: before.after ?? undefined, isLate: () => clock() > deadline },
  );
  const attempt = newAttempt();
  await writeSealed(files, key, toFactsPath(attempt), facts.pack().pack());
  const index = { attempts: [...before.attempts, attempt], after: after ?? null };
  await writeJson(files, key, toIndexPath(attempt), index);
  return { ...input, attempt, more: after !== undefined };
}

/** Links the persons of all shards, as a file of `attempt`. */
export async function joinFacts(
  { files, merges }: { readonly files: CollectDeps['files']; readonly merges: Pick<MergeLists, 'get'> },
  report: ReportItem,
  extracted: readonly ExtractedShard[],
  attempt: string,
): Promise<void> {
  const key = { accountId: report.account_id, reportId: report.report_id };
  const rules = getRules(report);
  const list = await merges.get({ accountId: report.account_id, datasetId: report.dataset_id });
  const facts = new CustomerFacts(rules);
  const indexes = await runAtOnce(extracted, (shard) =>
    readJson(files, key, toIndexPath(shard.attempt), factsIndex),
  );
  for (const each of indexes.flatMap(({ attempts }) => attempts))
    facts.merge(unpackColumns(await readSealed(files, key, toFactsPath(each))));
  const { idOf, figures } = linkPersons(facts.pack(), rules, list);
  const columns = packColumns({
    ids: [...idOf.keys()],
    persons: [...idOf.values()],
    figures: [JSON.stringify(figures)],
  });
  await writeSealed(files, key, toPersonsPath(attempt), columns);
}

export async function readPersons(
  files: Pick<PartitionFiles, 'get'>,
  report: ReportKey,
  attempt: string,
): Promise<Persons> {
  const columns = unpackColumns(await readSealed(files, report, toPersonsPath(attempt)));
  const persons = columns.texts('persons');
  const idOf = new Map(columns.texts('ids').map((id, at) => [id, persons[at] ?? id]));
  return { idOf, figures: v.parse(identityFigures, JSON.parse(columns.texts('figures')[0] ?? '')) };
}

function getRules({ request }: ReportItem): IdentityRules {
  return resolveReport(request).settings.identity ?? {};
}
