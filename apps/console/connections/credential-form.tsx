// The form for the credentials of a shop, which are sent once: its fields are emptied when the service has stored them.
import { useState } from 'preact/hooks';
import type { CallOptions, CreateSourceRequest, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { CREDENTIAL_NAMES, type CredentialName, type SourceKind } from '../../../src/contract/source.ts';
import { Check, Field } from '../parts/form-fields.tsx';
import { useSending } from '../parts/sending.tsx';
import { Problem } from '../parts/states.tsx';
import { getConnectionTexts } from './connection-texts.ts';

export type Credentials = NonNullable<CreateSourceRequest['credentials']>;

interface Entered {
  readonly credentials: Credentials;
  /** The secret with which the shop signs its events. */
  readonly secret?: string;
  /** Default: the dataset of the field. */
  readonly dataset: string;
}

interface CredentialFormProps {
  readonly kind: SourceKind;
  /** The address of a shop that is connected; the form then replaces its credentials. */
  readonly address?: string;
  readonly send: (entered: Entered, client: OrderAnalytics, call: CallOptions) => Promise<void>;
}

const PLACEHOLDERS: Readonly<Record<SourceKind, string>> = {
  shopify: 'tea-house.myshopify.com',
  woocommerce: 'https://shop.example.com',
};

export function CredentialForm({ kind, address: known, send: sendEntered }: CredentialFormProps) {
  const said = getConnectionTexts();
  const [address, setAddress] = useState(known ?? '');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [secret, setSecret] = useState('');
  const [dataset, setDataset] = useState('default');
  const [isOlder, setOlder] = useState(false);
  const { isSending, problem, send } = useSending();
  const submit = (): void =>
    send(async (client, call) => {
      const credentials = { address, ...values };
      await sendEntered({ credentials, ...(secret !== '' && { secret }), dataset }, client, call);
      setValues({});
      setSecret('');
    });
  const isNew = known === undefined;
  const [usual, older = usual] = CREDENTIAL_NAMES[kind];
  const names: readonly CredentialName[] = isOlder ? older : usual;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{said.how[kind]}</p>
      <Field
        title={said.address[kind]}
        value={address}
        placeholder={PLACEHOLDERS[kind]}
        required
        edit={setAddress}
      />
      {names.map((name) => (
        <Field
          key={name}
          title={said.credential[name]}
          type="password"
          autoComplete="new-password"
          value={values[name] ?? ''}
          required
          edit={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      {(isNew || kind === 'shopify') && (
        <details>
          <summary>{said.more}</summary>
          {isNew && <Field title={said.dataset} value={dataset} required edit={setDataset} />}
          {kind === 'shopify' && (
            <Check
              title={said.older}
              checked={isOlder}
              edit={(checked) => {
                setOlder(checked);
                setValues({});
                setSecret('');
              }}
            />
          )}
          {isOlder && (
            <>
              <Field
                title={said.secret}
                type="password"
                autoComplete="new-password"
                value={secret}
                edit={setSecret}
              />
              <p class="muted">{said.secretMeans}</p>
            </>
          )}
        </details>
      )}
      <p class="muted">{said.safe}</p>
      <button type="submit" disabled={isSending}>
        {isSending ? said.asking : said.connect}
      </button>
      <Problem problem={problem} reload={submit} />
    </form>
  );
}
