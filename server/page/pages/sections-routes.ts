import { Hono } from 'hono'
import * as v from 'valibot'
import { MAX_PAGE_SIZE, MAX_SECTIONS } from '#contract/limits.ts'
import { NewSection, SectionEdit, SectionOrder } from '#contract/page/pages.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { readId } from './page-rows.ts'
import { PREDEFINED_SECTIONS } from './predefined-sections.ts'
import { getSection, listSections } from './section-search.ts'
import {
  createSection,
  deleteSection,
  editSection,
  orderSections,
  replaceSection,
} from './sections.ts'

/** Default page: the maximum number of sections. */
const ALL = { page: 1, page_size: MAX_SECTIONS }
const ListQuery = v.object({
  page: v.optional(pageNumber, String(ALL.page)),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(ALL.page_size)),
})

/** Routes of /v2/my/sections. */
export const sections = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/', query(ListQuery), async (c) => {
    const page = c.req.valid('query')
    const found = await listSections(c.var.deps, c.var.user.id, page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .post('/', body(NewSection), async (c) =>
    c.json(await createSection(c.var.deps.db, c.var.user.id, c.req.valid('json')), 201),
  )

  .patch('/order', body(SectionOrder), async (c) => {
    const { deps, user } = c.var
    await orderSections(deps.db, user.id, c.req.valid('json').ids)
    return c.json({ ...(await listSections(deps, user.id, ALL)), next: null })
  })

  .get('/:id', async (c) =>
    c.json(await getSection(c.var.deps, c.var.user.id, readId(c.req.param('id')))),
  )

  .put('/:id', body(NewSection), async (c) => {
    const [id, input] = [readId(c.req.param('id')), c.req.valid('json')]
    return c.json(await replaceSection(c.var.deps.db, c.var.user.id, id, input))
  })

  .patch('/:id', body(SectionEdit), async (c) => {
    const which = { id: readId(c.req.param('id')), edit: c.req.valid('json') }
    return c.json(await editSection(c.var.deps.db, c.var.user.id, which))
  })

  .delete('/:id', async (c) => {
    await deleteSection(c.var.deps.db, c.var.user.id, readId(c.req.param('id')))
    return c.body(null, 204)
  })

/** Routes of /v2/my/predefined-sections. */
export const predefinedSections = new Hono<UserEnv>()
  .use(signedIn)
  .get('/', (c) => c.json({ results: PREDEFINED_SECTIONS }))
