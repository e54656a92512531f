// Exact decimals as text: without an exponent, and without zeros at the end.
import type { MoneyUnits } from './decimal.ts';

/** The shortest decimal of the double, as JSON and JavaScript write it, without an exponent. */
export function formatDecimal(value: number): string {
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = value < 0 ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(shift, '0')}`;
}

/** Below this, the quotient of two integers prints as the decimal that they mean. */
const SURE = 1e15;

/** `units` of 10^-scale. */
export function formatUnits(units: MoneyUnits, scale: number): string {
  if (typeof units === 'number' && Math.abs(units) <= SURE) return formatDecimal(units / 10 ** scale);
  const digits = String(units)
    .replace('-', '')
    .padStart(scale + 1, '0');
  const end = digits.length - scale;
  const fraction = digits.slice(end).replace(/0+$/, '');
  return `${units < 0 ? '-' : ''}${digits.slice(0, end)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Units of 10^-scale, rounded to the nearest if the text has more digits. */
export function parseUnits(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  if ((fraction[scale] ?? '0') < '5') return units;
  return text.startsWith('-') ? units - 1n : units + 1n;
}
