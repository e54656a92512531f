// All customers that match as a file, which is made in the page: also those that the list has not read yet.
import { useState } from 'preact/hooks';
import { fill } from '../../report-parts/names.ts';
import { saveFile } from '../app/save-file.ts';
import { service } from '../app/service.ts';
import { number, texts } from '../app/words/language.ts';
import { Problem } from '../parts/states.tsx';
import { type CustomerFilters, customerCsv } from './customer-list.ts';

interface CustomerFileProps {
  readonly reportId: string;
  readonly filters: CustomerFilters;
}

export function CustomerFile({ reportId, filters }: CustomerFileProps) {
  const { customers: said } = texts();
  const [read, setRead] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(undefined);
  const save = async (): Promise<void> => {
    const client = service.value;
    if (client === undefined || read !== undefined) return;
    setRead(0);
    setProblem(undefined);
    try {
      const parts = await customerCsv(client, reportId, filters, setRead);
      saveFile(
        parts,
        `customers-${(filters.names.join('-') || 'all').toLowerCase().replace(/[^\w-]+/g, '-')}.csv`,
      );
    } catch (error) {
      setProblem(error);
    } finally {
      setRead(undefined);
    }
  };
  return (
    <>
      <button type="button" disabled={read !== undefined} onClick={() => void save()}>
        {read === undefined ? said.download : fill(said.reading, { count: number(read) })}
      </button>
      {problem !== undefined && <Problem problem={problem} reload={() => void save()} />}
    </>
  );
}
