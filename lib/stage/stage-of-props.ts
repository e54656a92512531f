// Derives the stage from the props of the construct, with the defaults of prod. Validates values as those of
// cdk.json; values known at deployment only are not validated.
import { Token } from 'aws-cdk-lib';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import type { OrderAnalyticsProps } from '../order-analytics-props.ts';
import { parseChoices, SETTINGS } from './settings.ts';
import { createStageConfig, type StageConfig } from './stage-config.ts';

/** `region`: region of the stack, if known. Throws an error that names each prop without a possible value. */
export function resolveStage(props: OrderAnalyticsProps, region: string | undefined): StageConfig {
  if (props.config !== undefined) return props.config;
  const { retainData = true, edge, customDomain, plans: changes, ...given } = props;
  const { ordersTable, serviceTable, warmReadUnits, warmWriteUnits, ...choices } = given;
  const domain = customDomain && {
    domainName: customDomain.name,
    certificateArn: customDomain.certificateArn,
  };
  const { plans = DEFAULT_PLANS } = parseChoices(
    pickKnown({ ...given, plans: changes, ...domain, ...(edge && { edge: true, ...edge }) }),
    region,
  );
  if (choices.alarmTopic !== undefined && choices.alarmEmail !== undefined)
    throw new Error('alarmEmail: not allowed with alarmTopic; subscribe the address to that topic');
  if (choices.key !== undefined && choices.encryption !== undefined)
    throw new Error('encryption: not allowed with key');
  if (choices.canaryMinutes !== undefined && choices.alarms === false)
    throw new Error('canaryMinutes: requires alarms');
  const stage = createStageConfig('prod', {
    ...choices,
    plans,
    customDomain,
    edge: edge !== undefined,
    webAclArn: edge?.webAclArn,
    directAccess: edge?.directAccess,
    restoredTables:
      ordersTable === undefined || serviceTable === undefined
        ? undefined
        : { orders: ordersTable, service: serviceTable },
    warmThroughput:
      warmReadUnits === undefined || warmWriteUnits === undefined
        ? undefined
        : { readUnitsPerSecond: warmReadUnits, writeUnitsPerSecond: warmWriteUnits },
  });
  return { ...stage, retainData };
}

const TOGETHER = [
  ['domainName', 'certificateArn'],
  ['edge', 'webAclArn', 'directAccess'],
  ['openTable', 'openTableHours', 'openTableScanGb'],
  ['ordersTable', 'serviceTable'],
  ['warmReadUnits', 'warmWriteUnits'],
];

/**
 * The settings whose values can be checked: those without a token in them or in the settings they require.
 */
function pickKnown(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const settings = Object.entries(given).filter(([name, value]) => name in SETTINGS && value !== undefined);
  const tokens = settings.flatMap(([name, value]) => (Token.isUnresolved(JSON.stringify(value)) ? name : []));
  const left = TOGETHER.filter((pair) => pair.some((name) => tokens.includes(name))).flat();
  return Object.fromEntries(settings.filter(([name]) => ![...tokens, ...left].includes(name)));
}
