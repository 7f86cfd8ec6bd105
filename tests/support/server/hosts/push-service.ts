import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
  type ECDH,
} from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import { makeCertificate } from './certificate.ts'
import { listenLocally } from './listen.ts'

/** Push subscription of a browser, with its private keys. */
export type Subscription = {
  json: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } }
  /** Decrypts a message for this subscription. */
  open(body: Buffer): unknown
}

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }
type Answer = { status: number; headers?: OutgoingHttpHeaders }
type Answering = (message: Received) => Answer | Promise<Answer>

const taken: Answering = () => ({ status: 201 })

/** Starts a push service like those of browser vendors. */
export async function startPushService() {
  const { key, cert } = makeCertificate()
  const received: Received[] = []
  let answer: Answering = taken
  const server = createServer({ key, cert }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const message = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts),
      }
      received.push(message)
      void Promise.resolve(answer(message)).then(({ status, headers }) =>
        response.writeHead(status, headers).end(),
      )
    })
  })
  let connections = 0
  server.on('secureConnection', () => (connections += 1))
  const { port, stop } = await listenLocally(server)
  const origin = `https://localhost:${port}`
  return {
    origin,
    /** Certificate to trust. */
    ca: cert,
    received,
    connections: () => connections,
    answers: (next: Answer | Answering) => {
      answer = typeof next === 'function' ? next : () => next
    },
    subscribe: (): Subscription => subscription(`${origin}/push/${randomUUID()}`),
    stop,
  }
}

export function subscription(endpoint: string): Subscription {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const p256dh = keys.getPublicKey('base64url')
  return {
    json: { endpoint, expirationTime: null, keys: { p256dh, auth: auth.toString('base64url') } },
    open: (body) => JSON.parse(decrypt(body, keys, auth)) as unknown,
  }
}

/**
 * Decrypts a message (RFC 8291 and 8188) without a library: salt, record size, sender's key, one
 * record.
 */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = hkdf(keys.computeSecret(sender), auth, info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  return plain.subarray(0, end).toString('utf8')
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

export type Claims = { aud: string; exp: number; sub: string }

/** Returns the sender's claims (RFC 8292) and the key that signed them. */
export function vapidOf({ headers }: Received): { claims: Claims; key: string } {
  const [, token = '', key = ''] =
    /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the VAPID signature is wrong')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims, key }
}
