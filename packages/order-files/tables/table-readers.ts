// Lists the readers of workbooks, spreadsheets, Parquet files and ZIP archives, which a browser loads as one script.
export { convertOds as ods } from './ods.ts';
export { createParquetReader } from './parquet.ts';
export { convertXlsx as xlsx } from './xlsx.ts';
export { zipFiles } from './zip-entries.ts';
