// Adds a recipient of the suggestions of a schedule: an e-mail address, which is asked to confirm, or a channel.
import { useRef, useState } from 'preact/hooks';
import type { CreateEndpointRequest, EndpointDelivery } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { language } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { AttemptResult } from '../parts/attempt-result.tsx';
import { Choice, Field } from '../parts/form-fields.tsx';
import { SentForm } from '../parts/sending.tsx';

const KINDS = ['email', 'slack', 'teams'] as const;
type Kind = (typeof KINDS)[number];

interface AddDigestProps {
  readonly scheduleId: string;
  /** Name of the schedule. */
  readonly name: string;
}

interface Added {
  readonly address: string;
  /** The e-mail with the link to confirm; none to a channel. */
  readonly asked?: EndpointDelivery;
}

export function AddDigest({ scheduleId, name }: AddDigestProps) {
  const { digest: said } = workTexts().schedules;
  const [kind, setKind] = useState<Kind>('email');
  const [address, setAddress] = useState('');
  const [added, setAdded] = useState<Added | undefined>(undefined);
  /** The endpoint of a request whose second part failed: repeated, it adds no other. */
  const made = useRef<{ readonly url: string; readonly id: string } | undefined>(undefined);
  const isMail = kind === 'email';
  return (
    <details>
      <summary aria-label={`${said.add}: ${name}`}>{said.add}</summary>
      <SentForm
        button={said.submit}
        work={async (client, call) => {
          setAdded(undefined);
          const url = isMail ? `mailto:${address.trim()}` : address.trim();
          if (made.current?.url !== url) {
            const request = { kind, url, schedule_id: scheduleId, language: language.value };
            const { endpoint_id: id } = await client.endpoints.create(
              request satisfies CreateEndpointRequest,
              call,
            );
            made.current = { url, id };
          }
          const asked = isMail ? await client.endpoints.ping(made.current.id, call) : undefined;
          setAdded({ address: address.trim(), ...(asked && { asked }) });
          made.current = undefined;
          setAddress('');
        }}
      >
        <Choice
          title={said.kind}
          value={kind}
          options={KINDS.map((one) => [one, said.kinds[one]] as const)}
          edit={setKind}
        />
        <Field
          title={isMail ? said.mail : said.hook}
          type={isMail ? 'email' : 'url'}
          value={address}
          required
          edit={setAddress}
        />
      </SentForm>
      {added !== undefined && (
        <div role="status">
          {added.asked !== undefined && added.asked.outcome !== 'delivered' ? (
            <AttemptResult attempt={added.asked} />
          ) : (
            <p>{fill(added.asked === undefined ? said.added : said.asked, { address: added.address })}</p>
          )}
          <p class="muted">{said.listed}</p>
        </div>
      )}
    </details>
  );
}
