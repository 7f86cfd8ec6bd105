import type { PaypalSettings } from '../../platform/config/config-providers.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  openConnection,
  type Connection,
  type PostAnswer,
  type Sending,
} from '../../platform/fetcher/connection.ts'
import { toFailure } from '../../platform/fetcher/fetch-failure.ts'
import { addressCheck } from '../../platform/fetcher/foreign-url.ts'
import { botName } from '../../platform/fetcher/outbound.ts'
import {
  readBatch,
  readProblem,
  readToken,
  type PaypalBatch,
  type PaypalItem,
} from './paypal-answers.ts'

const PAYOUTS = '/v1/payments/payouts'
const PAGE_SIZE = 1000
const TIMEOUT_MS = 30_000
const MAX_BYTES = 16 * 1024 * 1024
/** Seconds before the end of a token at which a new one is requested. */
const TOKEN_MARGIN = 60

export type NewBatch = {
  senderBatchId: string
  subject: string
  items: { senderItemId: string; receiver: string; cents: number; note: string }[]
}

/**
 * Result of creating a batch. `refused`: PayPal did not create it. `later`: the request was not
 * processed. `unknown`: PayPal may have created the batch, because the answer was lost.
 */
export type Creation =
  | { is: 'created'; paypalId: string }
  | { is: 'duplicate'; paypalId: string }
  | { is: 'refused' | 'later' | 'unknown'; problem: string; waitSeconds?: number }

/** Failure to read from PayPal, with a text for the operator. */
export class PaypalFailure extends Error {
  constructor(
    message: string,
    readonly waitSeconds?: number,
  ) {
    super(message)
  }
}

export type Paypal = {
  create(batch: NewBatch): Promise<Creation>
  /** Reads a batch with all its items. Throws a PaypalFailure. */
  read(paypalId: string): Promise<PaypalBatch>
  /** Asks PayPal to send an unclaimed payout back. */
  cancelUnclaimed(itemId: string): Promise<void>
  close(): void
}

/** Opens a connection to PayPal with the address rules of the guarded fetcher. */
export function openPaypal(config: Config, settings: PaypalSettings, signal: AbortSignal): Paypal {
  const connection = openConnection(settings.api, {
    isAllowed: addressCheck(config),
    userAgent: botName(config),
    sockets: 1,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  })
  const call = (sending: Omit<Sending, 'headers'>) => authorized(connection, settings, sending)
  return {
    create: (batch) => create(call, batch),
    read: (paypalId) => readAll(call, paypalId),
    async cancelUnclaimed(itemId) {
      const path = `${PAYOUTS}-item/${encodeURIComponent(itemId)}/cancel`
      await reach(call, { method: 'POST', path, body: '{}' })
    },
    close: () => connection.close(),
  }
}

type Call = (sending: Omit<Sending, 'headers'>) => Promise<PostAnswer>

/** Sends a request that changes no money. Throws a PaypalFailure without an answer. */
async function reach<Request>(
  send: (request: Request) => Promise<PostAnswer>,
  request: Request,
): Promise<PostAnswer> {
  try {
    return await send(request)
  } catch (error) {
    if (error instanceof PaypalFailure) throw error
    throw new PaypalFailure(`PayPal could not be reached (${toFailure(error).reason}).`)
  }
}

/** Access tokens by app. They are kept in memory only. */
const tokens = new Map<string, { token: string; endsAt: number }>()

/** Sends a request with an access token, and once more with a new one if PayPal has ended it. */
async function authorized(
  connection: Connection,
  settings: PaypalSettings,
  sending: Omit<Sending, 'headers'>,
): Promise<PostAnswer> {
  const key = `${settings.api} ${settings.id}`
  const send = async () =>
    connection.send({
      ...sending,
      headers: { authorization: `Bearer ${await tokenOf(connection, settings, key)}` },
    })
  const answer = await send()
  if (answer.status !== 401) return answer
  tokens.delete(key)
  return send()
}

async function tokenOf(
  connection: Connection,
  { id, secret }: PaypalSettings,
  key: string,
): Promise<string> {
  const known = tokens.get(key)
  if (known && known.endsAt > Date.now()) return known.token
  const credentials = Buffer.from(`${id}:${secret}`).toString('base64')
  const answer = await reach((sending: Sending) => connection.send(sending), {
    method: 'POST',
    path: '/v1/oauth2/token',
    body: 'grant_type=client_credentials',
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  const granted = answer.status === 200 ? readToken(answer.body) : undefined
  if (!granted) throw new PaypalFailure(tokenProblem(answer.status), waitOf(answer))
  const endsAt = Date.now() + (granted.seconds - TOKEN_MARGIN) * 1000
  tokens.set(key, { token: granted.token, endsAt })
  return granted.token
}

const tokenProblem = (status: number) =>
  status === 401 || status === 400
    ? 'PayPal refused PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.'
    : `PayPal gave no access token (status ${status}).`

function waitOf({ retryAfter }: PostAnswer): number | undefined {
  return retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
}

const toBody = ({ senderBatchId, subject, items }: NewBatch) => ({
  sender_batch_header: {
    sender_batch_id: senderBatchId,
    recipient_type: 'EMAIL',
    email_subject: subject,
  },
  items: items.map(({ senderItemId, receiver, cents, note }) => ({
    recipient_type: 'EMAIL',
    amount: { currency: 'USD', value: (cents / 100).toFixed(2) },
    receiver,
    note,
    sender_item_id: senderItemId,
  })),
})

async function create(call: Call, batch: NewBatch): Promise<Creation> {
  let answer: PostAnswer
  try {
    answer = await call({ method: 'POST', path: PAYOUTS, body: JSON.stringify(toBody(batch)) })
  } catch (error) {
    // Without a token, the request was not sent.
    if (error instanceof PaypalFailure) return laterOf(error.message, error.waitSeconds)
    if (isNotSent(error)) return laterOf('PayPal could not be reached.', undefined)
    return { is: 'unknown', problem: 'PayPal’s answer was lost. The batch may exist.' }
  }
  const { status, body } = answer
  const created = status >= 200 && status < 300 ? readBatch(body) : undefined
  if (created) return { is: 'created', paypalId: created.paypalId }
  const problem = readProblem(body)
  if (problem?.isDuplicate && problem.paypalId !== undefined)
    return { is: 'duplicate', paypalId: problem.paypalId }
  const text = `PayPal answered ${status}${problem ? `: ${problem.text}` : ''}.`
  if (status === 429 || status === 401) return laterOf(text, waitOf(answer))
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 409
  return isRefusal && problem && !problem.isDuplicate
    ? { is: 'refused', problem: text }
    : { is: 'unknown', problem: text }
}

const NOT_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/

/** Returns whether a request failed before a connection existed, so that PayPal got nothing. */
function isNotSent(error: unknown): boolean {
  if (toFailure(error).reason === 'blocked') return true
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return NOT_CONNECTED.test(String(code)) || (cause !== undefined && isNotSent(cause))
}

const laterOf = (problem: string, waitSeconds: number | undefined): Creation => ({
  is: 'later',
  problem,
  ...(waitSeconds !== undefined && { waitSeconds }),
})

async function readAll(call: Call, paypalId: string): Promise<PaypalBatch> {
  const items: PaypalItem[] = []
  for (let page = 1; ; page += 1) {
    const batch = await readPage(call, paypalId, page)
    items.push(...batch.items)
    if (page >= batch.pages) return { ...batch, items }
  }
}

async function readPage(call: Call, paypalId: string, page: number): Promise<PaypalBatch> {
  const query = `page=${page}&page_size=${PAGE_SIZE}&total_required=true`
  const path = `${PAYOUTS}/${encodeURIComponent(paypalId)}?${query}`
  const answer = await reach(call, { method: 'GET', path })
  const batch = answer.status === 200 ? readBatch(answer.body) : undefined
  if (batch) return batch
  throw new PaypalFailure(
    `PayPal did not return the batch (status ${answer.status}).`,
    waitOf(answer),
  )
}
