import { TOKEN_HEADER } from '#contract/app-constants.ts'

export type RequestOptions = {
  /** Body sent as JSON, or as a multipart form. */
  body?: unknown
  /** Body sent as a form. */
  form?: Record<string, string>
  token?: string
  headers?: Record<string, string>
}

/** Test server or process that answers requests, over HTTP or directly. */
export type Reachable = {
  /** Sends a request. Does not follow redirects. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>
}

/** Returns the server behind an origin. */
export const reachableAt = (origin: string): Reachable => ({
  request: (method, path, options = {}) => fetch(origin + path, toInit(method, options)),
})

/** Converts the options of a request for `fetch`. */
export function toInit(
  method: string,
  { body, form, token, headers }: RequestOptions,
): RequestInit {
  const given = new Headers(headers)
  if (token !== undefined) given.set(TOKEN_HEADER, token)
  const multipart = body instanceof FormData ? body : undefined
  const json = body === undefined || multipart ? undefined : JSON.stringify(body)
  if (json !== undefined) given.set('Content-Type', 'application/json')
  return {
    method,
    headers: given,
    redirect: 'manual',
    ...(form && { body: new URLSearchParams(form) }),
    ...(multipart && { body: multipart }),
    ...(json !== undefined && { body: json }),
  }
}
