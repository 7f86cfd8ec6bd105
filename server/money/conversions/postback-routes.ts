import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../env.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { answerPostback, storeAnswer } from './postback.ts'
import type { PostbackCall } from './postback-auth.ts'

const MAX_BYTES = 64 * 1024

/** Routes of /postback, where shops report orders with their own key. */
export const postback = new Hono<AppEnv>()
  .get('/', (c) => answer(c, 'GET', Buffer.from(new URL(c.req.url).search.slice(1))))
  .post('/', async (c) => {
    const bytes = Buffer.from(await c.req.arrayBuffer())
    if (bytes.length > MAX_BYTES) throw new HTTPException(413)
    return answer(c, 'POST', bytes)
  })

async function answer(
  c: Context<AppEnv>,
  method: PostbackCall['method'],
  bytes: Buffer,
): Promise<Response> {
  const { deps } = c.var
  const raw = bytes.toString()
  c.header('Cache-Control', 'no-store')
  const tries = { limit: 'postbacksRefusedByAddress', of: clientAddressGroup(c) } as const
  const isJson = method === 'POST' && /json/i.test(c.req.header('content-type') ?? '')
  const header = (name: string) => c.req.header(name)
  const call = { method, raw, bytes, fields: fieldsIn(raw, isJson), header, at: new Date() }
  const result = await answerPostback(deps, call)
  if (result.status === 403) await countAttempt(deps, tries)
  await storeAnswer(deps, call, result)
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
