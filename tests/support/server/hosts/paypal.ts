import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Treatment of one request. `lost` and `lost before`: the connection ends after or before the
 * request was processed. `error` and `error before`: the same with status 503. `cut`: half of the
 * answer arrives. `held`: no answer comes. `busy`: status 429. `ended`: the access token is no
 * longer valid.
 */
export type Mishap =
  | 'none'
  | 'lost'
  | 'lost before'
  | 'error'
  | 'error before'
  | 'cut'
  | 'held'
  | 'busy'
  | 'ended'

export type FakeItem = {
  itemId: string
  senderItemId: string
  receiver: string
  value: string
  currency: string
  /** States that reads of the batch show one after the other. The last one stays. */
  states: string[]
  error?: string
}
export type FakeBatch = {
  paypalId: string
  senderBatchId: string
  state: string
  items: FakeItem[]
}

type Payload = {
  sender_batch_header: { sender_batch_id: string }
  items: {
    receiver: string
    sender_item_id: string
    amount: { value: string; currency: string }
  }[]
}
type Answer = [status: number, body: object, headers?: Record<string, string>]

/** PayPal's Payouts API as its public documentation describes it, in memory. */
export class FakePaypal {
  readonly settings = { id: 'client-1', secret: 'secret-1', api: '' }
  /** Batches by PayPal's id. Each one is a payment that was really made. */
  readonly batches = new Map<string, FakeBatch>()
  /** Received requests, such as `POST /v1/payments/payouts`. */
  readonly requests: string[] = []
  /** Chooses how the next request is treated. */
  mishap: (request: string) => Mishap = () => 'none'
  /** Chooses the states of a new payout. */
  statesOf: (receiver: string) => Pick<FakeItem, 'states' | 'error'> = () => ({
    states: ['PENDING', 'SUCCESS'],
  })
  /** Called when a request is held. */
  onHeld: () => void = () => {}
  /** True if server processes run the job that reads results. */
  isServed = false
  batchState = 'SUCCESS'
  /** Number of items per page, if it is less than the request's. */
  pageSize = 1000
  tokenSeconds = 32_400
  /** Answer to all requests that create a batch, instead of the usual one. */
  refusal: Answer | undefined
  #tokens = new Set<string>()
  #next = 0
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  static async start(): Promise<FakePaypal> {
    const paypal = new FakePaypal()
    paypal.#server.listen(0, '127.0.0.1')
    await once(paypal.#server, 'listening')
    const address = paypal.#server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    paypal.settings.api = `http://127.0.0.1:${address.port}`
    return paypal
  }

  /** Settings for a server process. */
  get env() {
    const { id, secret, api } = this.settings
    return { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_API: api }
  }

  get items(): FakeItem[] {
    return [...this.batches.values()].flatMap(({ items }) => items)
  }

  /** Ends all access tokens. */
  endTokens() {
    this.#tokens.clear()
  }

  async stop() {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const url = new URL(request.url ?? '/', 'http://paypal.example')
    const name = `${request.method} ${url.pathname}`
    this.requests.push(name)
    const mishap = this.mishap(name)
    if (mishap === 'lost before') return void response.destroy()
    if (mishap === 'error before') return send(response, [503, { name: 'SERVICE_UNAVAILABLE' }])
    if (mishap === 'busy')
      return send(response, [429, { name: 'RATE_LIMIT_REACHED' }, { 'retry-after': '120' }])
    if (mishap === 'ended') this.endTokens()
    const answer = this.#answer(name, url, { body, authorization: request.headers.authorization })
    if (mishap === 'held') return this.onHeld()
    if (mishap === 'lost') return void response.destroy()
    if (mishap === 'error') return send(response, [503, { name: 'INTERNAL_SERVER_ERROR' }])
    if (mishap === 'cut') return cut(response, answer)
    send(response, answer)
  }

  #answer(
    name: string,
    url: URL,
    { body, authorization }: { body: string; authorization: string | undefined },
  ): Answer {
    if (name === 'POST /v1/oauth2/token') return this.#grant(authorization, body)
    if (!this.#tokens.has(authorization?.replace(/^Bearer /, '') ?? ''))
      return [401, { error: 'invalid_token', error_description: 'Access Token not found in cache' }]
    if (name === 'POST /v1/payments/payouts') return this.#create(JSON.parse(body) as Payload)
    const [, paypalId = ''] = /^GET \/v1\/payments\/payouts\/([\w-]+)$/.exec(name) ?? []
    const batch = this.batches.get(paypalId)
    if (batch) return this.#read(batch, url.searchParams)
    const [, itemId = ''] = /^POST \/v1\/payments\/payouts-item\/([\w-]+)\/cancel$/.exec(name) ?? []
    const item = this.items.find((one) => one.itemId === itemId)
    if (item?.states[0] === 'UNCLAIMED') {
      item.states = ['RETURNED']
      return [200, { payout_item_id: itemId, transaction_status: 'RETURNED' }]
    }
    return [404, { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' }]
  }

  #grant(authorization: string | undefined, body: string): Answer {
    const { id, secret } = this.settings
    const right = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    if (authorization !== right || body !== 'grant_type=client_credentials')
      return [401, { error: 'invalid_client' }]
    const token = `token-${(this.#next += 1)}`
    this.#tokens.add(token)
    return [200, { access_token: token, token_type: 'Bearer', expires_in: this.tokenSeconds }]
  }

  #create({ sender_batch_header: { sender_batch_id: senderBatchId }, items }: Payload): Answer {
    const known = [...this.batches.values()].find((one) => one.senderBatchId === senderBatchId)
    if (known)
      return [400, duplicateOf(`${this.settings.api}/v1/payments/payouts/${known.paypalId}`)]
    if (this.refusal) return this.refusal
    const paypalId = `PP${(this.#next += 1)}`
    this.batches.set(paypalId, {
      paypalId,
      senderBatchId,
      state: this.batchState,
      items: items.map(({ receiver, sender_item_id: senderItemId, amount }) => ({
        itemId: `ITEM${(this.#next += 1)}`,
        senderItemId,
        receiver,
        ...amount,
        ...this.statesOf(receiver),
      })),
    })
    const header = { payout_batch_id: paypalId, batch_status: 'PENDING' }
    return [
      201,
      { batch_header: { ...header, sender_batch_header: { sender_batch_id: senderBatchId } } },
    ]
  }

  #read(batch: FakeBatch, query: URLSearchParams): Answer {
    const page = Number(query.get('page') ?? 1)
    const size = Math.min(this.pageSize, Number(query.get('page_size') ?? 100))
    const items = batch.items.slice((page - 1) * size, page * size)
    const value = batch.items.reduce((sum, item) => sum + Number(item.value), 0).toFixed(2)
    const answer = {
      total_items: batch.items.length,
      total_pages: Math.max(1, Math.ceil(batch.items.length / size)),
      batch_header: {
        payout_batch_id: batch.paypalId,
        batch_status: batch.state,
        amount: { currency: 'USD', value },
        sender_batch_header: { sender_batch_id: batch.senderBatchId },
      },
      items: batch.state === 'DENIED' ? [] : items.map(toAnswer),
    }
    for (const item of items) if (item.states.length > 1) item.states.shift()
    return [200, answer]
  }
}

const toAnswer = ({
  itemId,
  senderItemId,
  receiver,
  value,
  currency,
  states,
  error,
}: FakeItem) => ({
  payout_item_id: itemId,
  transaction_id: `T-${itemId}`,
  transaction_status: states[0],
  payout_item_fee: { currency: 'USD', value: '0.25' },
  payout_item: {
    recipient_type: 'EMAIL',
    receiver,
    sender_item_id: senderItemId,
    amount: { currency, value },
  },
  ...(error !== undefined && { errors: { name: error, message: error } }),
})

const duplicateOf = (href: string) => ({
  name: 'USER_BUSINESS_ERROR',
  message: 'User business error.',
  details: [
    {
      field: 'SENDER_BATCH_ID',
      location: 'body',
      issue: 'Batch with given sender_batch_id already exists',
      link: [{ href, rel: 'self', method: 'GET' }],
    },
  ],
})

function send(response: ServerResponse, [status, body, headers = {}]: Answer) {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))
}

/** Sends half of an answer with the length of the whole one. */
function cut(response: ServerResponse, [status, body]: Answer) {
  const whole = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(whole),
  })
  response.write(whole.slice(0, whole.length / 2), () => response.destroy())
}
