import { createHash, createHmac, randomUUID } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import type { ErrorBody } from '#contract/common.ts'
import { IDEMPOTENCY_HEADER, partKey } from '#contract/app-constants.ts'
import type { Tx } from '../db/client.ts'
import { idempotencyKeys } from '../db/schema.ts'
import type { UserEnv } from '../../env.ts'
import { createTurns } from '../limit/turns.ts'
import { runInTurn } from './person-turns.ts'
import { MAX_JSON_BYTES, tooLarge } from './validate.ts'

export const IDEMPOTENCY_DAYS = 7

/**
 * Runs a write with an `Idempotency-Key` once. Its effect and its response are stored in one
 * transaction, so that a crash undoes both, and a retry gets the stored response. The handler uses
 * `c.var.deps.db`, which is that transaction. All writes of a user run one after the other, with or
 * without a key.
 */
export const idempotent: MiddlewareHandler<UserEnv> = async (c, next) => {
  const key = c.req.header(IDEMPOTENCY_HEADER)
  if (SAFE_METHODS.has(c.req.method) || (key === undefined && isSearch(c))) return next()
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
    return refuse(c, 400, 'The idempotency key is not valid.')
  // A path that one router does not know goes to the next, which may run this middleware again.
  if (queuedRequests.has(c.req.raw)) return next()
  queuedRequests.add(c.req.raw)
  await waitForBody(c)
  return runInTurn(c.var.user.id, c.req.raw.signal, async () => {
    if (isDryRun(c)) return doAndUndo(c, next)
    return key === undefined ? next() : doOnce(c, key, next)
  })
}

/** Environment of a call that changes nothing. Only the server itself can set it. */
export const DRY_RUN = { isDryRun: true }

const isDryRun = (c: Context) => (c.env as Partial<typeof DRY_RUN> | undefined)?.isDryRun === true

/** Runs the handler in a transaction that is undone. Its response says what it would have done. */
async function doAndUndo(c: Context<UserEnv>, next: () => Promise<void>): Promise<void> {
  const { deps } = c.var
  await transactionTurns.run(async () => {
    try {
      await deps.db.transaction(async (tx) => {
        c.set('deps', { ...deps, db: tx, beside: deps.beside ?? deps.db })
        await next()
        throw new UndoneRequest()
      })
    } catch (error) {
      if (!(error instanceof UndoneRequest)) throw error
    } finally {
      c.set('deps', deps)
    }
  })
}

/** Requests that already wait or run. Waiting a second time would be a deadlock. */
const queuedRequests = new WeakSet<Request>()

/** Returns whether the request is a search, which uses POST but writes nothing. */
const isSearch = (c: Context<UserEnv>) => /\/search\/?$/.test(c.req.path)

/**
 * Reads the body before the user's other writes have to wait for it. Larger bodies are refused
 * later.
 */
async function waitForBody(c: Context<UserEnv>): Promise<void> {
  const size = Number(c.req.header('content-length') ?? 0)
  if (size > 0 && size <= MAX_JSON_BYTES) await c.req.arrayBuffer()
}

/**
 * Maximum number of transactions of idempotent requests. Leaves connections for queries outside of
 * them.
 */
const transactionTurns = createTurns({ maxRunning: 4 })

async function doOnce(c: Context<UserEnv>, key: string, next: () => Promise<void>) {
  const requestHash = await hashRequest(c)
  const { deps } = c.var
  return transactionTurns.run(async () => {
    try {
      return await deps.db.transaction((tx) => answerOnce(c, tx, { key, requestHash }, next))
    } catch (error) {
      if (!(error instanceof TemporaryResponse)) throw error
      return undefined
    } finally {
      c.set('deps', deps)
    }
  })
}

/**
 * Returns the owner and the id for a new object. With a key the id is derived from it, so that a
 * retry after the stored response has expired finds the first object.
 */
export function newResource(c: Context<UserEnv>): { userId: string; id: string } {
  const userId = c.var.user.id
  const key = c.req.header(IDEMPOTENCY_HEADER)
  return { userId, id: key === undefined ? randomUUID() : idFromName(`${userId} ${key}`) }
}

/**
 * Returns the owner and the ids for several new objects. A separate call for one of the objects with
 * the key of `partKey` returns the same id. So the app can send the objects one by one after a lost
 * answer.
 */
export function newResources(c: Context<UserEnv>, count: number): { userId: string; id: string }[] {
  const userId = c.var.user.id
  const key = c.req.header(IDEMPOTENCY_HEADER) ?? randomUUID()
  return Array.from({ length: count }, (_, n) => ({
    userId,
    id: idFromName(`${userId} ${partKey(key, n)}`),
  }))
}

/** Returns a UUID of version 8, derived from a hash of the text (RFC 9562, section 5.8). */
function idFromName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

const SAFE_METHODS = new Set(['GET', 'HEAD'])

type Claim = { key: string; requestHash: string }

async function answerOnce(c: Context<UserEnv>, tx: Tx, claim: Claim, next: () => Promise<void>) {
  const row = and(eq(idempotencyKeys.userId, c.var.user.id), eq(idempotencyKeys.key, claim.key))
  if (!(await claimKey(tx, c.var.user.id, claim))) {
    const [stored] = await tx.select().from(idempotencyKeys).where(row)
    if (stored?.requestHash !== claim.requestHash)
      return refuse(c, 409, 'This idempotency key was used for another request.')
    return replay(c, stored.status, stored.body)
  }
  await runInSavepoint(c, tx, next)
  if (!isStorable(c.res.status)) throw new TemporaryResponse()
  const body = await c.res.clone().text()
  await tx.update(idempotencyKeys).set({ status: c.res.status, body }).where(row)
  return undefined
}

/**
 * Waits for a running request with the same key. Returns true if there was none within
 * IDEMPOTENCY_DAYS.
 */
async function claimKey(tx: Tx, userId: string, claim: Claim): Promise<boolean> {
  const rows = await tx
    .insert(idempotencyKeys)
    .values({ userId, ...claim })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { requestHash: claim.requestHash, status: null, body: null, createdAt: sql`now()` },
      setWhere: lt(
        idempotencyKeys.createdAt,
        sql`now() - make_interval(days => ${IDEMPOTENCY_DAYS})`,
      ),
    })
    .returning({ key: idempotencyKeys.key })
  return rows.length > 0
}

/** Runs the handler in a savepoint, so that writes before a refusal are undone. */
async function runInSavepoint(c: Context<UserEnv>, tx: Tx, next: () => Promise<void>) {
  try {
    await tx.transaction(async (inner) => {
      const { deps } = c.var
      c.set('deps', { ...deps, db: inner, beside: deps.beside ?? deps.db })
      await next()
      if (c.res.status >= 400) throw new RefusedResponse()
    })
  } catch (error) {
    if (!(error instanceof RefusedResponse)) throw error
  }
}

class RefusedResponse extends Error {}
class UndoneRequest extends Error {}
/** Response that is not stored, because a retry may succeed. */
class TemporaryResponse extends Error {}

const isStorable = (status: number) => status < 500 && ![401, 408, 425, 428, 429].includes(status)

function replay(c: Context<UserEnv>, status: number | null, body: string | null): Response {
  const headers = { 'Idempotency-Replayed': 'true', 'Content-Type': 'application/json' }
  return body
    ? new Response(body, { status: status ?? 200, headers })
    : c.body(null, 204, { 'Idempotency-Replayed': 'true' })
}

const refuse = (c: Context<UserEnv>, status: 400 | 409, message: string) =>
  c.json<ErrorBody>({ errors: { non_field_errors: [message] } }, status)

async function hashRequest(c: Context<UserEnv>): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_JSON_BYTES) throw tooLarge(c)
  const { pathname, search } = new URL(c.req.url)
  const path = pathname.replace(/\/$/, '') + search
  // Keyed hash: a plain hash of a body with a password would allow guessing.
  return createHmac('sha256', c.var.deps.secrets.signing)
    .update(`${c.req.method} ${path}\n`)
    .update(new Uint8Array(await c.req.arrayBuffer()))
    .digest('hex')
}
