// Saves all customers that match as a file made in the page, including those that the list has not read yet.
import { useState } from 'preact/hooks';
import { fill } from '../../../packages/report-parts/names.ts';
import { saveFile } from '../app/save-file.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { Action } from '../parts/sending.tsx';
import { To } from '../parts/to.tsx';
import { type CustomerFilters, toSelection, writeCustomerCsv } from './customer-list.ts';

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

interface CustomerActionsProps extends CustomerFileProps {
  /** The name that an audience of these customers starts with. */
  readonly called: string;
}

/** Shows what one does with a list: save it, or keep it in step as an audience. */
export function CustomerActions({ reportId, filters, called }: CustomerActionsProps) {
  const list = JSON.stringify(toSelection(filters));
  return (
    <>
      <CustomerFile reportId={reportId} filters={filters} />
      {filters.only === undefined && (
        <To place={{ view: 'audiences', report: reportId, list, called }}>{getTexts().customers.keep}</To>
      )}
    </>
  );
}
