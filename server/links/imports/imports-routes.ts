import { Hono } from 'hono'
import * as v from 'valibot'
import { text } from '#contract/common.ts'
import {
  DateOrder,
  IMPORT_ENCODINGS,
  type ImportPlanResult,
  type ImportProblems,
  type LinkImportResult,
  type LinkImports,
} from '#contract/imports.ts'
import { UNKNOWN_DOMAIN } from '#contract/links/link-edits.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { planFile, withFile } from './import-file.ts'
import { cancelImport, listImports, readImport, readProblems, startImport } from './imports.ts'
import type { UserEnv } from '../../env.ts'
import { receiveFile } from './receive.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { query } from '../../platform/http/validate.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'

const ListQuery = v.object({
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
})

/** Query of an import. The default is a dry run, which stores nothing. */
const StartQuery = v.object({
  dry_run: v.optional(v.picklist(['true', 'false'], 'Send true or false.'), 'true'),
  name: v.optional(text(200), ''),
  encoding: v.optional(v.picklist(IMPORT_ENCODINGS, 'This encoding is not supported.')),
  date_order: v.optional(DateOrder),
  /** Domain of codes whose host is not in the file or not one of the user's domains. */
  link_domain_id: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(9, UNKNOWN_DOMAIN),
      v.regex(/^[1-9]\d*$/, UNKNOWN_DOMAIN),
      v.transform(Number),
    ),
  ),
})

/**
 * Routes of /v2/my/links/import. They need no idempotency key: a file sent again during its import
 * returns that import, and later its links already exist.
 */
export const imports = new Hono<UserEnv>()
  .use(signedIn)

  .post('/', query(StartQuery), async (c) => {
    const { deps, user } = c.var
    const choices = c.req.valid('query')
    const { dry_run, name, encoding, date_order: dateOrder, link_domain_id: codeDomainId } = choices
    const reading = { encoding, dateOrder, languages: c.req.header('accept-language') }
    await countAttempt(deps, { limit: 'importsByAccount', of: user.id })
    const bytes = await receiveFile(c.req.raw)
    const opened = { userId: user.id, bytes, reading, codeDomainId }
    if (dry_run === 'true') {
      const result = await withFile(deps, opened, (file) => planFile(deps.db, file))
      return c.json<v.InferOutput<typeof ImportPlanResult>>({ result })
    }
    const result = await withFile(deps, opened, (file) =>
      startImport(deps, user.id, file, { name, dateOrder, codeDomainId }),
    )
    return c.json<v.InferOutput<typeof LinkImportResult>>({ result }, 202)
  })

  .get('/', query(ListQuery), async (c) => {
    const paging = c.req.valid('query')
    const { results, count } = await listImports(c.var.deps, c.var.user.id, paging)
    const next = nextPage(c, paging, count)
    return c.json<v.InferOutput<typeof LinkImports>>({ results, next, count })
  })

  .get('/:id', async (c) => c.json(await readImport(c.var.deps, c.var.user.id, c.req.param('id'))))

  .get('/:id/problems', async (c) =>
    c.json<ImportProblems>(await readProblems(c.var.deps, c.var.user.id, c.req.param('id'))),
  )

  .post('/:id/cancel', async (c) =>
    c.json(await cancelImport(c.var.deps, c.var.user.id, c.req.param('id'))),
  )
