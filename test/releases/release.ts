// What a release promises its neighbours, as data: the definitions of its workflows, what its functions read and answer, its messages
// and its files. It stands for the functions of a release whose code is not there.
import { existsSync, readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { jsonSchemaOf } from '../../src/contract/json-schema.ts';
import { chunkMessage } from '../../src/contract/messages/chunk-message.ts';
import { CHUNK_VERSION, STATE_VERSION } from '../../src/contract/messages/neighbours.ts';
import { STATE_INPUTS, type StateName } from '../../src/contract/messages/states.ts';
import { synthesizeStage } from '../lib/template.ts';
import { type FileKind, filesOfToday } from './files.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

/** Written by `npm run release`, for the release after it. */
export const LAST_RELEASE = new URL('last-release.json', import.meta.url);

export interface Machine {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Workflow {
  /** Functions are named by their constructs. */
  readonly definition: Machine;
  /** Constructs of functions that its role may invoke. */
  readonly invokes: readonly string[];
}

export interface Release {
  readonly release: string;
  readonly workflows: Readonly<Record<string, Workflow>>;
  /** The constructs of all functions. */
  readonly functions: readonly string[];
  readonly stateVersion: number;
  /** JSON Schemas of what the functions of states take, by their names. */
  readonly states: Readonly<Record<string, object>>;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** By kind: what it takes, and one as it is written. */
  readonly messages: Readonly<Record<string, { readonly takes: object; readonly sample: object }>>;
  readonly files: Readonly<Record<string, FileKind>>;
}

/** Of the release before this one, if there was one. */
export function readLastRelease(file: string | URL = LAST_RELEASE): Release | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Functions that a definition of the last release names, and that are gone today or that its role may not invoke any more. */
export function lostFunctions(last: Release, today: Release): string[] {
  return Object.entries(last.workflows).flatMap(([name, { definition }]) =>
    functionsIn(definition).flatMap((construct) => {
      if (!today.functions.includes(construct)) return [`${construct}: a state of ${name} has no function`];
      const { invokes = [] } = today.workflows[name] ?? {};
      return invokes.includes(construct) ? [] : [`${construct}: ${name} may not invoke it`];
    }),
  );
}

/** The constructs of the functions that a definition names. */
export function functionsIn(definition: Machine): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('Resource' in value) found.add(String(value.Resource));
    for (const member of Object.values(value)) visit(member);
  };
  visit(definition);
  return [...found];
}

/** As it is stored: nothing but JSON. */
export async function releaseOfToday(): Promise<Release> {
  const template = synthesizeStage('dev');
  const workflows = template
    .of('AWS::StepFunctions::StateMachine')
    .map(({ path, properties }): [string, Workflow] => {
      const allowed = Object.entries(template.allowedBy(properties.RoleArn));
      const invokes = allowed.filter(([, actions]) => actions.includes('lambda:InvokeFunction'));
      const definition: Machine = JSON.parse(template.words(properties.DefinitionString));
      return [path.split('/').at(-2) ?? path, { definition, invokes: invokes.map(([name]) => name) }];
    });
  const states = Object.entries(STATE_INPUTS).map(([name, schema]) => [
    name,
    jsonSchemaOf(schema, { direction: 'input' }),
  ]);
  const today: Release = {
    release: manifest.version,
    workflows: Object.fromEntries(workflows),
    functions: template.functions().map(({ path }) => path),
    stateVersion: STATE_VERSION,
    states: Object.fromEntries(states),
    scenarios: SCENARIOS,
    messages: { chunk: { takes: jsonSchemaOf(chunkMessage, { direction: 'input' }), sample: CHUNK } },
    files: await filesOfToday(),
  };
  return JSON.parse(JSON.stringify(today));
}

export const isState = (name: string): name is StateName => Object.hasOwn(STATE_INPUTS, name);

const CHUNK = {
  version: CHUNK_VERSION,
  account_id: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  dataset_id: 'default',
  import_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  chunk: 0,
  orders: [
    {
      order_id: '1',
      order_date: '2026-01-01T00:00:00Z',
      customer_id: 'c',
      line_items: [{ product_name: 'Tea', unit_price: 2, quantity: 1 }],
    },
    {
      order_id: '2',
      complete: true,
      removed: [{ product_name: 'Tea' }],
      line_items: [],
    },
  ],
};
