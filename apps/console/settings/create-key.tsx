// Creates a key, and shows it once: to copy, or as a link that opens the console for a person.
import { useState } from 'preact/hooks';
import type { CreateKeyRequest } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Choice, Field } from '../parts/form-fields.tsx';
import { useSending } from '../parts/sending.tsx';
import { Problem } from '../parts/states.tsx';

type Kind = CreateKeyRequest['kind'];
const KINDS = ['read_only', 'secret', 'publishable'] as const satisfies readonly Kind[];

export interface NewKey {
  readonly kind: Kind;
  readonly name: string;
  /** Null if the response of the attempt that created it was lost. */
  readonly key: string | null;
}

interface CreateProps {
  readonly created: (made: NewKey) => void;
}

export function CreateKey({ created }: CreateProps) {
  const { keys: said } = workTexts();
  const [kind, setKind] = useState<Kind>('read_only');
  const [name, setName] = useState('');
  const [date, setDate] = useState('');
  const [origins, setOrigins] = useState('');
  const { isSending, problem, send } = useSending();
  const submit = (): void =>
    send(async (client, call) => {
      const { api_key: key } = await client.keys.create(
        {
          kind,
          name: name.trim(),
          // The start of the day in the reader's time zone.
          ...(date !== '' && { expires_at: new Date(`${date}T00:00`).toISOString() }),
          ...(kind === 'publishable' && { origins: origins.split(/[\s,]+/).filter((one) => one !== '') }),
        },
        call,
      );
      created({ kind, name: name.trim(), key });
      setName('');
      setDate('');
    });
  return (
    <details>
      <summary>{said.add}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field title={said.name} value={name} maxLength={100} required edit={setName} />
        <Choice
          title={said.may}
          value={kind}
          options={KINDS.map((one) => [one, said.kinds[one]] as const)}
          edit={setKind}
        />
        {kind === 'publishable' && (
          <Field
            title={said.origins}
            value={origins}
            placeholder="https://shop.example"
            required
            edit={setOrigins}
          />
        )}
        <Field title={said.until} type="date" value={date} edit={setDate} />
        <button type="submit" disabled={isSending}>
          {said.create}
        </button>
        <Problem problem={problem} reload={submit} />
      </form>
    </details>
  );
}

interface ShownProps {
  readonly made: NewKey;
  readonly close: () => void;
}

/** Only this page's memory holds the key, until the page is closed. */
export function ShownOnce({ made: { kind, name, key }, close }: ShownProps) {
  const { keys: said } = workTexts();
  if (key === null) return <p role="alert">{fill(said.lost, { name })}</p>;
  return (
    <div class="card" role="status">
      <p>
        <strong>{fill(said.once, { name })}</strong>
      </p>
      <Copied title={said.key} text={key} />
      {kind === 'read_only' && (
        <Copied title={said.link} text={`${location.origin}${location.pathname}#key=${key}`} />
      )}
      <p>
        <button type="button" onClick={close}>
          {said.kept}
        </button>
      </p>
    </div>
  );
}

interface CopiedProps {
  readonly title: string;
  readonly text: string;
}

/** Without a clipboard (an address without https), the text can be selected. */
function Copied({ title, text }: CopiedProps) {
  const { keys: said } = workTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <p>
      {title}: <code>{text}</code>{' '}
      <button type="button" aria-label={`${said.copy}: ${title}`} onClick={copy}>
        {isCopied ? said.copied : said.copy}
      </button>
    </p>
  );
}
