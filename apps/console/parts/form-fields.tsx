// Draws fields of forms: text, a choice, a check mark.
import type { ComponentChildren, JSX } from 'preact';
import { isReadOnly } from '../app/key.ts';
import { getTexts } from '../app/words/language.ts';

type FieldProps = Omit<JSX.InputHTMLAttributes, 'value'> & {
  readonly title: string;
  readonly value: string;
  readonly edit: (text: string) => void;
  /** Reports changes when the field is left, or on Enter: each change is a request. */
  readonly late?: boolean;
  /** Shown as a tooltip, and for invalid input. */
  readonly hint?: string;
  /** Suggested values, under the id `list`. */
  readonly proposed?: readonly string[];
};

export function Field({ title, edit, late = false, proposed, hint, ...rest }: FieldProps) {
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    edit(currentTarget.value);
  return (
    <label>
      {title}
      <input type="text" {...rest} title={hint} {...(late ? { onChange: take } : { onInput: take })} />
      {proposed !== undefined && (
        <datalist id={rest.list?.toString()}>
          {proposed.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
}

export interface ChoiceProps<T extends string> {
  readonly title: string;
  readonly class?: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, shown: string])[];
  readonly edit: (value: T) => void;
}

export function Choice<T extends string>({ title, class: name, value, options, edit }: ChoiceProps<T>) {
  return (
    <label class={name}>
      {title}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const [chosen] = options.find(([name]) => name === currentTarget.value) ?? [];
          if (chosen !== undefined) edit(chosen);
        }}
      >
        {options.map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly title: string;
  readonly checked: boolean;
  readonly edit: (checked: boolean) => void;
}

export function Check({ title, checked, edit }: CheckProps) {
  return (
    <label class="inline">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => edit(currentTarget.checked)}
      />
      {title}
    </label>
  );
}

// Fields and buttons that change something: a read-only key disables them, with the reason.

export function Writing({ children }: { readonly children: ComponentChildren }) {
  if (!isReadOnly.value) return <>{children}</>;
  return (
    <fieldset class="writing" disabled>
      <p>{getTexts().key.readOnly}</p>
      {children}
    </fieldset>
  );
}
