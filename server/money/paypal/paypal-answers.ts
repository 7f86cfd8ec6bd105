import * as v from 'valibot'

const Text = v.fallback(v.string(), '')
const Amount = v.optional(v.object({ currency: Text, value: Text }))

const Item = v.object({
  payout_item_id: Text,
  transaction_id: Text,
  transaction_status: Text,
  payout_item_fee: Amount,
  payout_item: v.object({ amount: Amount, sender_item_id: Text }),
  errors: v.optional(v.object({ name: Text, message: Text })),
})

const Batch = v.object({
  batch_header: v.object({
    payout_batch_id: v.string(),
    batch_status: Text,
    amount: Amount,
    sender_batch_header: v.optional(v.object({ sender_batch_id: Text })),
  }),
  items: v.optional(v.array(Item), []),
  total_pages: v.optional(v.number()),
})

const Link = v.object({ href: Text })
const Problem = v.object({
  name: Text,
  message: Text,
  details: v.fallback(
    v.array(v.object({ field: Text, issue: Text, link: v.fallback(v.array(Link), []) })),
    [],
  ),
  links: v.fallback(v.array(Link), []),
})

const Token = v.object({ access_token: v.string(), expires_in: v.fallback(v.number(), 0) })

/** Payout as PayPal reports it. Amounts are in cents, and null in any currency other than dollars. */
export type PaypalItem = {
  /** Our redemption id, as we sent it. */
  senderItemId: string
  itemId: string
  transactionId: string
  state: string
  cents: number | null
  feeCents: number
  /** PayPal's name of the error, for instance `RECEIVER_UNREGISTERED`; empty without an error. */
  error: string
}

export type PaypalBatch = {
  paypalId: string
  senderBatchId: string
  state: string
  cents: number | null
  items: PaypalItem[]
  pages: number
}

export type PaypalProblem = { name: string; text: string; isDuplicate: boolean; paypalId?: string }

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function centsOf(amount: v.InferOutput<typeof Amount>): number | null {
  if (amount?.currency !== 'USD' || !/^\d{1,9}(\.\d{1,2})?$/.test(amount.value)) return null
  return Math.round(Number(amount.value) * 100)
}

/** Returns the batch of an answer; undefined if the answer has none or was cut off. */
export function readBatch(body: Buffer): PaypalBatch | undefined {
  const parsed = v.safeParse(Batch, parseJson(body))
  if (!parsed.success) return undefined
  const { batch_header: header, items, total_pages: pages = 1 } = parsed.output
  return {
    paypalId: header.payout_batch_id,
    senderBatchId: header.sender_batch_header?.sender_batch_id ?? '',
    state: header.batch_status,
    cents: centsOf(header.amount),
    items: items.map(toItem),
    pages,
  }
}

const toItem = (item: v.InferOutput<typeof Item>): PaypalItem => ({
  senderItemId: item.payout_item.sender_item_id,
  itemId: item.payout_item_id,
  transactionId: item.transaction_id,
  state: item.transaction_status,
  cents: centsOf(item.payout_item.amount),
  feeCents: centsOf(item.payout_item_fee) ?? 0,
  error: item.errors?.name ?? '',
})

/** Returns the error of an answer; undefined if the answer is none of PayPal's errors. */
export function readProblem(body: Buffer): PaypalProblem | undefined {
  const parsed = v.safeParse(Problem, parseJson(body))
  if (!parsed.success || parsed.output.name === '') return undefined
  const { name, message, details, links } = parsed.output
  const isDuplicate = details.some(
    ({ field, issue }) => /^sender_batch_id$/i.test(field) && /exists|duplicate/i.test(issue),
  )
  const reasons = details.map(({ field, issue }) => (field === '' ? issue : `${field}: ${issue}`))
  const hrefs = [...details.flatMap(({ link }) => link), ...links].map(({ href }) => href)
  const paypalId = hrefs.flatMap(idInLink)[0]
  const text = [name, ...(reasons.length > 0 ? reasons : [message])].join(', ').slice(0, 500)
  return { name, text, isDuplicate, ...(paypalId !== undefined && { paypalId }) }
}

/** Returns the id at the end of a link to a batch. Only the id is used, never the host. */
const idInLink = (href: string): string[] =>
  /\/v1\/payments\/payouts\/([\w-]{1,60})$/.exec(href)?.slice(1) ?? []

export function readToken(body: Buffer): { token: string; seconds: number } | undefined {
  const parsed = v.safeParse(Token, parseJson(body))
  if (!parsed.success) return undefined
  return { token: parsed.output.access_token, seconds: parsed.output.expires_in }
}
