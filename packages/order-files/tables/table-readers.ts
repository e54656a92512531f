// Lists the readers of workbooks, spreadsheets and Parquet files, which a browser loads as one script.
export { convertOds as ods } from './ods.ts';
export { createParquetReader } from './parquet.ts';
export { convertXlsx as xlsx } from './xlsx.ts';
