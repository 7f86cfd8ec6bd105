import { Hono } from 'hono'
import * as v from 'valibot'
import { MAX_WIDGETS, NewWidget, WidgetEdit, WidgetPreview } from '#contract/page/widgets.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { readId } from '../pages/page-rows.ts'
import { renderPreview } from './render-widget.tsx'
import { getWidget } from './widget-rows.ts'
import {
  createWidget,
  deleteWidget,
  editWidget,
  listWidgets,
  readWidget,
  unsavedWidget,
} from './widgets.ts'

/** Default page: the maximum number of widgets. */
const ListQuery = v.object({
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_WIDGETS), String(MAX_WIDGETS)),
})

/** Routes of /v1/users/me/widgets. */
export const widgets = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .get('/', query(ListQuery), async (c) => {
    const page = c.req.valid('query')
    const found = await listWidgets(c.var.deps, c.var.user.id, page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .post('/', body(NewWidget), async (c) =>
    c.json(await createWidget(c.var.deps, c.var.user.id, c.req.valid('json')), 201),
  )

  // Sent while the user changes settings, so it has the limit of searches.
  .post('/preview', limitSearches, body(WidgetPreview), async (c) => {
    const { deps, user } = c.var
    const unsaved = await unsavedWidget(deps.db, user.id, c.req.valid('json'))
    return c.json({ html: await renderPreview(deps, unsaved) })
  })

  .get('/:id', async (c) =>
    c.json(await readWidget(c.var.deps, c.var.user.id, readId(c.req.param('id')))),
  )

  .patch('/:id', body(WidgetEdit), async (c) => {
    const which = { id: readId(c.req.param('id')), edit: c.req.valid('json') }
    return c.json(await editWidget(c.var.deps, c.var.user.id, which))
  })

  .delete('/:id', async (c) => {
    await deleteWidget(c.var.deps, c.var.user.id, readId(c.req.param('id')))
    return c.body(null, 204)
  })

  .get('/:id/preview', async (c) => {
    const { deps, user } = c.var
    const saved = await getWidget(deps.db, user.id, readId(c.req.param('id')))
    return c.json({ html: await renderPreview(deps, saved) })
  })
