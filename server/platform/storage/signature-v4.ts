import { createHash, createHmac } from 'node:crypto'

export type Credentials = { accessKey: string; secretKey: string; region: string }

type SignableRequest = {
  method: string
  url: URL
  /** Headers to sign besides `host`; names in lower case. */
  headers: Record<string, string>
  /** SHA-256 of the body, in hex. */
  bodyHash: string
  service: string
  at: Date
}

export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Returns a time like `20130524T000000Z`. */
export const timestamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

/**
 * Returns the `Authorization` header of AWS Signature Version 4, which S3-compatible stores
 * require.
 */
export function authorization(
  request: SignableRequest,
  { accessKey, secretKey, region }: Credentials,
) {
  const headers = Object.entries({ ...request.headers, host: request.url.host }).sort(byName)
  const names = headers.map(([name]) => name).join(';')
  const canonical = [
    request.method,
    canonicalPath(request.url.pathname),
    canonicalQuery(request.url.searchParams),
    ...headers.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    request.bodyHash,
  ].join('\n')
  const time = timestamp(request.at)
  const scope = [time.slice(0, 8), region, request.service, 'aws4_request']
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, toSign).toString('hex')
  const credential = `${accessKey}/${scope.join('/')}`
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`
}

/** Compares by bytes, as the specification requires, not by locale. */
const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : a > b ? 1 : 0)

const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Returns the path with each segment escaped once, as S3 requires. */
const canonicalPath = (pathname: string) =>
  pathname
    .split('/')
    .map((segment) => escaped(decodeURIComponent(segment)))
    .join('/')

const canonicalQuery = (query: URLSearchParams) =>
  [...query]
    .map(([name, value]): [string, string] => [escaped(name), escaped(value)])
    .sort(([a, x], [b, y]) => byName([a, ''], [b, '']) || byName([x, ''], [y, '']))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
