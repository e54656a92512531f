// Requests all reports on a dataset with one button, with settings that suit a first look at any shop.
import { useState } from 'preact/hooks';
import type { CallOptions, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { type Job, progressOf, useFollowed } from '../app/jobs.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { ProgressLine } from '../parts/status.tsx';
import { FIRST_LOOK, type ReportType, typeName } from '../reports/report-types.ts';

interface AnalyseProps {
  /** The slug of the dataset. */
  readonly dataset: string;
  /** Called when all reports have been requested. */
  readonly started?: () => void;
  /** Called when the first of them has ended; until then, this component follows them. */
  readonly found?: () => void;
  readonly isRenewal?: boolean;
}

interface Asked extends Job {
  readonly type: ReportType;
}

export async function requestFirstLook(
  client: OrderAnalytics,
  dataset: string,
  call: CallOptions,
): Promise<Asked[]> {
  // Requested in sequence, so that a limit stops the last ones.
  const jobs: Asked[] = [];
  for (const request of FIRST_LOOK) {
    const sent = { ...request, dataset_id: dataset, wait_for_imports: true };
    const { report_id: id, report_type: type } = await client.reports.create(sent, call);
    jobs.push({ kind: 'report', id, type });
  }
  return jobs;
}

export function Analyse({ dataset, started, found, isRenewal = false }: AnalyseProps) {
  const said = getHomeTexts();
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  useFollowed(asked, () => found?.());
  if (asked.length > 0)
    return (
      <>
        <p role="status">{said.leadsHome}</p>
        <ul class="plain">
          {asked.map(({ id, type }) => (
            <ProgressLine
              key={id}
              title={typeName(type)}
              {...(progressOf.value[id] ?? { phase: 'queued', fraction: 0 })}
            />
          ))}
        </ul>
      </>
    );
  return (
    <Writing>
      <Action
        class="main"
        title={isRenewal ? said.renew : said.analyse}
        sendingTitle={said.asking}
        work={async (client, call) => {
          const jobs = await requestFirstLook(client, dataset, call);
          started?.();
          if (found !== undefined) setAsked(jobs);
        }}
      />
    </Writing>
  );
}
