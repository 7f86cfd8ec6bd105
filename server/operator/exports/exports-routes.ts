import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { ExportRequest, type DataExports, type ExportRequestAnswer } from '#contract/exports.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { fileExtension, findExportFile, listExports, readParts, requestExport } from './exports.ts'
import type { AppEnv, UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { body, query } from '../../platform/http/validate.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'

const ListQuery = v.object({
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})

/** Routes of /v2/my/data_export and /v2/my/analytics/data_export: list of exports. */
export const dataExports = new Hono<UserEnv>()
  .use(signedIn)
  .get('/', query(ListQuery), async (c) => {
    const paging = c.req.valid('query')
    const { results, count } = await listExports(c.var.deps, c.var.user.id, paging)
    const next = nextPage(c, paging, count)
    return c.json<v.InferOutput<typeof DataExports>>({ results, next, count })
  })

/** Route of /v2/my/analytics/request_user_csv: requests an export. */
export const exportRequests = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)
  .post('/', body(ExportRequest), async (c) => {
    const { deps, user } = c.var
    await countAttempt(deps, { limit: 'exportsByAccount', of: user.id })
    const result = await requestExport(deps, user.id, c.req.valid('json'))
    return c.json<v.InferOutput<typeof ExportRequestAnswer>>({ result }, 202)
  })

/** Route of /exports: downloads a file. The URL contains the key, so no sign-in is needed. */
export const exportFiles = new Hono<AppEnv>().get('/:id/:file', async (c) => {
  const [, key, end = ''] = /^([\w-]+)\.(csv|zip)$/.exec(c.req.param('file')) ?? []
  if (key === undefined) throw new HTTPException(404)
  const row = await findExportFile(c.var.deps, c.req.param('id'), key)
  if (end !== fileExtension(row.kind)) throw new HTTPException(404)
  const name = `split-${row.kind}-${row.createdAt.toISOString().slice(0, 10)}.${end}`
  return new Response(bytesOf(readParts(c.var.deps, row.id)), {
    headers: {
      'Content-Type': end === 'zip' ? 'application/zip' : 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  })
})

function bytesOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
