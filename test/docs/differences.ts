// The rows of docs/differences.md, each with the requests that show it. The page's test sends them and writes the page.

export interface Shown {
  readonly request: {
    readonly method: string;
    /** `{report}` and other names in braces stand for values that the test creates. */
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** A text is sent as it is, and only its length is shown. */
    readonly body?: object | string;
  };
  readonly status: number;
  /** Members of the body to show; default: of an error its code and text. */
  readonly shows?: readonly string[];
  readonly header?: string;
  /** Read afterwards, until it has that member; `shows` are its members. */
  readonly after?: { readonly path: string; readonly has: string };
  readonly on?: 'a full disk';
}

interface Difference {
  readonly interface: string;
  readonly service: string;
  readonly shown: readonly Shown[];
}

const push = (order: object, line: object = { product_name: 'Tea' }): Shown['request'] => ({
  method: 'POST',
  path: '/data/orders',
  body: { orders: [{ order_id: '1', ...order, line_items: [line] }] },
});
const report = (body: object): Shown['request'] => ({ method: 'POST', path: '/reports', body });
const rfm = (body: object): Shown['request'] => report({ template: 'standard_rfm', ...body });
const filter = (condition: object): Shown['request'] => rfm({ filters: { conditions: [condition] } });
const get = (path: string): Shown['request'] => ({ method: 'GET', path });

export const DIFFERENCES: Readonly<Record<string, readonly Difference[]>> = {
  requests: [
    {
      interface: '`webhook_url`: a URI',
      service:
        '`https` on port 443 of a public address, without credentials; anything else is a 400. The operator can allow others ([webhooks](webhooks.md))',
      shown: [{ request: rfm({ webhook_url: 'https://me:secret@example.com/' }), status: 400 }],
    },
    {
      interface: '`valueTo`: not required',
      service: 'Required with `between`, a 400 with every other operator, and not below `value`',
      shown: [
        { request: filter({ field: 'quantity', operator: 'between', value: 1 }), status: 400 },
        {
          request: filter({ field: 'quantity', operator: 'greater_than', value: 1, valueTo: 3 }),
          status: 400,
        },
        { request: filter({ field: 'quantity', operator: 'between', value: 3, valueTo: 1 }), status: 400 },
      ],
    },
    {
      interface: '`value`: string or number',
      service:
        'A number field or operator takes a number, or its text; other text is a 400. Text operators take text only',
      shown: [
        { request: filter({ field: 'quantity', operator: 'less_than', value: '2.5' }), status: 202 },
        { request: filter({ field: 'quantity', operator: 'less_than', value: 'few' }), status: 400 },
        { request: filter({ field: 'product_name', operator: 'contains', value: 7 }), status: 400 },
      ],
    },
    {
      interface: '`params` of MBA in any request',
      service:
        '`min_support`, `min_confidence` and `scope` are accepted for every type; the report notes that they have no effect. Parameters of the extensions are a 400 with a type that does not have them',
      shown: [
        { request: rfm({ params: { min_support: 0.1 } }), status: 202 },
        { request: rfm({ params: { leave_out: 'not_goods' } }), status: 400 },
      ],
    },
    {
      interface: 'nothing about unknown members',
      service:
        'Requests for reports, schedules, sources, exports and settings refuse them; orders ignore them with a warning, or refuse them with `Prefer: handling=strict`',
      shown: [
        { request: rfm({ colour: 'red' }), status: 400 },
        { request: push({ colour: 'red' }), status: 202, shows: ['warnings'] },
        { request: { ...push({ colour: 'red' }), headers: { Prefer: 'handling=strict' } }, status: 400 },
      ],
    },
    {
      interface: 'nothing about unknown query parameters',
      service: 'Unknown ones, and those of one value that are given twice, are a 400',
      shown: [
        { request: get('/reports?page=2'), status: 400 },
        { request: get('/reports?limit=1&limit=2'), status: 400 },
      ],
    },
    {
      interface: '`order_date`: date-time',
      service: 'A date alone is taken, too, as its midnight in UTC',
      shown: [{ request: push({ order_date: '2026-03-01' }), status: 202 }],
    },
    {
      interface: '`dateRange`: start and end',
      service: 'One of them is enough',
      shown: [{ request: rfm({ filters: { dateRange: { start: '2026-01-01' } } }), status: 202 }],
    },
    {
      interface: 'optional fields',
      service: 'In `POST /data/orders` and `POST /reports`, null is the same as omitting the field',
      shown: [
        { request: rfm({ name: null }), status: 202 },
        { request: push({ customer_id: null }), status: 202 },
      ],
    },
    {
      interface: 'line items without required fields',
      service:
        'A row without `product_name` and `product_sku` fails alone; `product_sku` then identifies rows without a name',
      shown: [
        {
          request: push({}, { quantity: 1 }),
          status: 202,
          after: { path: '/data/orders?import_id={import_id}', has: 'errors' },
          shows: ['rows', 'errors.0.reason'],
        },
      ],
    },
    {
      interface: '`report_type`: MBA or RFM',
      service:
        '`COHORT`, `REPLENISHMENT` and `EFFECT` are further types, as extensions; lists of reports can contain them',
      shown: [
        { request: report({ report_type: 'COHORT' }), status: 202, shows: ['report_type'] },
        { request: report({ report_type: 'REPLENISHMENT' }), status: 202, shows: ['report_type'] },
        { request: report({ report_type: 'EFFECT' }), status: 400 },
        { request: report({ report_type: 'LTV' }), status: 400 },
      ],
    },
    {
      interface: 'a body in UTF-8',
      service: 'Gzip is taken, too, and a byte order mark at the beginning; other encodings are a 400',
      shown: [
        {
          request: { ...push({}), headers: { 'Content-Encoding': 'br' } },
          status: 400,
        },
      ],
    },
    {
      interface: 'API keys come from a dashboard',
      service:
        'The operator creates them on the command line, or an admin key does. Admin, read-only and publishable keys are extensions',
      shown: [{ request: { method: 'POST', path: '/keys', body: {} }, status: 403 }],
    },
  ],
  responses: [
    {
      interface: 'a report that is Processing returns only its status',
      service: '`status`, and as additions `state` and `progress`',
      shown: [{ request: rfm({}), status: 202, shows: ['status'] }],
    },
    {
      interface: '404 for reports alone',
      service:
        '404 for everything that a path names and `import_id`. A dataset that does not exist is a 404 where the path names it, and a 400 where a field or parameter does. `POST /data/orders`, `POST /sources` and `PUT /datasets/{slug}` create or expect it',
      shown: [
        { request: { method: 'DELETE', path: '/datasets/nothing' }, status: 404 },
        { request: rfm({ dataset_id: 'nothing' }), status: 400 },
      ],
    },
    {
      interface: 'nothing about a slash at the end',
      service: 'A read is redirected with 308 to the address without it; a write is a 404',
      shown: [
        { request: get('/reports/?limit=1'), status: 308, header: 'Location' },
        { request: { method: 'DELETE', path: '/datasets/nothing/' }, status: 404, shows: ['code'] },
      ],
    },
    {
      interface: '`error`, and on 5xx `request_id`',
      service:
        "Every error has `error`, `code`, `request_id` and `doc_url`. The gateway's own responses (413, 429, 500, 503 and 504) have `message` alone",
      shown: [
        { request: get('/reports/nothing'), status: 404 },
        {
          request: { method: 'POST', path: '/reports', body: ' '.repeat(10 * 1024 * 1024 + 1) },
          status: 413,
          shows: ['message'],
        },
      ],
    },
    {
      interface: '400, 401, 403, 404, 429, 500, 504',
      service:
        'Also 308, 405, 409, 410, 412, 413, 422 and 503, each error with its [code](reference.md#errors)',
      shown: [
        { request: { method: 'PUT', path: '/data/orders' }, status: 405, header: 'Allow', shows: ['code'] },
      ],
    },
    {
      interface: 'nothing about a full disk',
      service:
        'The [local cloud](local-cloud.md) answers 507 to writes while its disk is nearly full; a stage on AWS never does',
      shown: [{ request: rfm({}), status: 507, shows: ['message', 'code'], on: 'a full disk' }],
    },
    {
      interface: '60 requests a minute',
      service:
        'Unless the operator has raised the limit of the account, as here. Requests without a valid key count by address',
      shown: [{ request: get('/datasets'), status: 200, header: 'X-RateLimit-Limit' }],
    },
    {
      interface: 'a webhook receiver answers 200',
      service: 'Any 2xx within 10 seconds',
      shown: [
        {
          request: rfm({ webhook_url: '{receiver}' }),
          status: 202,
          after: { path: '/reports/{report_id}', has: 'deliveries.0.response_status' },
          shows: ['deliveries.0.response_status'],
        },
      ],
    },
    {
      interface: 'the required plan is Max, or Agency',
      service: 'max or higher',
      shown: [
        {
          request: { ...get('/reports'), headers: { Authorization: 'Bearer {key of a pro account}' } },
          status: 403,
        },
      ],
    },
    {
      interface: '`HEAD` (not mentioned)',
      service: 'As `GET`, with its `Content-Length`; a gateway may replace that header',
      shown: [
        {
          request: { method: 'HEAD', path: '/datasets' },
          status: 200,
          header: 'Content-Type',
        },
      ],
    },
  ],
};
