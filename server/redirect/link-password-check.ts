import type { IncomingMessage } from 'node:http'
import { LINK_PASSWORD_MAX_LENGTH } from '#contract/limits.ts'
import { isPassword } from '../people/accounts/passwords.ts'
import { addressGroup, clientAddress } from '../platform/http/client-address.ts'
import {
  countAttempt,
  undoAttempt,
  type LimitKey,
  type ThrottleDeps,
} from '../platform/http/throttle.ts'
import { ThrottledError } from '../platform/http/errors.ts'
import { createTurns } from '../platform/limit/turns.ts'
import type { Config } from '../platform/config/config.ts'
import { ASK_PASSWORD, passwordPause, TRY_AGAIN, WRONG_PASSWORD, type Page } from './pages.ts'
import type { RequestHeaders } from './request-headers.ts'

export type PasswordDeps = ThrottleDeps & { config: Config }

/** Maximum number of passwords that are hashed at once. Each needs 19 MiB. */
const MAX_RUNNING = 2
/** Maximum number of attempts that wait. Beyond it, visitors are asked to try again. */
const MAX_WAITING = 100
/** Maximum bytes of a form: a password whose characters are all percent-encoded, and its name. */
const MAX_FORM_BYTES = 12 * LINK_PASSWORD_MAX_LENGTH + 100

/**
 * Creates the check of a visitor's password. Returns the page to show, or null if the password is
 * right. Attempts are counted before they are checked. Those of one visitor on one link run one
 * after the other, so that right passwords of several people behind one address do not add up.
 */
export function createPasswordCheck(deps: PasswordDeps) {
  const turns = createTurns({ maxRunning: MAX_RUNNING, maxPerKey: 1 })

  return async function check(
    linkId: string,
    hash: string,
    req: IncomingMessage,
    { forwardedFor }: RequestHeaders,
  ): Promise<Page | null> {
    if (req.method !== 'POST') return ASK_PASSWORD
    const password = await readPassword(req)
    if (password === '') return ASK_PASSWORD
    const address = addressGroup(
      clientAddress(req.socket.remoteAddress, forwardedFor, deps.config.trustedProxies),
    )
    const counted: LimitKey = { limit: 'linkPasswordByAddress', of: `${linkId} ${address}` }
    if (turns.waiting() >= MAX_WAITING) return TRY_AGAIN
    return turns.run(() => attempt(counted, hash, password), { of: counted.of })
  }

  async function attempt(counted: LimitKey, hash: string, password: string): Promise<Page | null> {
    try {
      await countAttempt(deps, counted)
    } catch (error) {
      if (error instanceof ThrottledError) return passwordPause(error.seconds)
      throw error
    }
    if (!(await isPassword(hash, password))) return WRONG_PASSWORD
    await undoAttempt(deps, counted)
    return null
  }
}

/** Bodies up to this size are read to their end, so that the visitor gets an answer. */
const MAX_READ_BYTES = 64 * 1024

/** Returns the password of a form; '' if there is none or it is too long. */
async function readPassword(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_FORM_BYTES) chunks.push(chunk)
    if (size > MAX_READ_BYTES) break
  }
  if (size > MAX_FORM_BYTES) return ''
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('password') ?? ''
}
