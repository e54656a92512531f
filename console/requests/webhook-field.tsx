// The address that a report's event goes to, with a button that sends it a test event.
import { useState } from 'preact/hooks';
import type { TestWebhookResponse } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import { isReadOnly } from '../app/key.ts';
import { useSending } from '../app/sending.ts';
import { number } from '../app/words/language.ts';
import { serviceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Problem } from '../parts/states.tsx';

export interface WebhookFieldProps {
  readonly url: string;
  readonly edit: (url: string) => void;
}

export function WebhookField({ url, edit }: WebhookFieldProps) {
  const { webhook: said } = workTexts();
  const { isSending, problem, send } = useSending();
  const [tried, setTried] = useState<TestWebhookResponse | undefined>(undefined);
  const test = (): void => {
    setTried(undefined);
    send(async (client, call) => setTried(await client.webhooks.test(url.trim(), call)));
  };
  return (
    <>
      <div class="with-button">
        <label>
          {said.address}
          <input
            type="url"
            value={url}
            maxLength={2048}
            placeholder="https://"
            onInput={({ currentTarget }) => {
              setTried(undefined);
              edit(currentTarget.value);
            }}
          />
        </label>
        <button type="button" disabled={isSending || isReadOnly.value || url.trim() === ''} onClick={test}>
          {isSending ? said.testing : said.test}
        </button>
      </div>
      <p class="muted">{said.hint}</p>
      <p role="status" class="result">
        {tried !== undefined && <Outcome tried={tried} />}
      </p>
      {problem !== undefined && <Problem problem={problem} reload={test} />}
    </>
  );
}

function Outcome({ tried }: { readonly tried: TestWebhookResponse }) {
  const { webhook: said } = workTexts();
  const { delivered, response_status = 0, fail_reason = '', fail_reason_coded, duration_ms } = tried;
  return delivered ? (
    <span class="status done">
      {fill(said.delivered, { status: String(response_status), ms: number(duration_ms) })}
    </span>
  ) : (
    <span class="status failed">
      {fill(said.refused, { problem: serviceWords()(fail_reason, fail_reason_coded) })}
    </span>
  );
}
