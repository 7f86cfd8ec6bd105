import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../env.ts'
import { limitTo, MAX_BODY_BYTES } from '../../platform/http/limit-body.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { answerPostback, storeAnswer } from './postback.ts'
import type { PostbackCall } from './postback-auth.ts'
import { refuseTooLarge, type Answer } from './refuse-call.ts'

/** Maximum size of a call. Larger ones are refused and logged. */
const MAX_CALL_BYTES = 64 * 1024

/** Refuses bodies above the limit of all routes without reading them. */
const limitBody = limitTo<AppEnv>(MAX_BODY_BYTES, (c) => answerTooLarge(c, Buffer.alloc(0)))

/** Routes of /postback, where shops report orders with their own key. */
export const postback = new Hono<AppEnv>()
  .get('/', (c) => answer(c, 'GET', Buffer.from(new URL(c.req.url).search.slice(1))))
  .post('/', limitBody, async (c) => {
    const bytes = Buffer.from(await c.req.arrayBuffer())
    return bytes.length > MAX_CALL_BYTES ? answerTooLarge(c, bytes) : answer(c, 'POST', bytes)
  })

async function answer(
  c: Context<AppEnv>,
  method: PostbackCall['method'],
  bytes: Buffer,
): Promise<Response> {
  const { deps } = c.var
  const refusedCalls = { limit: 'postbacksRefusedByAddress', of: clientAddressGroup(c) } as const
  const { isJson, ...head } = headOf(c, method, bytes)
  const call = { ...head, fields: fieldsIn(head.raw, isJson) }
  const result = await answerPostback(deps, call)
  if (result.status === 403) await countAttempt(deps, refusedCalls)
  return respond(c, call, result)
}

/** Refuses a body that is too large. Logs it if a header identifies the shop. */
async function answerTooLarge(c: Context<AppEnv>, bytes: Buffer): Promise<Response> {
  const { isJson, ...head } = headOf(c, 'POST', bytes)
  const refused = await refuseTooLarge(c.var.deps, head, () => fieldsIn(head.raw, isJson))
  if (!refused) throw new HTTPException(413)
  return respond(c, refused.call, refused.answer)
}

/** Returns what is known of a call before its body is parsed. */
function headOf(c: Context<AppEnv>, method: PostbackCall['method'], bytes: Buffer) {
  const isJson = method === 'POST' && /json/i.test(c.req.header('content-type') ?? '')
  const header = (name: string) => c.req.header(name)
  return { method, raw: bytes.toString(), bytes, header, at: new Date(), isJson }
}

async function respond(
  c: Context<AppEnv>,
  call: PostbackCall,
  { retryAfter, ...result }: Answer,
): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  await storeAnswer(c.var.deps, call, result)
  return c.json(result.body, result.status)
}

/**
 * Returns the fields of a body or query. The first of several equal names counts. JSON that is not
 * an object has no fields.
 */
function fieldsIn(raw: string, isJson: boolean): Record<string, unknown> {
  if (!isJson) return Object.fromEntries([...new URLSearchParams(raw)].reverse())
  try {
    const value = JSON.parse(raw) as unknown
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
