// A form with a secret among its fields, which is sent once: emptied and closed when what it holds is stored.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useSending } from '../app/sending.ts';
import { Field } from './form-fields.tsx';
import { Problem } from './states.tsx';

type Work = Parameters<ReturnType<typeof useSending>['send']>[0];

interface SecretFormProps {
  readonly title: string;
  readonly hint: string;
  readonly button: string;
  readonly save: (secret: string, ...sending: Parameters<Work>) => Promise<void>;
  readonly children?: ComponentChildren;
}

export function SecretForm({ title, hint, button, save, children }: SecretFormProps) {
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
      <p class="muted">{hint}</p>
      <button type="submit" disabled={isSending}>
        {button}
      </button>
      {problem !== undefined && <Problem problem={problem} reload={submit} />}
    </form>
  );
}
