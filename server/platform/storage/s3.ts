import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import { authorization, sha256, timestamp, type Credentials } from './signature-v4.ts'
import type { Storage } from './storage-type.ts'
import { StoreUnreachable } from './unreachable.ts'

export type S3Settings = Credentials & {
  /** URL without a trailing slash. */
  endpoint: string
  bucket: string
}

const MAX_TRIES = 3
const TIMEOUT_MS = 15_000

/** Creates storage on an S3-compatible store. Uses path-style URLs, which all of them support. */
export function s3Storage(settings: S3Settings): Storage {
  const urlOf = (name: string) => new URL(`${settings.endpoint}/${settings.bucket}/media/${name}`)
  return {
    async put(name, bytes, contentType) {
      const headers = {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': contentType,
      }
      const answer = await send(settings, { method: 'PUT', url: urlOf(name), headers, body: bytes })
      if (answer.status !== 200) throw toError('PUT', answer)
    },
    async read(name) {
      const answer = await send(settings, { method: 'GET', url: urlOf(name), headers: {} })
      if (answer.status === 404) return null
      if (answer.status !== 200) throw toError('GET', answer)
      return answer.body
    },
    async remove(name) {
      const answer = await send(settings, { method: 'DELETE', url: urlOf(name), headers: {} })
      if (![200, 204, 404].includes(answer.status)) throw toError('DELETE', answer)
    },
  }
}

type StoreRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: Buffer
}
type S3Response = { status: number; body: Buffer }

/**
 * Sends a request, with retries. Every method can be repeated, because the content of a name never
 * changes.
 */
async function send(settings: S3Settings, storeRequest: StoreRequest): Promise<S3Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendOnce(settings, storeRequest).catch((error: unknown) => error)
    const isLast = attempt === MAX_TRIES
    if (isAnswer(answer) && (answer.status < 500 || isLast)) return answer
    if (isLast) throw new StoreUnreachable('the picture store cannot be reached', { cause: answer })
    await wait(200 * attempt)
  }
}

const isAnswer = (value: unknown): value is S3Response =>
  typeof value === 'object' && value !== null && 'status' in value

async function sendOnce(settings: S3Settings, storeRequest: StoreRequest): Promise<S3Response> {
  const { method, url, body } = storeRequest
  const at = new Date()
  const bodyHash = sha256(body ?? '')
  const headers = {
    ...storeRequest.headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': timestamp(at),
  }
  const signed = { method, url, headers, bodyHash, service: 's3', at }
  const response = await request(url, {
    method,
    headers: { ...headers, authorization: authorization(signed, settings) },
    ...(body && { body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.statusCode, body: Buffer.from(await response.body.arrayBuffer()) }
}

/**
 * Returns whether a status is a temporary failure of the store. Others are caused by wrong
 * settings.
 */
const isTemporary = (status: number) => status >= 500 || status === 429

/**
 * Returns an error with the code from the store's response, which helps to correct the settings and
 * never contains the key.
 */
function toError(method: string, { status, body }: S3Response): Error {
  const code = /<Code>([\w.]{1,60})<\/Code>/.exec(body.toString('utf8', 0, 2000))?.[1] ?? ''
  const text = `the picture store answered ${method} with ${status} ${code}`.trim()
  return isTemporary(status) ? new StoreUnreachable(text) : new Error(text)
}
