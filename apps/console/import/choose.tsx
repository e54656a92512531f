// Lets the reader drop or choose files, and lists imports that wait for theirs.
import { useRef, useState } from 'preact/hooks';
import { fill } from '../../../packages/report-parts/names.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { choose } from './actions.ts';
import { listUnfinishedImports } from './state.ts';

interface ChooseProps {
  /** Called when files have been chosen. */
  readonly chosen: () => void;
}

export function Choose({ chosen }: ChooseProps) {
  const { import: said } = getTexts();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const waiting = listUnfinishedImports();
  const take = (files: readonly File[]): void => {
    if (files.length === 0) return;
    choose(files);
    chosen();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by keyboard
    <section
      class={isOver ? 'card drop over' : 'card drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <p>{said.drop}</p>
      <label>
        {said.choose}
        <input
          ref={input}
          type="file"
          multiple
          onChange={({ currentTarget }) => take([...(currentTarget.files ?? [])])}
        />
      </label>
      <p class="muted">{said.formats}</p>
      {waiting.length > 0 && (
        <>
          <h2>{said.unfinished}</h2>
          <ul>
            {waiting.map(({ fingerprint, names, ratesName, datasetId, rows, checkpoint }) => (
              <li key={fingerprint}>
                {[...names, ...(ratesName === undefined ? [] : [ratesName])].join(', ')} → {datasetId}:{' '}
                {fill(said.sent, { sent: formatNumber(checkpoint.rowsSent), all: formatNumber(rows) })}
              </li>
            ))}
          </ul>
          <p class="muted">{said.chooseAgain}</p>
        </>
      )}
    </section>
  );
}
