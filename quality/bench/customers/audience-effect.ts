// How often the report on an audience claims an effect where there is none: members join and leave at runs, a keyed hash holds some out,
// and somebody looks after every run. Deterministic.
import { parseArgs } from 'node:util';
import { type AudienceCampaign, drawAudience } from '../../harness/random/audience-campaigns.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';

const DAYS = 30;
const LOOKS = [3, 6, 9, 12, 15, 18, 21, 24, 27, 30];
const DESIGNS: readonly (Omit<AudienceCampaign, 'lift' | 'days'> & { readonly name: string })[] = [
  {
    name: '1,200, a tenth held out, all at once',
    customers: 1_200,
    holdOut: 0.1,
    atOnce: 1,
    orders: 0.4,
    skew: 1,
  },
  {
    name: '1,200, a tenth, most join later',
    customers: 1_200,
    holdOut: 0.1,
    atOnce: 0.3,
    orders: 0.4,
    skew: 2,
  },
  { name: '600, half, all join later', customers: 600, holdOut: 0.5, atOnce: 0, orders: 0.6, skew: 1 },
];

export function benchAudienceEffect(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      campaigns: { type: 'string', default: '1000' },
      relabellings: { type: 'string', default: '999' },
      lifts: { type: 'string', default: '0' },
    },
  });
  const campaigns = Number(values.campaigns);
  for (const [at, { name, ...design }] of DESIGNS.entries()) {
    for (const lift of values.lifts.split(',').map(Number)) {
      const hits = { any: 0, more: 0, fewer: 0, last: 0, naive: 0, joined: 0, left: 0 };
      for (let c = 0; c < campaigns; c++) {
        const campaign = drawAudience(randomFrom(1_000_003 * at + c), { ...design, days: DAYS, lift });
        const looks = LOOKS.map((day) => campaign.look(day, Number(values.relabellings)));
        const said = looks.map(({ verdict }) => verdict);
        if (said.includes('more') || said.includes('fewer')) hits.any++;
        if (said.includes('more')) hits.more++;
        if (said.includes('fewer')) hits.fewer++;
        if (['more', 'fewer'].includes(said.at(-1) ?? '')) hits.last++;
        if (looks.some(({ measures }) => measures.some((one) => one.decides && (one.p_value ?? 1) < 0.05)))
          hits.naive++;
        hits.joined += campaign.joinedLater;
        hits.left += campaign.left;
      }
      const share = (count: number): number => Number((count / campaigns).toFixed(4));
      reportCase(`audience-effect: ${name}, lift ${lift}`, {
        ...{ campaigns, days: DAYS, looks: LOOKS.length },
        claimed_at_any_look: share(hits.any),
        claimed_more: share(hits.more),
        claimed_fewer: share(hits.fewer),
        claimed_at_the_last_look: share(hits.last),
        p_below_5_percent_at_any_look: share(hits.naive),
        joined_later: share(hits.joined),
        left: share(hits.left),
        three_standard_errors: Number((3 * Math.sqrt((0.05 * 0.95) / campaigns)).toFixed(4)),
      });
    }
  }
}
