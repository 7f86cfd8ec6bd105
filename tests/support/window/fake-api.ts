import { vi } from 'vitest'

/** Request as the server receives it. */
export type ApiRequest = {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  token: string | null
  /** Idempotency key. */
  key: string | null
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/**
 * Returns a function for `instead` of an imitated server. It refuses the requests whose method and
 * path match.
 */
export const refusing =
  (calls: RegExp, body: object = {}, status = 400) =>
  ({ method, path }: ApiRequest) =>
    calls.test(`${method} ${path}`) ? json(body, status) : undefined

/** Replaces `fetch` with this function and records the requests in order. */
export function serveFetch(answer: (call: ApiRequest) => Promise<Response>) {
  const requests: ApiRequest[] = []
  let open = 0

  async function take(request: Request): Promise<Response> {
    open += 1
    try {
      const call = await readCall(request)
      requests.push(call)
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
    requests,
    /** Waits until no request is pending. */
    quiet: () => vi.waitUntil(() => open === 0, { timeout: 10_000 }),
  }
}

/** Rejects when the caller aborts the request, as browsers do. */
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

/** Body of a 200 answer, a response, or a function that returns or throws one of these. */
export type Answer = object | Response | ((request: ApiRequest) => object | Promise<object>)

/**
 * Imitates the API that a screen needs: `fakeApi({ 'GET /v2/my/x/': body })`. Other requests get a
 * 404.
 */
export function fakeApi(first: Record<string, Answer>) {
  const routes = { ...first }
  const { requests, quiet } = serveFetch(async (call) => {
    const route = routes[nameOf(call)] ?? json({}, 404)
    const answer = typeof route === 'function' ? await route(call) : route
    return answer instanceof Response ? answer.clone() : json(answer)
  })
  return {
    requests,
    quiet,
    /** Replaces answers from now on. */
    change: (next: Record<string, Answer>) => void Object.assign(routes, next),
    /** Returns the bodies sent in these requests. */
    sentTo: (name: string) =>
      requests.flatMap((call) => (nameOf(call) === name ? [call.body] : [])),
  }
}

const nameOf = ({ method, path }: ApiRequest) => `${method} ${path}`

/** Throws as `fetch` does without a connection. */
export function noConnection(): never {
  throw new TypeError('Failed to fetch')
}
