// The report workflow's definition from the deployed template, and the function behind each of its ARNs.
import { localAssembly } from '../../../bin/local-assembly.ts';
import { ACCOUNT, createResolver, type Physical, parseTemplate, REGION } from '../../../local/template.ts';

/** The template's names for the functions of the workflow's states. */
export const STATES = [
  'PlanReport',
  'ComputeReport',
  'PublishReport',
  'FailReport',
  'NotifyReceiver',
] as const;
/** Those of a report in partitions. */
export const PARTITION_STATES = ['ExtractShard', 'ComputeLane', 'JoinPartitions'] as const;
const ALL_STATES = [...STATES, ...PARTITION_STATES] as const;
export type State = (typeof ALL_STATES)[number];

export interface ReportDefinition {
  readonly text: string;
  readonly stateOf: ReadonlyMap<string, State>;
}

let known: Promise<ReportDefinition> | undefined;

/** Read once per process. */
export function reportDefinition(): Promise<ReportDefinition> {
  known ??= findDefinition();
  return known;
}

async function findDefinition(): Promise<ReportDefinition> {
  const { template } = await localAssembly();
  const { Resources } = parseTemplate(template);
  const physical = new Map<string, Physical>();
  const stateOf = new Map<string, State>();
  for (const [id, { Type }] of Object.entries(Resources)) {
    if (Type !== 'AWS::Lambda::Function') continue;
    const Arn = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${id}`;
    physical.set(id, { ref: id, attributes: { Arn } });
    const state = ALL_STATES.find((name) => id.includes(name));
    if (state !== undefined) stateOf.set(Arn, state);
  }
  const machines = Object.values(Resources).filter(({ Type }) => Type === 'AWS::StepFunctions::StateMachine');
  const resolve = createResolver(physical);
  const text = machines
    .map(({ Properties }) => String(resolve(Properties.DefinitionString)))
    .find((definition) => [...stateOf.keys()].every((arn) => definition.includes(arn)));
  if (text === undefined || stateOf.size !== ALL_STATES.length)
    throw new Error('the template has no workflow with all states of a report');
  return { text, stateOf };
}
