// Tests texts of other countries: encodings that only the content shows, dates with names of zones, and amounts grouped
// as in India.
import { describe, expect, it } from 'vitest';
import { detectEncoding } from '../../../packages/order-files/values/detect-encoding.ts';
import type { Encoding } from '../../../packages/order-files/values/encodings.ts';
import { readAmount } from '../../../packages/order-files/values/numbers.ts';
import { readOrderDate } from '../../../packages/order-files/values/order-dates.ts';

/** Encodes a text by searching the bytes of each character: JavaScript encodes UTF-8 only. */
function encode(text: string, encoding: Encoding): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<string, number[]>();
  const isWide = !encoding.startsWith('windows');
  for (let first = 0x80; first <= 0xff; first++) {
    if (!isWide) bytes.set(decoder.decode(Uint8Array.of(first)), [first]);
    else
      for (let second = 0x40; second <= 0xfe; second++) {
        const character = decoder.decode(Uint8Array.of(first, second));
        if ([...character].length === 1 && !bytes.has(character)) bytes.set(character, [first, second]);
      }
  }
  return Uint8Array.from(
    [...text].flatMap((one) => (one < '\x80' ? [one.charCodeAt(0)] : (bytes.get(one) ?? [0x3f]))),
  );
}

describe('detectEncoding', () => {
  it.each<[Encoding, string]>([
    ['windows-1251', 'Номер заказа;Дата;Клиент;Товар;Количество;Цена\n1;03.01.2025;Анна;Кружка;2;39,90\n'],
    ['windows-1251', 'order_id;product;price\n1;Кружка белая;2\n2;Чай зелёный;2\n'],
    ['windows-1253', 'order_id;product;price\n1;Πράσινο τσάι;2\n2;Κούπα μεγάλη;2\n'],
    ['windows-1250', 'Numer zamówienia;Nazwa produktu;Ilość;Cena\n1;Żółty kubek;2;39,90\n'],
    ['windows-1254', 'order_id;product;price\n1;Yeşil çay;2\n2;Büyük bardağı;2\n'],
    ['windows-1252', 'N° commande;Client;Désignation;Quantité;Prix\n1;Renée;Café crème brûlée;2;39,90\n'],
    ['windows-1252', 'order_id;product;price\n1;Müsli für Größe;2\n2;Größe 5½ – 20 cm²;1\n'],
    ['windows-1252', 'order_id;product;price\n1;Íslensk æði og þórður;2\n'],
    ['shift_jis', '注文番号,日付,商品名,数量,単価\n1,2025/01/03,マグカップ,2,390\n'],
    ['shift_jis', 'order_id,product,price\n1,マグカップ,2\n2,緑茶の大きい缶,2\n'],
    ['euc-kr', 'order_id,product,price\n1,머그컵 큰것,2\n2,녹차 티백,2\n'],
    ['gb18030', '订单编号,日期,商品名称,数量,单价\n1,2025-01-03,马克杯,2,390\n'],
    ['big5', '訂單編號,日期,商品名稱,數量,單價\n1,2025-01-03,馬克杯,2,390\n'],
  ])('finds %s by the words and letters of %j', (encoding, text) => {
    expect(detectEncoding(encode(text, encoding))).toBe(encoding);
  });

  it('returns undefined for ASCII and for UTF-8', () => {
    expect(detectEncoding(Buffer.from('order_id,product\n1,Tea\n'))).toBeUndefined();
    expect(detectEncoding(Buffer.from('order_id,product\n1,Thé vert 茶\n'))).toBeUndefined();
  });
});

describe('readOrderDate', () => {
  it.each([
    ['text', 'Sep 4, 2026 1:05:07 AM PDT', '2026-09-04T01:05:07-07:00'],
    [
      'text',
      'Sat Jan 04 2025 10:00:00 GMT+0100 (Central European Standard Time)',
      '2025-01-04T10:00:00+01:00',
    ],
    ['text', '4 Jan 2025 10:00 UTC', '2025-01-04T10:00:00Z'],
    ['mdy', '9/4/2026 1:05 PM EST', '2026-09-04T13:05:00-05:00'],
    ['dmy', '31.12.2025 23:30 MEZ', '2025-12-31T23:30:00+01:00'],
    ['mdy', '9/4/2026 1:05 PM', '2026-09-04T13:05:00Z'],
  ] as const)('reads the zone of %s: %s', (format, cell, expected) => {
    expect(readOrderDate(cell, format)).toBe(expected);
  });

  it('refuses a time in a zone of an unknown name', () => {
    expect(readOrderDate('9/4/2026 1:05 PM XYZ', 'mdy')).toBeUndefined();
  });
});

describe('readAmount', () => {
  it.each([
    ['₹1,29,999.00', 129_999],
    ['Rs. 1,29,999', 129_999],
    ['12,34,56,789.50', 123_456_789.5],
    ['Rs 450', 450],
  ])('reads %s, grouped as in India', (cell, amount) => {
    expect(readAmount(cell, 'point', true)).toBe(amount);
  });

  it.each(['1,2,3', '12,34', '1,29,99.00'])('refuses %s', (cell) => {
    expect(readAmount(cell, 'point', true)).toBeUndefined();
  });
});
