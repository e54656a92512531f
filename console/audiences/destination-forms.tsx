// What a destination is made of, and another secret for one there is. A secret is sent once: no form shows it again.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CreateDestinationRequest, Destination } from '../../client/src/index.ts';
import { useSending } from '../app/sending.ts';
import { Choice, Field } from '../parts/form-fields.tsx';
import { Problem } from '../parts/states.tsx';
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
      <summary>{said.replaceSecret(name)}</summary>
      <SecretForm
        title={said.secretOf[kind]}
        button={said.replaceIt}
        save={async (secret, client, call) => {
          await client.audiences.updateDestination(audience_id, destination_id, { secret }, call);
          replaced();
        }}
      />
    </details>
  );
}

type Work = Parameters<ReturnType<typeof useSending>['send']>[0];

interface SecretFormProps {
  readonly title: string;
  readonly button: string;
  readonly save: (secret: string, ...sending: Parameters<Work>) => Promise<void>;
  readonly children?: ComponentChildren;
}

/** Emptied and closed when what it holds is stored. */
function SecretForm({ title, button, save, children }: SecretFormProps) {
  const said = audienceTexts();
  const form = useRef<HTMLFormElement>(null);
  const [secret, setSecret] = useState('');
  const { isSending, problem, send } = useSending();
  const submit = (): void =>
    send(async (...sending) => {
      await save(secret.trim(), ...sending);
      setSecret('');
      form.current?.closest('details')?.removeAttribute('open');
    });
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <Field
        title={title}
        type="password"
        autoComplete="new-password"
        value={secret}
        required
        edit={setSecret}
      />
      <p class="muted">{said.secretHint}</p>
      <button type="submit" disabled={isSending}>
        {button}
      </button>
      {problem !== undefined && <Problem problem={problem} reload={submit} />}
    </form>
  );
}
