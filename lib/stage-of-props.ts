// The stage that the props of the construct ask for: the defaults of prod.
import { DEFAULT_PLANS, PLAN_NAMES, type PlanLimits, type PlanName } from '../src/core/accounts/plans.ts';
import type { OrderAnalyticsProps, PlanProps } from './order-analytics-props.ts';
import { type StageConfig, stageConfig } from './stage-config.ts';

/** Throws by the name of the prop that has no possible value. */
export function stageOf(props: OrderAnalyticsProps): StageConfig {
  if (props.config !== undefined) return props.config;
  const { retainData = true, plans: changes = {}, ...choices } = props;
  between('computeMemoryMb', choices.computeMemoryMb, 512, 10_240);
  between('ingestConcurrency', choices.ingestConcurrency, 2, 1_000);
  between('maxHeldReads', choices.maxHeldReads, 0, 100);
  if (choices.alarmTopic !== undefined && choices.alarmEmail !== undefined)
    throw new Error('alarmEmail: subscribe it to alarmTopic instead, which is yours');
  for (const name of Object.keys(changes)) {
    if (!PLAN_NAMES.some((known) => known === name))
      throw new Error(`plans: expected one of ${PLAN_NAMES.join(', ')}, got ${name}`);
  }
  const plans = Object.fromEntries(PLAN_NAMES.map((name) => [name, changed(name, changes[name])]));
  return { ...stageConfig('prod', { ...choices, plans: { ...DEFAULT_PLANS, ...plans } }), retainData };
}

/** Limits that are given replace those of the plan. */
function changed(name: PlanName, given: PlanProps = {}): PlanLimits {
  const { apiAccess, maxStoredRows, monthlyReports, concurrentReports } = given;
  return {
    ...DEFAULT_PLANS[name],
    ...(apiAccess !== undefined && { apiAccess }),
    ...(maxStoredRows !== undefined && { maxStoredRows }),
    ...(monthlyReports !== undefined && { monthlyReports }),
    ...(concurrentReports !== undefined && { concurrentReports }),
  };
}

function between(prop: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw new Error(`${prop}: expected a whole number from ${least} to ${most}, got ${value}`);
}
