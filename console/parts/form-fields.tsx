// Fields of forms: text, a choice, a check mark.
import type { JSX } from 'preact';

export type FieldProps = Omit<JSX.InputHTMLAttributes, 'value'> & {
  readonly title: string;
  readonly value: string;
  readonly edit: (text: string) => void;
};

export function Field({ title, edit, ...rest }: FieldProps) {
  return (
    <label>
      {title}
      <input type="text" {...rest} onInput={({ currentTarget }) => edit(currentTarget.value)} />
    </label>
  );
}

export interface ChoiceProps<T extends string> {
  readonly title: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, shown: string])[];
  readonly edit: (value: T) => void;
}

export function Choice<T extends string>({ title, value, options, edit }: ChoiceProps<T>) {
  return (
    <label>
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

export interface CheckProps {
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
