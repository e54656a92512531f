// Lists what few imports need, which a browser loads as one script: the readers of workbooks, spreadsheets, Parquet files,
// ZIP archives, JSON and exchange rates, and the partitions of rows that exceed memory.

export { Partitions } from '../orders/partitions.ts';
export { listOrderRecords } from '../rows/json-orders.ts';
export { readLine, readWholeOrder } from '../rows/json-whole-orders.ts';
export { splitJsonArray } from '../text/json-array.ts';
export { parseExchangeRates } from '../values/exchange-rates.ts';
export { convertOds as ods } from './ods.ts';
export { createParquetReader } from './parquet.ts';
export { convertXlsx as xlsx } from './xlsx.ts';
export { zipFiles } from './zip-entries.ts';
