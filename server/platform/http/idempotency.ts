import { createHash, createHmac, randomUUID } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import type { ErrorBody } from '#contract/common.ts'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import type { Tx } from '../db/client.ts'
import { idempotencyKeys } from '../db/schema.ts'
import type { UserEnv } from '../../env.ts'
import { createTurns } from '../limit/turns.ts'
import { inTurnOf } from './person-turns.ts'
import { MAX_JSON_BYTES, tooLarge } from './validate.ts'

export const IDEMPOTENCY_DAYS = 7

/**
 * A write with an `Idempotency-Key` is done once: its effect and its answer are stored in one
 * transaction, so that a crash undoes both and a repetition after a lost answer changes nothing.
 * The handler reads `c.var.deps.db`, which is that transaction. With a key or without, a person's
 * writes take turns.
 */
export const idempotent: MiddlewareHandler<UserEnv> = async (c, next) => {
  const key = c.req.header(IDEMPOTENCY_HEADER)
  if (SAFE.has(c.req.method) || (key === undefined && isSearch(c))) return next()
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
    return refuse(c, 400, 'The idempotency key is not valid.')
  // A path that no route of one router knows goes on to the next, which may ask for this again.
  if (seen.has(c.req.raw)) return next()
  seen.add(c.req.raw)
  await hasArrived(c)
  return inTurnOf(c.var.user.id, c.req.raw.signal, async () =>
    key === undefined ? next() : doOnce(c, key, next),
  )
}

/** Requests that have their turn, or wait for it: a second wait would be for themselves. */
const seen = new WeakSet<Request>()

/** Reads, though it is posted. */
const isSearch = (c: Context<UserEnv>) => /\/search\/?$/.test(c.req.path)

/** Nobody waits for a body that comes slowly; what is too large is refused by who reads it. */
async function hasArrived(c: Context<UserEnv>): Promise<void> {
  const size = Number(c.req.header('content-length') ?? 0)
  if (size > 0 && size <= MAX_JSON_BYTES) await c.req.arrayBuffer()
}

/** So few at once that the pool always has connections left for what a handler asks outside its transaction. */
const keyed = createTurns({ atOnce: 4 })

async function doOnce(c: Context<UserEnv>, key: string, next: () => Promise<void>) {
  const requestHash = await hashRequest(c)
  const { deps } = c.var
  return keyed.take(async () => {
    try {
      return await deps.db.transaction((tx) => answer(c, tx, { key, requestHash }, next))
    } catch (error) {
      if (!(error instanceof NotFinal)) throw error
      return undefined
    } finally {
      c.set('deps', deps)
    }
  })
}

/**
 * Whose a new thing is, and its id. Under a key that is the same for good, so that a repetition
 * which comes after its answer has been forgotten finds what the first one made.
 */
export function toMake(c: Context<UserEnv>): { userId: string; id: string } {
  const userId = c.var.user.id
  const key = c.req.header(IDEMPOTENCY_HEADER)
  return { userId, id: key === undefined ? randomUUID() : idUnder(`${userId} ${key}`) }
}

/** A UUID of version 8, whose bits are one's own but for two digits. */
function idUnder(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

const SAFE = new Set(['GET', 'HEAD'])

type Claim = { key: string; requestHash: string }

async function answer(c: Context<UserEnv>, tx: Tx, claim: Claim, next: () => Promise<void>) {
  const row = and(eq(idempotencyKeys.userId, c.var.user.id), eq(idempotencyKeys.key, claim.key))
  if (!(await isFirst(tx, c.var.user.id, claim))) {
    const [stored] = await tx.select().from(idempotencyKeys).where(row)
    if (stored?.requestHash !== claim.requestHash)
      return refuse(c, 409, 'This idempotency key was used for another request.')
    return replay(c, stored.status, stored.body)
  }
  await run(c, tx, next)
  if (!isFinal(c.res.status)) throw new NotFinal()
  const body = await c.res.clone().text()
  await tx.update(idempotencyKeys).set({ status: c.res.status, body }).where(row)
  return undefined
}

/** Waits for a request with the same key that is under way; true when there was none within seven days. */
async function isFirst(tx: Tx, userId: string, claim: Claim): Promise<boolean> {
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

/** Lets the handler work in a savepoint: what it wrote before it refused is undone. */
async function run(c: Context<UserEnv>, tx: Tx, next: () => Promise<void>) {
  try {
    await tx.transaction(async (inner) => {
      const { deps } = c.var
      c.set('deps', { ...deps, db: inner, beside: deps.beside ?? deps.db })
      await next()
      if (c.res.status >= 400) throw new Refused()
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

class Refused extends Error {}
/** Not an answer to keep: the same request may well succeed later. */
class NotFinal extends Error {}

const isFinal = (status: number) => status < 500 && ![401, 408, 425, 429].includes(status)

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
  // With a secret: some bodies hold a password, which a plain hash would let others guess.
  return createHmac('sha256', c.var.deps.secrets.signing)
    .update(`${c.req.method} ${path}\n`)
    .update(new Uint8Array(await c.req.arrayBuffer()))
    .digest('hex')
}
