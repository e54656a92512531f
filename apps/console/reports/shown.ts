// Exports the script of the views that show reports' findings.
export * from '../app/loading/first-script.ts';
export { Compare } from '../compare/compare.tsx';
export { CustomerView } from '../customers/customer.tsx';
export { PeriodView } from '../home/period.tsx';
export { ProductView } from '../products/product.tsx';
export { ReportView } from './report.tsx';
