import { Hono } from 'hono'
import * as v from 'valibot'
import { NewPage, PageEdit, Slug, SlugParam, SlugText } from '#contract/pages.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { body } from '../../platform/http/validate.ts'
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
