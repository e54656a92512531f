// What a deployment chooses, out of the CDK's context: `-c key=value` for every stage, or an object under the stage's
// own name in cdk.json, which wins. What can't be right is refused here, by its key.
import type { Node } from 'constructs';
import * as v from 'valibot';
import type { StageChoices } from '../lib/stage-config.ts';
import { DEFAULT_PLANS, type PlanLimits } from '../src/core/accounts/plans.ts';

/** On the command line everything is a string. */
const number = v.union([v.number(), v.pipe(v.string(), v.nonEmpty(), v.toNumber())]);
const wholeNumber = v.pipe(number, v.integer());
const text = v.pipe(v.string(), v.nonEmpty());
const json = <S extends v.GenericSchema>(schema: S) =>
  v.lazy((input) => (typeof input === 'string' ? v.pipe(v.string(), v.parseJson(), schema) : schema));

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** What is given replaces the plan's own limit, and nothing else. */
const changed = (limits: PlanLimits) =>
  v.optional(
    v.strictObject({
      apiAccess: v.optional(v.boolean(), limits.apiAccess),
      maxStoredRows: v.optional(count, limits.maxStoredRows),
      monthlyReports: v.optional(count, limits.monthlyReports),
    }),
    {},
  );
const plans = v.strictObject({
  free: changed(DEFAULT_PLANS.free),
  pro: changed(DEFAULT_PLANS.pro),
  max: changed(DEFAULT_PLANS.max),
  agency: changed(DEFAULT_PLANS.agency),
  enterprise: changed(DEFAULT_PLANS.enterprise),
});

const KEYS = {
  alarmEmail: v.optional(v.pipe(text, v.email())),
  bedrockModelId: v.optional(text),
  certificateArn: v.optional(v.pipe(text, v.startsWith('arn:'))),
  domainName: v.optional(text),
  encryption: v.optional(v.picklist(['aws', 'kms'])),
  /** SQS takes no fewer than 2. */
  ingestConcurrency: v.optional(v.pipe(wholeNumber, v.minValue(2), v.maxValue(1_000))),
  monthlyBudgetUsd: v.optional(v.pipe(number, v.gtValue(0))),
  ordersTable: v.optional(text),
  plans: v.optional(json(plans), {}),
  reservedConcurrency: v.optional(json(v.record(v.string(), count))),
  serviceTable: v.optional(text),
};
const context = v.strictObject(KEYS);
const ofOneStage = json(v.optional(v.record(v.string(), v.unknown()), {}));

/** Throws where a key is wrong, or comes without the one that it needs. */
export function stageContext(node: Node, stage: string): StageChoices {
  const ofAllStages = Object.keys(KEYS).map((key) => [key, node.tryGetContext(key)]);
  const own = v.parse(ofOneStage, node.tryGetContext(stage));
  const parsed = v.safeParse(context, { ...Object.fromEntries(ofAllStages), ...own });
  if (!parsed.success) {
    const problems = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? stage}: ${issue.message}`);
    throw new Error(`context of ${stage}: ${problems.join('; ')}`);
  }
  const { domainName, certificateArn, ordersTable, serviceTable, ...rest } = parsed.output;
  return {
    ...rest,
    customDomain: together({ domainName }, { certificateArn }, (name, arn) => ({
      name,
      certificateArn: arn,
    })),
    restoredTables: together({ ordersTable }, { serviceTable }, (orders, service) => ({ orders, service })),
  };
}

type Given = Readonly<Record<string, string | undefined>>;

/** Two keys that make sense with each other only. */
function together<T>(one: Given, other: Given, make: (one: string, other: string) => T): T | undefined {
  const [first] = Object.values(one);
  const [second] = Object.values(other);
  if (first !== undefined && second !== undefined) return make(first, second);
  if (first === second) return undefined;
  throw new Error(`context: ${Object.keys(one)} and ${Object.keys(other)} go together`);
}
