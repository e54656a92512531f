// What a destination is made of, and another secret for one there is. A secret is sent once: no form shows it again.
import { useState } from 'preact/hooks';
import type { CreateDestinationRequest, Destination } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import { Choice, Field } from '../parts/form-fields.tsx';
import { SecretForm } from '../parts/secret-form.tsx';
import { audienceTexts } from './audience-texts.ts';

type Kind = CreateDestinationRequest['kind'];

const KINDS = ['webhook', 'klaviyo'] as const satisfies readonly Kind[];

interface AddProps {
  readonly id: string;
  readonly added: () => void;
}

export function AddDestination({ id, added }: AddProps) {
  const said = audienceTexts();
  const [kind, setKind] = useState<Kind>('webhook');
  const [name, setName] = useState('');
  const [place, setPlace] = useState('');
  const isWebhook = kind === 'webhook';
  return (
    <details>
      <summary>{said.addDestination}</summary>
      <SecretForm
        title={said.secretOf[kind]}
        hint={said.secretHint}
        button={said.add}
        save={async (secret, client, call) => {
          const where = isWebhook ? { url: place.trim() } : { list_id: place.trim() };
          const named = name.trim() === '' ? {} : { name: name.trim() };
          await client.audiences.createDestination(id, { kind, secret, ...where, ...named }, call);
          setName('');
          setPlace('');
          added();
        }}
      >
        <Choice
          title={said.kind}
          value={kind}
          options={KINDS.map((one) => [one, said.kinds[one]] as const)}
          edit={setKind}
        />
        <Field title={said.nameOfDestination} value={name} maxLength={200} edit={setName} />
        <Field
          title={isWebhook ? said.address : said.list}
          type={isWebhook ? 'url' : 'text'}
          value={place}
          required
          edit={setPlace}
        />
      </SecretForm>
    </details>
  );
}

interface ReplaceProps {
  readonly destination: Destination;
  readonly replaced: () => void;
}

export function ReplaceSecret({ destination, replaced }: ReplaceProps) {
  const said = audienceTexts();
  const { audience_id, destination_id, kind, name } = destination;
  return (
    <details>
      <summary>{fill(said.replaceSecret, { name })}</summary>
      <SecretForm
        title={said.secretOf[kind]}
        hint={said.secretHint}
        button={said.replaceIt}
        save={async (secret, client, call) => {
          await client.audiences.updateDestination(audience_id, destination_id, { secret }, call);
          replaced();
        }}
      />
    </details>
  );
}
