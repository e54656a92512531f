// Sends a request of a button or form, one at a time. Meanwhile the button keeps the focus, which a disabled one would
// lose. A failure is shown below it, with a button to retry.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CallOptions, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { isOfTheKey } from '../app/key.ts';
import { noteWaiting, service } from '../app/service.ts';
import { Field } from './form-fields.tsx';
import { Problem } from './states.tsx';

type Work = (client: OrderAnalytics, call: CallOptions) => Promise<void>;

export interface Sending {
  readonly isSending: boolean;
  /** Undefined unless the last request failed. */
  readonly problem: unknown;
  readonly send: (work: Work) => void;
}

export function useSending(): Sending {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>(undefined);
  return {
    isSending,
    problem,
    send: (work) => {
      const client = service.value;
      if (client === undefined || isSending) return;
      setSending(true);
      setProblem(undefined);
      work(client, { onWait: noteWaiting })
        // Without a valid key, the page prompts for another one; the reader then sends the request again.
        .catch((error: unknown) => setProblem(isOfTheKey(error) ? undefined : error))
        .finally(() => setSending(false));
    },
  };
}

interface ActionProps {
  readonly title: string;
  /** Title during the request. Default: unchanged. */
  readonly sendingTitle?: string | undefined;
  /** Accessible name, if the title alone is ambiguous. */
  readonly label?: string | undefined;
  readonly class?: string | undefined;
  readonly disabled?: boolean;
  readonly work: Work;
}

export function Action({
  title,
  sendingTitle = title,
  label,
  class: name,
  disabled = false,
  work,
}: ActionProps) {
  const { isSending, problem, send } = useSending();
  const act = (): void => send(work);
  return (
    <>
      <button
        type="button"
        class={name}
        aria-label={label}
        disabled={disabled}
        aria-disabled={isSending}
        onClick={act}
      >
        {isSending ? sendingTitle : title}
      </button>
      <Problem problem={problem} reload={act} />
    </>
  );
}

interface SentFormProps {
  readonly button: string;
  readonly class?: string;
  readonly work: Work;
  readonly children: ComponentChildren;
}

export function SentForm({ button, class: name, work, children }: SentFormProps) {
  const { isSending, problem, send } = useSending();
  const submit = (): void => send(work);
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <button type="submit" aria-disabled={isSending}>
        {button}
      </button>
      <Problem problem={problem} reload={submit} />
    </form>
  );
}

interface SecretFormProps {
  readonly title: string;
  readonly hint: string;
  readonly button: string;
  readonly save: (secret: string, ...sending: Parameters<Work>) => Promise<void>;
  readonly children?: ComponentChildren;
}

/** A form with a secret, which is sent once: it is emptied and closed when its values are stored. */
export function SecretForm({ title, hint, button, save, children }: SecretFormProps) {
  const field = useRef<HTMLParagraphElement>(null);
  const [secret, setSecret] = useState('');
  return (
    <SentForm
      button={button}
      work={async (...sending) => {
        await save(secret.trim(), ...sending);
        setSecret('');
        field.current?.closest('details')?.removeAttribute('open');
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
      <p class="muted" ref={field}>
        {hint}
      </p>
    </SentForm>
  );
}
