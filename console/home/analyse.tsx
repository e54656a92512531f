// One button that asks for all reports on a dataset, with settings that suit a first look at any shop.
import { homeTexts } from '../app/home-texts.ts';
import { useSending } from '../app/sending.ts';
import { Problem } from '../parts/states.tsx';
import { Writing } from '../parts/writing.tsx';
import { FIRST_LOOK } from '../reports/report-types.ts';

export interface AnalyseProps {
  /** Its slug. */
  readonly dataset: string;
  /** Called when all have been requested. */
  readonly started: () => void;
  readonly isRenewal?: boolean;
}

export function Analyse({ dataset, started, isRenewal = false }: AnalyseProps) {
  const said = homeTexts();
  const sending = useSending();
  const ask = (): void =>
    sending.send(async (client, call) => {
      // One after the other: a limit that is reached is reached by the last.
      for (const request of FIRST_LOOK) {
        await client.reports.create({ ...request, dataset_id: dataset, wait_for_imports: true }, call);
      }
      started();
    });
  return (
    <Writing>
      <button type="button" class="main" disabled={sending.isSending} onClick={ask}>
        {sending.isSending ? said.asking : isRenewal ? said.renew : said.analyse}
      </button>
      {sending.problem !== undefined && <Problem problem={sending.problem} reload={ask} />}
    </Writing>
  );
}
