// Measures how often campaigns with the planned lift are called effective: npm run -s bench -- power --data FILE. Each
// campaign draws its customers from those that the plan is made of; recipients repeat orders of theirs.
import { parseArgs } from 'node:util';
import { buildOrderColumns } from '../../../apps/cli/commands/files/read-whole.ts';
import { readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import {
  type AssignedOrders,
  findAssignedOrders,
  toOutcomes,
} from '../../../src/analysis/effect/outcomes.ts';
import { createPlan, getPlanWindow } from '../../../src/analysis/effect/plan.ts';
import { toDay } from '../../../src/contract/settings/calendar.ts';
import { excludesNone, lookDaily } from '../../harness/random/adjusted-campaigns.ts';
import { drawCampaignWithPast } from '../../harness/random/campaigns.ts';
import { createRandom, drawBelow, type Random } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/figures.ts';

/** Customers with a past. */
interface Population {
  readonly name: string;
  readonly customers: readonly string[];
  readonly orders: AssignedOrders;
}

interface Drawn {
  readonly customers: number;
  readonly heldOut: number;
  readonly lift: number;
}

export async function benchPower(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      // Default: made-up customers, a few of whom order very often.
      data: { type: 'string' },
      customers: { type: 'string', default: '3000' },
      'hold-out': { type: 'string', default: '0.1' },
      days: { type: 'string', default: '30' },
      campaigns: { type: 'string', default: '100' },
      // As many as reports draw: fewer make the bounds wider.
      relabellings: { type: 'string', default: '9999' },
      // Default: the planned one.
      lift: { type: 'string' },
      seed: { type: 'string', default: '20000' },
    },
  });
  const customers = Number(values.customers);
  const holdOut = Number(values['hold-out']);
  const days = Number(values.days);
  const campaigns = Number(values.campaigns);
  const relabellings = Number(values.relabellings);
  const seed = Number(values.seed);
  const population =
    values.data === undefined ? drawPopulation(days) : await readPopulation(values.data, days);
  const window = { first: 0, last: days - 1 };
  const plan = createPlan(population.orders, population.customers, window, { customers, holdOut, days });
  const planned = plan.measures.find(({ measure }) => measure === 'orders');
  if (planned === undefined) throw new Error('too few customers have a past');
  const lift = Number(values.lift ?? planned.adjusted?.detectable_lift ?? planned.detectable_lift);
  const rowsOf = listRows(population);
  const found = { adjusted: 0, plain: 0, holds: 0 };
  for (let at = 0; at < campaigns; at++) {
    const drawn = { customers, heldOut: plan.held_out, lift };
    const outcomes = drawOutcomes(createRandom(seed + at), population, rowsOf, drawn);
    const looks = lookDaily('orders', outcomes, { days, relabellings, skipped: at * relabellings }).days;
    found.adjusted += Number(looks.some(({ plain, adjusted = plain }) => excludesNone(adjusted)));
    found.plain += Number(looks.some(({ plain }) => excludesNone(plain)));
    const last = looks.at(-1);
    const { lower = Number.NaN, upper = Number.NaN } = last?.adjusted ?? last?.plain ?? {};
    found.holds += Number(lower <= lift * planned.mean && lift * planned.mean <= upper);
  }
  const toPercent = (share: number): number => Number((100 * share).toFixed(1));
  const claimed = found.adjusted / campaigns;
  reportCase('campaigns called effective', {
    data: population.name,
    ...{ customers, held_out: plan.held_out, days, campaigns, relabellings },
    planned_lift_percent: toPercent(planned.adjusted?.detectable_lift ?? Number.NaN),
    planned_without_past_percent: toPercent(planned.detectable_lift ?? Number.NaN),
    lift_percent: toPercent(lift),
    claimed_percent: toPercent(claimed),
    standard_error_points: toPercent(Math.sqrt((claimed * (1 - claimed)) / campaigns)),
    claimed_without_past_percent: toPercent(found.plain / campaigns),
    last_interval_holds_percent: toPercent(found.holds / campaigns),
  });
}

/** The customers whom the plan counts, with their orders in the last days. */
async function readPopulation(file: string, days: number): Promise<Population> {
  const reading = await readLocalOrders([file]);
  const columns = await buildOrderColumns(reading.orders, { productIdentifier: 'name', keep: () => true });
  const window = getPlanWindow(toDay(columns.newestDate), days);
  const assign = (customers: readonly string[]) => {
    const day = new Int32Array(customers.length).fill(window.first);
    return findAssignedOrders(columns, { customers, day, pastEnd: day }, window);
  };
  const { isPast } = assign(columns.customers);
  const customers = columns.customers.filter((_, at) => isPast[at] === 1);
  return { name: file.split('/').at(-1) ?? '', customers, orders: assign(customers) };
}

function drawPopulation(days: number): Population {
  const design = {
    customers: 5_000,
    heldOut: 1,
    days,
    orders: 0.5,
    skew: 1.2,
    spread: 0.8,
    past: 6,
    lift: 0,
  };
  const { outcomes } = drawCampaignWithPast(createRandom(1), { ...design, rates: 'pareto' });
  const { customers: size, active, start, look, isPurchase, value, past } = outcomes;
  const ones = new Uint8Array(size).fill(1);
  const customer = new Uint32Array(look.length);
  for (let a = 0; a < active; a++) customer.fill(a, start[a], start[a + 1]);
  return {
    name: 'made-up customers with Pareto rates',
    customers: Array.from(ones, (_, at) => `customer ${at}`),
    orders: { customer, look, isPurchase, value, past, isKnown: ones, isPast: ones },
  };
}

function listRows({ customers, orders }: Population): number[][] {
  const rows = customers.map((): number[] => []);
  for (const [row, at] of orders.customer.entries()) rows[at]?.push(row);
  return rows;
}

/** Draws with replacement, so that campaigns may be larger than the shop. */
function drawOutcomes(
  random: Random,
  { customers, orders }: Population,
  rowsOf: readonly (readonly number[])[],
  { customers: size, heldOut, lift }: Drawn,
) {
  const chosen = Array.from({ length: size }, () => drawBelow(random, customers.length));
  const owners: number[] = [];
  const rows: number[] = [];
  for (const [at, from] of chosen.entries()) {
    for (const row of rowsOf[from] ?? []) {
      const isRepeated = at >= heldOut && orders.isPurchase[row] === 1 && random() < lift;
      for (const one of isRepeated ? [row, row] : [row]) {
        owners.push(at);
        rows.push(one);
      }
    }
  }
  const ones = new Uint8Array(size).fill(1);
  const takePast = (from: Float64Array) => Float64Array.from(chosen, (one) => from[one] ?? 0);
  const drawn: AssignedOrders = {
    customer: Uint32Array.from(owners),
    look: Uint16Array.from(rows, (row) => orders.look[row] ?? 0),
    isPurchase: Uint8Array.from(rows, (row) => orders.isPurchase[row] ?? 0),
    value: orders.value.chosen(Uint32Array.from(rows)),
    isKnown: ones,
    isPast: ones,
    past: { orders: takePast(orders.past.orders), revenue: takePast(orders.past.revenue) },
  };
  const isHeldOut = ones.map((_, at) => Number(at < heldOut));
  return toOutcomes(drawn, { customers: chosen.map((_, at) => String(at)), isHeldOut });
}
