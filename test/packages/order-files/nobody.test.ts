// Tests which customers of a file are nobody: marks of a missing value, walk-in customers and accounts of tills; and
// which customers, orders and products are one although they are written differently.
import { describe, expect, it } from 'vitest';
import { createLocalSurroundings } from '../../../packages/order-files/disk/local-files.ts';
import { findAbsence, findGuestName } from '../../../packages/order-files/doubts/guest-names.ts';
import { type Inspection, inspectFile } from '../../../packages/order-files/inspect-file.ts';
import type { OrderFileReadOptions } from '../../../packages/order-files/read-orders.ts';
import { toOrderFile } from './in-memory.ts';

const HEADER = 'order_id,order_date,customer_id,product_name,quantity,unit_price';

async function inspect(lines: readonly string[], options: OrderFileReadOptions = {}): Promise<Inspection> {
  const file = toOrderFile('orders.csv', lines.join('\n').concat('\n'));
  return inspectFile(file, createLocalSurroundings({}), { demandPrices: true, ...options });
}

/** Orders of these customers, one each. */
function createOrders(...customers: readonly string[]): string[] {
  return [HEADER, ...customers.map((customer, at) => `${at},2026-01-03,"${customer}",Tea,1,10`)];
}

/** So many different customers with one order each. */
function createOthers(number: number): string[] {
  return Array.from({ length: number }, (_, at) => `c${at}`);
}

/** The code and number of customers of each answer. */
function listAnswers({ questions }: Inspection): [string, number | undefined][] {
  return questions.flatMap(({ answers }) =>
    answers.map(({ code, totals }): [string, number | undefined] => [code, totals?.customers]),
  );
}

describe('inspectFile on marks of a missing customer', () => {
  it('reads them as guests without a question, and counts them by word', async () => {
    const { read, isCertain } = await inspect(
      createOrders('ann', 'nan', 'NaN', 'N/A', '#N/A', '\\N', 'NULL', 'None', '-', 'n/a', '', '(empty)', '0'),
    );
    expect(isCertain).toBe(true);
    expect(read?.figures).toMatchObject({ orders: 13, customers: 1 });
    expect(read?.remarks).toContainEqual({
      code: 'absent_customers',
      rows: 11,
      list: '2 × "nan", 2 × "N/A", 1 × "#N/A", 1 × "\\\\N", 1 × "NULL", 1 × "None", 1 × "-", 1 × "(empty)", 1 × "0"',
    });
  });

  it.each(['Nancy', 'nullo', '10', 'A-1', '00'])('keeps the customer %s', (cell) => {
    expect(findAbsence(cell)).toBeUndefined();
  });
});

describe('inspectFile on customers that are nobody in particular', () => {
  it('asks whether they are guests, with the orders of each and the customers of both answers', async () => {
    const found = await inspect(
      createOrders('Walk-in Customer', 'WALK IN', 'Cash Customer 1', 'Cash Customer 2', 'ann', 'bob'),
    );
    expect(found.questions[0]?.error.problem).toEqual({
      code: 'guest_customers',
      orders: 6,
      guests: [
        { name: 'Cash Customer 1', orders: 2, names: 2, isNamed: true },
        { name: 'Walk-in Customer', orders: 1, names: 1, isNamed: true },
        { name: 'WALK IN', orders: 1, names: 1, isNamed: true },
      ],
    });
    expect(listAnswers(found)).toEqual([
      ['guests', 2],
      ['customers', 6],
    ]);
  });

  it('reads all spellings of the named guests as guests', async () => {
    const lines = createOrders('Walk-in  customer', 'WALK-IN CUSTOMER', 'Cash Customer 1', 'ann');
    const { read, isCertain } = await inspect(lines, { guests: ['Walk-in Customer', 'cash customer'] });
    expect(isCertain).toBe(true);
    expect(read?.figures.customers).toBe(1);
    expect(read?.remarks).toContainEqual({
      code: 'absent_customers',
      rows: 3,
      list: '2 × "Walk-in Customer", 1 × "cash customer"',
    });
  });

  it('reads a name with a comma as a guest', async () => {
    const found = await inspect(createOrders('Sale, Cash', 'ann'));
    expect(found.way.guests).toEqual(['Sale  Cash']);
    expect(listAnswers(found)[0]).toEqual(['guests', 1]);
  });

  it('reads them as customers if the operator accepts them', async () => {
    const { read, isCertain } = await inspect(createOrders('Walk-in', 'ann'), { accept: ['customers'] });
    expect(isCertain).toBe(true);
    expect(read?.figures.customers).toBe(2);
  });

  it('takes guests out of orders in the shape of the contract, too', async () => {
    const order = {
      order_id: '1',
      customer_id: 'Walk-in',
      line_items: [{ product_name: 'Tea', unit_price: 1 }],
    };
    const { read } = await inspect([JSON.stringify(order)], { guests: ['walk-in'] });
    expect(read?.figures).toMatchObject({ orders: 1, customers: 0 });
  });

  it.each([
    [
      'English',
      'Walk In',
      'Cash sale',
      'Anonymous',
      'Unknown customer',
      'Retail Customer',
      'In-store',
      'Sundry customer',
      'Not available',
      'One-time customer',
      'Guest 12',
      'POS Customer',
    ],
    [
      'German',
      'Laufkundschaft',
      'Barverkauf',
      'Unbekannt',
      'Anonymer Kunde',
      'Gastkunde',
      'Diverse Kunden',
      'Barzahler',
      'Thekenkunde 2',
    ],
    [
      'French',
      'Client comptoir',
      'Client de passage',
      'Anonyme',
      'Inconnu',
      'Clients divers',
      'Vente au comptoir',
    ],
    [
      'Spanish',
      'Consumidor final',
      'Venta mostrador',
      'Cliente genérico',
      'Público en general',
      'Cliente contado',
    ],
    ['Portuguese', 'Consumidor', 'Cliente balcão', 'Não identificado', 'Desconhecido', 'Venda avulso'],
    ['Italian', 'Ospite', 'Cliente generico', 'Vendita al banco', 'Cliente occasionale', 'Sconosciuto'],
    ['Dutch', 'Balie', 'Baliverkoop', 'Anoniem', 'Onbekende klant', 'Contante verkoop', 'Gast 3'],
    ['Polish', 'Klient detaliczny', 'Sprzedaż detaliczna', 'Gość', 'Nieznany'],
    ['Turkish', 'Misafir', 'Perakende Müşteri', 'Nihai tüketici', 'Peşin satış'],
    ['Russian', 'Розничный покупатель', 'Гость', 'Неизвестный', 'Физическое лицо'],
    ['Chinese', '散客', '零售客户', '匿名', '未知'],
    ['Japanese', '一般客', 'ゲスト', '非会員', '不明'],
    ['Korean', '비회원', '게스트', '일반 고객', '익명'],
  ])('knows names of nobody in %s', (_, ...names) => {
    expect(names.filter((name) => findGuestName(name) === undefined)).toEqual([]);
  });

  it.each([
    ...[
      'Judy Guest',
      'Johnny Cash',
      'Walker',
      'C123',
      'BAR001',
      'CF-12',
      'Customer 17',
      'cash@example.com',
      'Retail Solutions Ltd',
    ],
    ...[
      'Banco Santander',
      'Store 12',
      '12345',
      'General Electric',
      'Anna Unknown-Smith',
      '王伟',
      'Иван Петров',
    ],
  ])('takes %s for a customer', (name) => {
    expect(findGuestName(name)).toBeUndefined();
  });
});

describe('inspectFile on a customer with many of the orders', () => {
  it('asks about one with many more orders than any other', async () => {
    const found = await inspect(createOrders(...Array(30).fill('9999'), ...createOthers(100)));
    expect(found.questions[0]?.error.problem).toEqual({
      code: 'guest_customers',
      orders: 130,
      guests: [{ name: '9999', orders: 30, names: 1, isNamed: false }],
    });
    expect(listAnswers(found)).toEqual([
      ['guests', 100],
      ['customers', 101],
    ]);
  });

  it('lets it be a customer beside named guests', async () => {
    const found = await inspect(createOrders(...Array(30).fill('9999'), 'Walk-in', ...createOthers(100)));
    expect(listAnswers(found)).toEqual([
      ['guests', 100],
      ['named_guests', 101],
      ['customers', 102],
    ]);
  });

  it('counts exactly enough among more customers than it keeps', async () => {
    const orders = createOthers(3_000).flatMap((other, at) => (at % 10 === 0 ? ['9999', other] : [other]));
    const { questions } = await inspect(createOrders(...orders));
    expect(questions[0]?.error.problem).toMatchObject({ guests: [{ name: '9999' }] });
  });

  it.each([
    ['fewer than 20 orders', [...Array(19).fill('b'), ...createOthers(10)]],
    ['5 % of the orders', [...Array(20).fill('b'), ...createOthers(380)]],
    [
      'less than five times the orders of the next one',
      [...Array(29).fill('b'), ...Array(6).fill('c'), 'd', 'e'],
    ],
    ['all orders', Array(30).fill('b')],
  ])('does not ask about one with %s', async (_, customers) => {
    expect((await inspect(createOrders(...customers))).isCertain).toBe(true);
  });
});

describe('inspectFile on texts that are written differently', () => {
  it('compares e-mail addresses in small letters, whatever the column is called', async () => {
    const { read } = await inspect(
      createOrders('Ann@Example.com', 'ann@example.com', 'ANN@example.com', 'B@x'),
    );
    expect(read?.figures.customers).toBe(2);
    expect(read?.remarks).toContainEqual({
      ...{ code: 'same_addresses', texts: 2 },
      ...{ text: 'Ann@Example.com', as: 'ann@example.com' },
    });
  });

  it('reads ids with .0 as whole numbers, for customers and orders', async () => {
    const { read } = await inspect([
      HEADER,
      '1,2026-01-01,17850.0,Tea,1,10',
      '2,2026-01-02,17850,Tea,1,10',
      '3.0,2026-01-03,13047.0,Tea,1,10',
      '3,2026-01-03,13047,Mug,1,10',
    ]);
    expect(read?.figures).toMatchObject({ orders: 3, customers: 2 });
    expect(read?.remarks).toContainEqual({ code: 'same_ids', texts: 3, text: '17850.0', as: '17850' });
  });

  it('reads SKUs with .0 as whole numbers, and drops invisible characters of names', async () => {
    const { read } = await inspect([
      'order_id,sku,product_name,price',
      '1,22423.0,,5',
      '1,22423,,5',
      '2,,Tea\u200b Cup,5',
      '2,,Tea\u00a0Cup,5',
    ]);
    expect(read?.figures).toMatchObject({ net: 20, repeated_products: 2 });
  });

  it('keeps .0 in ids that have other decimals', async () => {
    const { read } = await inspect(createOrders('1.0', '1.1', '1', '2.0'));
    expect(read?.figures.customers).toBe(4);
  });

  it('collapses blanks and composes accents in customers, orders and products', async () => {
    const { read } = await inspect([
      HEADER,
      'A  1,2026-01-01,José  Diaz,Crème brûlée with sugar,1,10'.normalize('NFD'),
      'A 1,2026-01-01,José Diaz,Crème brûlée  with sugar,1,10'.normalize('NFC'),
    ]);
    expect(read?.figures).toMatchObject({ orders: 1, customers: 1, repeated_products: 1 });
    expect(read?.remarks).toContainEqual(expect.objectContaining({ code: 'same_accents', texts: 2 }));
    expect(read?.remarks).toContainEqual(expect.objectContaining({ code: 'same_blanks', texts: 3 }));
  });

  it('says that names of customers are no ids', async () => {
    const lines = [
      'order_id,customer_name,product_name,order_date,total_price',
      '1,Alice,Laptop,2025-08-01,800',
    ];
    const { read, way } = await inspect(lines);
    expect(way.columns).toEqual({ customer_id: 'customer_name' });
    expect(read?.remarks).toContainEqual({ code: 'customer_names', column: 'customer_name' });
  });
});
