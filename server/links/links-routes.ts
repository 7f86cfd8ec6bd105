import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { MAX_ID, token, Uuid } from '#contract/common.ts'
import { MAX_LINK_PAGE_SIZE } from '#contract/limits.ts'
import { BulkTags, CustomImage, LinkEdit, NewLink, NewLinks } from '#contract/links/link-edits.ts'
import { LinkSearch } from '#contract/links/link-lists.ts'
import { LinkParameters } from '#contract/links/parameter-sets.ts'
import { V1 } from '#contract/app-constants.ts'
import { changedLinks } from './link-delta.ts'
import { domainOfNewLinks, requireDomain, listDomains } from './link-domains.ts'
import { editLink } from './link-edit.ts'
import { checkNow, dismissProblem } from './link-checks/link-checks.ts'
import { restartExtraction } from './extraction/link-extraction.ts'
import { searchLinks } from './link-search.ts'
import { tagLinks } from './link-tags.ts'
import { addParameters } from './parameters/add-parameters.ts'
import { cloneLink, createLink, getLink } from './links.ts'
import { createLinks, upsertLink } from './new-links.ts'
import { freeCode } from './short-codes.ts'
import type { UserEnv } from '../env.ts'
import { FieldError } from '../platform/http/errors.ts'
import { idempotent, newResource, newResources } from '../platform/http/idempotency.ts'
import { limitSearches } from '../platform/http/limit-searches.ts'
import { refuseHiddenOrder } from '../people/members/act-for.ts'
import { signedIn } from '../people/accounts/signed-in.ts'
import { body, parseInput, query } from '../platform/http/validate.ts'
import { pageNumber, pageSize } from '../platform/http/paging.ts'
import { tags } from './tags-routes.ts'

const SearchQuery = v.object({
  is_hidden: v.optional(token(20)),
  page: v.exactOptional(pageNumber),
  page_size: v.exactOptional(pageSize(MAX_LINK_PAGE_SIZE)),
})

/** Domain for the suggested code. The default is the domain of new links. */
const NextCodeQuery = v.object({
  link_domain_id: v.optional(
    v.pipe(token(20), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(MAX_ID)),
  ),
})

/** Routes of /v2/my/links. */
export const linksV2 = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  .post('/search', limitSearches, query(SearchQuery), body(LinkSearch), async (c) => {
    const { is_hidden, ...paging } = c.req.valid('query')
    const { since, ...search } = { ...c.req.valid('json'), ...paging }
    refuseHiddenOrder(c, search.ordering)
    const filter = { hidden: is_hidden === 'true', search }
    const { deps, user } = c.var
    return c.json(
      since === undefined
        ? await searchLinks(deps, user.id, filter)
        : await changedLinks(deps, user.id, filter, since),
    )
  })

  .post('/', body(NewLink), async (c) =>
    c.json({ result: await createLink(c.var.deps, newResource(c), c.req.valid('json')) }, 201),
  )

  .post('/bulk', body(NewLinks), async (c) => {
    const inputs = c.req.valid('json').links.map((link) => parseInput(c, NewLink, link))
    return c.json(await createLinks(c.var.deps, newResources(c, inputs.length), inputs))
  })

  .put('/by-external-id/:external_id', body(NewLink), async (c) => {
    const id = c.req.param('external_id')
    const { link, isNew } = await upsertLink(c.var.deps, newResource(c), id, c.req.valid('json'))
    return c.json({ result: link }, isNew ? 201 : 200)
  })

  .patch('/', body(BulkTags), async (c) =>
    c.json({ results: await tagLinks(c.var.deps.db, c.var.user.id, c.req.valid('json')) }),
  )

  .post('/parameters', body(LinkParameters), async (c) => {
    const { deps, user } = c.var
    return c.json({ results: await addParameters(deps, user.id, c.req.valid('json')) })
  })

  .get('/next_short_code', query(NextCodeQuery), async (c) => {
    const { deps, user } = c.var
    const { link_domain_id: requestedId } = c.req.valid('query')
    const domainId =
      requestedId === undefined
        ? await domainOfNewLinks(deps.db, user.id)
        : await requireDomain(deps.db, user.id, requestedId)
    return c.json({ result: { short_code: await freeCode(deps.db, domainId) } })
  })

  .get('/domains', async (c) =>
    c.json(await listDomains(c.var.deps.db, c.var.user.id, c.var.deps.config)),
  )

  .get('/:uuid', async (c) => c.json(await getLink(c.var.deps, c.var.user.id, c.req.param('uuid'))))

  .patch('/:uuid', body(LinkEdit), async (c) => {
    const { deps, user } = c.var
    return c.json(await editLink(deps, user.id, c.req.param('uuid'), c.req.valid('json')))
  })

  .post('/:uuid/clone', async (c) =>
    c.json({ result: await cloneLink(c.var.deps, newResource(c), c.req.param('uuid')) }, 201),
  )

  .post('/:uuid/extract', async (c) =>
    c.json(await restartExtraction(c.var.deps, c.var.user.id, c.req.param('uuid'))),
  )

/**
 * Routes of /v2/my/links for checks of target pages. They are not `idempotent`, because a check
 * takes seconds and can be repeated.
 */
export const linkHealth = new Hono<UserEnv>()
  // Each route has its own `signedIn`. A shared one would check the session twice for every link
  // route.
  .post('/:uuid/health', signedIn, async (c) =>
    c.json(await checkNow(c.var.deps, c.var.user.id, c.req.param('uuid'))),
  )

  .delete('/:uuid/health', signedIn, async (c) =>
    c.json(await dismissProblem(c.var.deps, c.var.user.id, c.req.param('uuid'))),
  )

/** Routes of /v1/users/me/links. */
export const linksV1 = new Hono<UserEnv>()
  .use(signedIn)
  .use(idempotent)

  // Like the v2 route, but with the id in the body.
  .post('/split/clone', body(v.object({ uuid: Uuid })), async (c) =>
    c.json({ result: await cloneKnown(c, c.req.valid('json').uuid) }, 201),
  )

  .put('/split/:uuid/custom_image', body(CustomImage), async (c) => {
    const { deps, user } = c.var
    return c.json(await editLink(deps, user.id, c.req.param('uuid'), c.req.valid('json')))
  })

  .on('GET', ['/domains', '/domains/active'], async (c) =>
    c.json(await listDomains(c.var.deps.db, c.var.user.id, c.var.deps.config)),
  )

  .route('/tags', tags(`${V1}/users/me/links/tags/`))

async function cloneKnown(c: Context<UserEnv>, uuid: string) {
  try {
    return await cloneLink(c.var.deps, newResource(c), uuid)
  } catch (error) {
    if (error instanceof HTTPException) throw new FieldError('uuid', 'This link does not exist.')
    throw error
  }
}
