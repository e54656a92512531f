// A choice that is a part of the address, where it is made.
import { change, part } from '../app/address.ts';

interface CheckProps {
  /** Of the part. */
  readonly name: string;
  readonly title: string;
}

export function Check({ name, title }: CheckProps) {
  return (
    <label class="inline">
      <input
        type="checkbox"
        checked={part(name) !== undefined}
        onChange={({ currentTarget }) => change({ [name]: currentTarget.checked ? '1' : undefined })}
      />
      {title}
    </label>
  );
}
