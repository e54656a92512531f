// Reads the rules in the stored body of a market basket report, without loading the code of the analyses.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { MbaBody } from '../../contract/report-types/market-basket/schema.ts';
import type { ReportBodies } from './report-bodies.ts';
import type { ReportKey } from './report-item.ts';

const decompress = promisify(gunzip);

export interface KeptRules {
  /** The rules in the order of the report. */
  readonly rules: MbaBody['association_rules'];
  /** Number of rules that the report found, including those not kept. */
  readonly found: number;
  /** Currency of the rules' amounts. */
  readonly currency: string | null;
}

/** Undefined when the body is gone. */
export async function readKeptRules(
  bodies: Pick<ReportBodies, 'find'>,
  key: ReportKey,
): Promise<KeptRules | undefined> {
  const gzipped = await bodies.find(key, 'final');
  if (gzipped === undefined) return undefined;
  const body: Pick<MbaBody, 'association_rules' | 'summary'> & Pick<KeptRules, 'currency'> = JSON.parse(
    (await decompress(gzipped)).toString('utf8'),
  );
  const { association_rules: rules, summary, currency } = body;
  return { rules, found: summary.association_rules_found, currency };
}
