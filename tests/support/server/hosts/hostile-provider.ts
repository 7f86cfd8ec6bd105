import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '../free-port.ts'
import { OIDC_CLIENT } from './oidc-provider.ts'

type Claims = Record<string, unknown>

/** Changes that a test makes to the answers of the provider. */
export type Answers = {
  /** Changes to the claims of the ID token. */
  claims?: (claims: Claims) => Claims
  /** Algorithm in the header of the token, or a foreign key. */
  signature?: 'none' | 'foreign'
  /** Answers a path in place of the provider. */
  answer?: (path: string, response: ServerResponse) => boolean
}

export type HostileProvider = {
  issuer: string
  answers: Answers
  /** Number of requests by path. */
  requests: Map<string, number>
  /** Returns the path and query with which the provider sends the browser back. */
  signIn(address: string, changes?: Record<string, string>): string
  stop(): Promise<void>
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Starts a provider whose answers a test can falsify. Each code works once. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const [own, foreign] = [newKey(), newKey()]
  const codes = new Map<string, { nonce: string; challenge: string }>()
  const requests = new Map<string, number>()
  const provider = { answers: {} as Answers }

  function idToken(nonce: string): string {
    const { claims = (same) => same, signature } = provider.answers
    const now = Math.floor(Date.now() / 1000)
    const base = { iss: issuer, sub: 'eve', aud: OIDC_CLIENT.id, iat: now, exp: now + 300, nonce }
    const alg = signature === 'none' ? 'none' : 'RS256'
    const content = `${encode({ alg, kid: 'k' })}.${encode(claims(base))}`
    if (alg === 'none') return `${content}.`
    const { privateKey } = signature === 'foreign' ? foreign : own
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
  }

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'none'],
    }
  }

  function token(form: URLSearchParams): [number, unknown] {
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (known?.challenge !== challenge) return [400, { error: 'invalid_grant' }]
    const answer = { access_token: 'access', token_type: 'bearer', id_token: idToken(known.nonce) }
    return [200, answer]
  }

  const keys = { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }] }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    requests.set(path, (requests.get(path) ?? 0) + 1)
    if (provider.answers.answer?.(path, response)) return
    const form = new URLSearchParams(await text(request))
    const [status, body] =
      path === '/token' ? token(form) : [200, path === '/keys' ? keys : metadata()]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(provider, {
    issuer,
    requests,
    signIn(address: string, changes: Record<string, string> = {}) {
      const query = new URL(address).searchParams
      const code = randomUUID()
      codes.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
      })
      const back = new URL(query.get('redirect_uri') ?? '')
      const answer = { code, state: query.get('state') ?? '', ...changes }
      back.search = new URLSearchParams(answer).toString()
      return back.pathname + back.search
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
