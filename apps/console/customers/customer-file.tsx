// Saves all customers that match as a file made in the page, including those that the list has not read yet.
import { useState } from 'preact/hooks';
import { fill } from '../../../packages/report-parts/names.ts';
import { saveFile } from '../app/save-file.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { Action } from '../parts/sending.tsx';
import { type CustomerFilters, writeCustomerCsv } from './customer-list.ts';

interface CustomerFileProps {
  readonly reportId: string;
  readonly filters: CustomerFilters;
}

export function CustomerFile({ reportId, filters }: CustomerFileProps) {
  const { customers: said } = getTexts();
  const [read, setRead] = useState(0);
  return (
    <Action
      title={said.download}
      sendingTitle={fill(said.reading, { count: formatNumber(read) })}
      work={async (client) => {
        setRead(0);
        saveFile(
          await writeCustomerCsv(client, reportId, filters, setRead),
          `customers-${(filters.names.join('-') || 'all').toLowerCase().replace(/[^\w-]+/g, '-')}.csv`,
        );
      }}
    />
  );
}
