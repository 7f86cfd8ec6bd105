import { Hono } from 'hono'
import * as v from 'valibot'
import {
  CollectionEdit,
  CollectionLinkOrder,
  CollectionLinks,
  CollectionOrder,
  NewCollection,
  NewSmartCollection,
  SmartCollectionEdit,
} from '#contract/collections.ts'
import { text, token } from '#contract/common.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { changedCollections } from './collection-delta.ts'
import { listCollectionLinks } from './collection-links.ts'
import { addToCollection, orderCollection, removeFromCollection } from './collection-members.ts'
import type { CollectionKind } from './collection-rows.ts'
import { refuseHiddenRule } from './hidden-rule.ts'
import { collectionHistory } from './history/collection-history-routes.ts'
import { getCollection, listCollections } from './collection-search.ts'
import {
  createCollection,
  deleteCollection,
  editCollection,
  orderCollections,
  withPutDefaults,
} from './collections.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent, newResource } from '../../platform/http/idempotency.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { body, query } from '../../platform/http/validate.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'

const paging = {
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
}
const ListQuery = v.object({
  ...paging,
  q: v.optional(text(200), ''),
  type: v.optional(v.picklist(['regular', 'smart'])),
  since: v.optional(token(200)),
})

/** Routes that collections of one kind and of all kinds have in common. */
const routesOfKind = (kind?: CollectionKind) =>
  new Hono<UserEnv>()
    .get('/', query(ListQuery), async (c) => {
      const { q, type, since, ...page } = c.req.valid('query')
      const { deps, user } = c.var
      const filter = { kind: kind ?? type, q }
      if (since !== undefined) {
        const request = { since, page_size: page.page_size }
        return c.json(await changedCollections(deps, user.id, filter, request))
      }
      const found = await listCollections(deps, user.id, filter, page)
      return c.json({ ...found, next: nextPage(c, page, found.count) })
    })

    .get('/:uuid', async (c) =>
      c.json(await getCollection(c.var.deps, c.var.user.id, c.req.param('uuid'), kind)),
    )

    .delete('/:uuid', async (c) => {
      await deleteCollection(c.var.deps, c.var.user.id, { id: c.req.param('uuid'), kind })
      return c.body(null, 204)
    })

    .get('/:uuid/links', query(v.object(paging)), async (c) => {
      const page = c.req.valid('query')
      const which = { id: c.req.param('uuid'), kind }
      const found = await listCollectionLinks(c.var.deps, c.var.user.id, which, page)
      return c.json({ ...found, next: nextPage(c, page, found.count) })
    })

    .post('/:uuid/links', body(CollectionLinks), async (c) => {
      const edit = { id: c.req.param('uuid'), kind, ...c.req.valid('json') }
      return c.json(await addToCollection(c.var.deps, c.var.user.id, edit))
    })

    .delete('/:uuid/links', body(CollectionLinks), async (c) => {
      const edit = { id: c.req.param('uuid'), kind, ...c.req.valid('json') }
      return c.json(await removeFromCollection(c.var.deps, c.var.user.id, edit))
    })

    .patch('/:uuid/links', body(CollectionLinkOrder), async (c) => {
      const edit = { id: c.req.param('uuid'), kind, ...c.req.valid('json') }
      return c.json(await orderCollection(c.var.deps, c.var.user.id, edit))
    })

const regular = routesOfKind('regular')
  .post('/', body(NewCollection), async (c) =>
    c.json(await createCollection(c.var.deps, newResource(c), c.req.valid('json')), 201),
  )
  .put('/:uuid', body(NewCollection), async (c) => {
    const edit = withPutDefaults(c.req.valid('json'))
    const which = { id: c.req.param('uuid'), kind: 'regular' as const, edit }
    return c.json(await editCollection(c.var.deps, c.var.user.id, which))
  })
  .patch('/:uuid', body(CollectionEdit), async (c) => {
    const edit = c.req.valid('json')
    const which = { id: c.req.param('uuid'), kind: 'regular' as const, edit }
    return c.json(await editCollection(c.var.deps, c.var.user.id, which))
  })

const smart = routesOfKind('smart')
  .post('/', body(NewSmartCollection), async (c) => {
    const collection = c.req.valid('json')
    await refuseHiddenRule(c, collection.rule)
    return c.json(await createCollection(c.var.deps, newResource(c), collection), 201)
  })
  .put('/:uuid', body(NewSmartCollection), async (c) => {
    const edit = withPutDefaults(c.req.valid('json'))
    await refuseHiddenRule(c, edit.rule, c.req.param('uuid'))
    const which = { id: c.req.param('uuid'), kind: 'smart' as const, edit }
    return c.json(await editCollection(c.var.deps, c.var.user.id, which))
  })
  .patch('/:uuid', body(SmartCollectionEdit), async (c) => {
    const edit = c.req.valid('json')
    await refuseHiddenRule(c, edit.rule, c.req.param('uuid'))
    const which = { id: c.req.param('uuid'), kind: 'smart' as const, edit }
    return c.json(await editCollection(c.var.deps, c.var.user.id, which))
  })

const allKinds = routesOfKind().patch('/:uuid', body(SmartCollectionEdit), async (c) => {
  const which = { id: c.req.param('uuid'), kind: undefined, edit: c.req.valid('json') }
  await refuseHiddenRule(c, which.edit.rule, which.id)
  return c.json(await editCollection(c.var.deps, c.var.user.id, which))
})

/** Routes of /v2/my/collections. Fixed paths come before `/:uuid`. */
export const collections = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)
  .patch('/order', body(CollectionOrder), async (c) => {
    const order = c.req.valid('json')
    return c.json({ results: await orderCollections(c.var.deps, c.var.user.id, order) })
  })
  .route('/regular', regular)
  .route('/smart', smart)
  .route('/', collectionHistory)
  .route('/', allKinds)
