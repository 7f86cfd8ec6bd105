import { Hono } from 'hono'
import * as v from 'valibot'
import { RestoreInput } from '#contract/links/history.ts'
import { NewPage, PageEdit, Slug, SlugParam, SlugText } from '#contract/page/pages.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { HistoryQuery, restoreRequest, RestoreQuery } from '../../platform/history/read-history.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { nextPage } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { listPageHistory, restorePage } from '../history/page-history.ts'
import { readId } from './page-rows.ts'
import { createPage, editPage, readOwnPage, savePage } from './pages.ts'
import { freeSlug, freeSlugOfName, isAvailable } from './slugs.ts'

/** Routes of /v2/my/pages. */
export const pages = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/page', async (c) => c.json(await readOwnPage(c.var.deps, c.var.user.id)))

  .post('/', body(NewPage), async (c) =>
    c.json(await createPage(c.var.deps, c.var.user.id, c.req.valid('json')), 201),
  )

  .get('/generate_slug', limitSearches, async (c) =>
    c.json({ result: { slug: await freeSlugOfName(c.var.deps.db, c.var.user.id) } }),
  )

  .post('/generate_slug', limitSearches, body(SlugText), async (c) => {
    const { text } = c.req.valid('json')
    return c.json({ result: { slug: await freeSlug(c.var.deps.db, c.var.user.id, text) } })
  })

  .patch('/:id', body(PageEdit), async (c) => {
    const which = { id: readId(c.req.param('id')), edit: c.req.valid('json') }
    return c.json(await editPage(c.var.deps, c.var.user.id, which))
  })

  .get('/:id/history', query(HistoryQuery), async (c) => {
    const { deps, user } = c.var
    const paging = c.req.valid('query')
    const found = await listPageHistory(deps, user.id, readId(c.req.param('id')), paging)
    return c.json({ ...found, next: nextPage(c, paging, found.count) })
  })

  .post('/:id/history/:version/restore', query(RestoreQuery), body(RestoreInput), async (c) => {
    const { deps, user } = c.var
    const { id, version } = c.req.param()
    const request = restoreRequest(version, c.req.valid('json'), c.req.valid('query'))
    return c.json({ result: await restorePage(deps, user.id, readId(id), request) })
  })

/** Routes of /v1/pages. */
export const pagesV1 = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/manage/page', async (c) => c.json(await readOwnPage(c.var.deps, c.var.user.id)))

  .post('/manage/page', body(NewPage), async (c) => {
    const { page, isNew } = await savePage(c.var.deps, c.var.user.id, c.req.valid('json'))
    return c.json(page, isNew ? 201 : 200)
  })

  // Sent while the user types, so it has the limit of searches.
  .get('/:name', limitSearches, async (c) => {
    const name = readName(c.req.param('name'))
    const available = await isAvailable(c.var.deps.db, c.var.user.id, name)
    return c.json({ name, available })
  })

function readName(text: string): string {
  const name = v.safeParse(v.pipe(SlugParam, Slug), text, { abortPipeEarly: true })
  if (!name.success) throw new FieldError('name', name.issues[0].message)
  return name.output
}
