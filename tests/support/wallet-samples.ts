import type { Earning, EarningDetail } from '#contract/money/earnings.ts'
import type {
  Balance,
  Charity,
  Redemption,
  RedemptionDetail,
  RedeemValues,
  Vendor,
  Voucher,
  WalletSettings,
} from '#contract/money/wallet.ts'

/** Sample data of the wallet. */
const BRAND = {
  uuid: '22222222-0000-4000-8000-000000000001',
  name: 'Sample Lamps',
  logo_url: null,
}

export const aBalance = (more: Partial<Balance> = {}): Balance => ({
  available: 412.8,
  pending: 286.15,
  reserved: 250,
  redeemed: 540,
  lifetime: 1488.95,
  held: 12.5,
  clears_next: { amount: 96.4, at: '2026-06-04T10:00:00.000Z' },
  waiting_for: [{ organization: BRAND, amount: 40 }],
  ...more,
})

export const aRequest = (id: number, more: Partial<Redemption> = {}): Redemption => ({
  id,
  number: `R-2026-${String(id).padStart(6, '0')}`,
  kind: 'paypal',
  amount: 250,
  state: 'requested',
  created_at: '2026-05-12T09:12:00.000Z',
  paid_at: null,
  target: 'ana@ana.example',
  note: '',
  reference: '',
  fee: 0,
  history: [{ state: 'requested', at: '2026-05-12T09:12:00.000Z', why: '' }],
  ...more,
})

export const detailOf = (
  request: Redemption,
  more: Partial<RedemptionDetail> = {},
): RedemptionDetail => ({ ...request, code: null, pin: null, terms: '', ...more })

export const REQUESTS: Redemption[] = [
  aRequest(5),
  aRequest(4, {
    kind: 'charity',
    amount: 50,
    state: 'processing',
    target: 'Sample Forest Fund',
    created_at: '2026-05-10T09:12:00.000Z',
  }),
  aRequest(3, {
    kind: 'voucher',
    amount: 25,
    state: 'paid',
    target: 'Sample Home Store',
    created_at: '2026-05-02T09:12:00.000Z',
    history: [
      { state: 'requested', at: '2026-05-02T09:12:00.000Z', why: '' },
      { state: 'paid', at: '2026-05-02T09:12:00.000Z', why: '' },
    ],
  }),
  aRequest(2, { amount: 310, state: 'paid', created_at: '2026-04-28T09:12:00.000Z' }),
  aRequest(1, {
    amount: 180,
    state: 'returned',
    created_at: '2026-04-03T09:12:00.000Z',
    note: 'PayPal couldn’t find an account for ana@mail.example.',
    history: [
      { state: 'requested', at: '2026-03-31T09:12:00.000Z', why: '' },
      { state: 'returned', at: '2026-04-03T14:40:00.000Z', why: '' },
    ],
  }),
]

export const CARD_CODE = { code: 'SHS4-77QX-2M9L-05', pin: '4711', terms: 'Good in US, USD.' }

export const anEarning = (id: number, more: Partial<Earning> = {}): Earning => ({
  id,
  amount: 8,
  kind: 'commission',
  state: 'pending',
  organization: BRAND,
  link_uuid: '33333333-0000-4000-8000-000000000001',
  link_name: 'Oak lamp',
  order_date: '2026-05-11',
  expected_at: '2026-06-04T10:00:00.000Z',
  waits_for_brand: false,
  held: null,
  unpriced: null,
  ...more,
})

export const HELD = anEarning(12, {
  amount: 12.5,
  state: 'held',
  expected_at: null,
  held: {
    rule: 'fast-order',
    why: 'The order came within 5 seconds of the click.',
    look_again_at: '2026-05-20T10:00:00.000Z',
    appealed_at: null,
  },
})

export const PENDING: Earning[] = [
  anEarning(11),
  HELD,
  anEarning(13, { amount: 40, state: 'approved', expected_at: null, waits_for_brand: true }),
]

export const AVAILABLE: Earning[] = [
  anEarning(21, { amount: 402.8, state: 'available', expected_at: null }),
  anEarning(22, {
    amount: 10,
    kind: 'bonus',
    state: 'available',
    organization: null,
    link_uuid: null,
    link_name: '',
    expected_at: null,
  }),
]

export const storyOf = (earning: Earning, more: Partial<EarningDetail> = {}): EarningDetail => ({
  ...earning,
  click: {
    at: '2026-05-10T18:30:00.000Z',
    referrer: 'instagram.com',
    device: 'phone',
    country: 'US',
  },
  attributed_by: 'click',
  base: 100,
  base_kind: 'net',
  original: { amount: 92.59, currency: 'EUR', rate: 1.08, day: '2026-05-11' },
  percentage: 8,
  hold_ends_at: '2026-06-04T10:00:00.000Z',
  funded_at: null,
  changes: [
    { at: '2026-05-11T10:00:00.000Z', what: 'Reported', why: '', by: 'the brand', amount: 10 },
    {
      at: '2026-05-13T10:00:00.000Z',
      what: 'Partly refunded',
      why: 'One of two lamps came back',
      by: 'the brand',
      amount: -2,
    },
  ],
  payouts: [],
  ...more,
})

export const SETTINGS: WalletSettings = {
  payment_threshold: 100,
  min_threshold: 10,
  paypal_email: 'ana@ana.example',
  paypal_email_next: null,
  auto_redeem: false,
}

export const VALUES: RedeemValues = {
  results: [{ value: 100 }, { value: 250 }, { value: 412.8 }],
  min: 100,
  max: 412.8,
}

const charity = (id: number, name: string, description: string): Charity => ({
  id,
  name,
  description,
  logo_url: null,
  website: 'https://charity.example/',
})

export const CHARITIES: Charity[] = [
  charity(1, 'Sample Forest Fund', 'Plants and looks after city trees'),
  charity(2, 'Example Food Bank', 'Meals in 12 towns'),
  charity(3, 'Demo Reading Project', 'Books for schools'),
]

const vendor = (id: number, name: string): Vendor => ({
  id,
  name,
  logo_url: null,
  in_stock: id < 5,
})

export const VENDORS: Vendor[] = [
  vendor(1, 'Sample Home Store'),
  vendor(2, 'Sample Kitchen Co.'),
  vendor(3, 'Demo Ceramics'),
  vendor(4, 'Placeholder Plants'),
  vendor(5, 'Example Audio'),
]

const voucher = (id: number, value: number): Voucher => ({
  id,
  vendor_id: id,
  value,
  currency: 'USD',
  country: 'US',
  ends_on: id === 2 ? '2099-01-31' : null,
  in_stock: id < 5,
})

export const VOUCHERS: Voucher[] = [
  voucher(1, 25),
  voucher(2, 50),
  voucher(3, 25),
  voucher(4, 100),
  voucher(5, 50),
]

export const RANK = {
  rank: 12,
  total: 340,
  percentile: 96.5,
  period_start: '2026-04-12',
  period_end: '2026-05-12',
  earned: 412.8,
  next_rank_gap: 9.2,
}

const page = (results: readonly unknown[]) => ({ results, next: null, count: results.length })

/** Returns the server's answers with this data, by method and path. */
export const walletAnswers = () => ({
  'GET /v1/bank/redemptions/': { ...page(REQUESTS), balance: aBalance() },
  'GET /v1/bank/redemptions/settings/': SETTINGS,
  'GET /v1/bank/pending_earnings/': { ...page(PENDING), total: 60.5 },
  'GET /v1/bank/available_earnings/': { ...page(AVAILABLE), total: 412.8 },
  'GET /v1/shop/charity_organisations': { results: CHARITIES },
  'GET /v1/shop/paypal/values/paypal': VALUES,
  'GET /v1/shop/paypal/values/charity': VALUES,
  'GET /v1/shop/vendors': { results: VENDORS },
  'GET /v1/shop/vouchers': { results: VOUCHERS },
  'GET /v2/my/rank/': RANK,
  ...Object.fromEntries(
    REQUESTS.map((request) => [`GET /v1/bank/redemptions/${request.id}/`, detailOf(request)]),
  ),
  ...Object.fromEntries(
    REQUESTS.filter(({ kind }) => kind === 'voucher').map((request) => [
      `POST /v1/bank/redemptions/${request.id}/code/`,
      { result: detailOf(request, CARD_CODE) },
    ]),
  ),
  ...Object.fromEntries(
    [...PENDING, ...AVAILABLE].map((one) => [`GET /v1/bank/earnings/${one.id}/`, storyOf(one)]),
  ),
})
