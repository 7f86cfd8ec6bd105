import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from './listen.ts'

export type S3Store = {
  endpoint: string
  objects: Map<string, { body: Buffer; type: string | undefined }>
  /** Answers the next requests with 503. */
  failNext(times: number): void
  requests: number
  stop(): Promise<void>
}

export const S3_KEYS = {
  accessKey: 'TESTACCESS',
  secretKey: 'test/secret+key',
  region: 'eu-test-1',
}

/**
 * Starts an S3 store as strict as real ones: it rejects any request whose signature does not match
 * its content, body and time. Written from the specification, independently of the code under test.
 */
export async function startS3Store(bucket: string): Promise<S3Store> {
  const objects: S3Store['objects'] = new Map()
  let failures = 0
  const server = createServer((request, response) => {
    store.requests += 1
    handle(request, response).catch(() => response.destroy())
  })
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = Buffer.concat(await request.toArray())
    if (failures > 0) {
      failures -= 1
      response.writeHead(503).end(fault('SlowDown'))
      return
    }
    const url = request.url ?? ''
    if (!isSigned(request, body)) response.writeHead(403).end(fault('SignatureDoesNotMatch'))
    else if (!url.startsWith(`/${bucket}/`)) response.writeHead(404).end(fault('NoSuchBucket'))
    else if (request.method === 'PUT') {
      objects.set(url, { body, type: request.headers['content-type'] })
      response.writeHead(200).end()
    } else if (request.method === 'DELETE') {
      objects.delete(url)
      response.writeHead(204).end()
    } else {
      const found = objects.get(url)
      if (found) response.writeHead(200).end(found.body)
      else response.writeHead(404).end(fault('NoSuchKey'))
    }
  }
  const { origin: endpoint, stop } = await listenLocally(server)
  const store: S3Store = {
    endpoint,
    objects,
    requests: 0,
    failNext: (times) => (failures = times),
    stop,
  }
  return store
}

const fault = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`
const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const { accessKey, secretKey, region } = S3_KEYS
  const date = String(headers['x-amz-date'])
  const [, id, day = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const signed = names.split(';')
  const isComplete = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) =>
    signed.includes(name),
  )
  const age = Math.abs(
    Date.now() - Date.parse(date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')),
  )
  if (!isComplete || id !== accessKey || !(age < 60_000) || !date.startsWith(day)) return false
  if (headers['x-amz-content-sha256'] !== hash(body)) return false
  const lines = signed.map((name) => `${name}:${String(headers[name])}\n`).join('')
  const canonical = `${method}\n${url}\n\n${lines}\n${names}\n${hash(body)}`
  const text = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${hash(canonical)}`
  const key = mac(mac(mac(mac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request')
  return mac(key, text).toString('hex') === signature
}
