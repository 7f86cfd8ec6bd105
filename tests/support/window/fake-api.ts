import { vi } from 'vitest'

/** A call as the server gets it. */
export type ApiRequest = {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  token: string | null
  /** Its idempotency key. */
  key: string | null
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** Answers in place of `fetch`. What was asked is kept, in its order. */
export function serveFetch(answer: (call: ApiRequest) => Promise<Response>) {
  const asked: ApiRequest[] = []
  let open = 0

  async function take(request: Request): Promise<Response> {
    open += 1
    try {
      const call = await readCall(request)
      asked.push(call)
      return await answer(call)
    } finally {
      open -= 1
    }
  }

  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init)
    return Promise.race([take(request), aborted(request)])
  })
  return {
    asked,
    /** No answer is on its way any more. */
    quiet: () => vi.waitUntil(() => open === 0, { timeout: 10_000 }),
  }
}

/** A call that its caller took back fails at once, as a browser's does. */
const aborted = ({ signal }: Request) =>
  new Promise<never>((_, reject) => {
    const fail = () => reject(new DOMException('Aborted', 'AbortError'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail)
  })

async function readCall(request: Request): Promise<ApiRequest> {
  const url = new URL(request.url)
  const text = await request.clone().text()
  return {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    body: (text === '' ? {} : JSON.parse(text)) as ApiRequest['body'],
    token: request.headers.get('X-API-TOKEN'),
    key: request.headers.get('Idempotency-Key'),
  }
}

/** A body for 200, a whole response, or a function of the call that gives or throws one of these. */
export type Answer = object | Response | ((asked: ApiRequest) => object | Promise<object>)

/**
 * The API as one screen needs it: `fakeApi({ 'GET /v2/my/x/': body })`. What is not named, this server
 * does not have.
 */
export function fakeApi(first: Record<string, Answer>) {
  const routes = { ...first }
  const { asked, quiet } = serveFetch(async (call) => {
    const route = routes[nameOf(call)] ?? json({}, 404)
    const answer = typeof route === 'function' ? await route(call) : route
    return answer instanceof Response ? answer.clone() : json(answer)
  })
  return {
    asked,
    quiet,
    /** From now on it answers these in another way. */
    change: (next: Record<string, Answer>) => void Object.assign(routes, next),
    /** The bodies that were sent to one of them. */
    sentTo: (name: string) => asked.flatMap((call) => (nameOf(call) === name ? [call.body] : [])),
  }
}

const nameOf = ({ method, path }: ApiRequest) => `${method} ${path}`

/** An answer that never comes, because there is no connection. */
export function noConnection(): never {
  throw new TypeError('Failed to fetch')
}
