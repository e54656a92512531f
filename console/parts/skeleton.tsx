// Where data will be: lines in the room that they will roughly need, so that nothing moves when they come.
import { texts } from '../app/words/language.ts';

const LINES = 6;

/** `lines`: of text, that the data will take. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="loading" style={{ minHeight: `${lines * 1.55}em` }} role="status">
      <span class="hidden">{texts().loading}</span>
      {Array.from({ length: Math.min(LINES, lines) }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  );
}
