import { Hono } from 'hono'
import * as v from 'valibot'
import {
  type DiscountCodes,
  DomainQuery,
  INVALID_DOMAIN,
  OrganizationQuery,
  StoreQuery,
} from '#contract/partners/brands.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { query } from '../../platform/http/validate.ts'
import { findBrand } from './find-brands.ts'
import { getBrand, listOrganizations, listStores, toOrganizations } from './organizations.ts'
import { ownCodes, ownSales } from './own-sales.ts'
import { listShops } from './shops.ts'
import { normalizedHost, toAddress } from './store-place.ts'
import { listTrending } from './trending-products.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

const paging = {
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
}

/** Routes of /v2/my/organizations for one brand. Mounted after the lists below the same path. */
export const organizations = new Hono<UserEnv>()
  .get('/:uuid', signedIn, async (c) => {
    const { db } = c.var.deps
    const brand = await getBrand(db, c.req.param('uuid'))
    return c.json((await toOrganizations(db, c.var.user.id, [brand]))[0])
  })

  .get('/:uuid/own', signedIn, async (c) => {
    const { deps, user } = c.var
    const { id } = await getBrand(deps.db, c.req.param('uuid'))
    return c.json(await ownSales(deps.db, user.id, id))
  })

/** Routes of /v2/my/discover. */
export const discover = new Hono<UserEnv>()
  .use(signedIn)

  .get('/products/trending', query(v.object(paging)), async (c) => {
    const page = c.req.valid('query')
    const found = await listTrending(c.var.deps.db, page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .get(
    '/organizations',
    limitSearches,
    query(v.object({ ...paging, ...OrganizationQuery })),
    async (c) => {
      const filter = c.req.valid('query')
      const found = await listOrganizations(c.var.deps.db, c.var.user.id, filter)
      return c.json({ ...found, next: nextPage(c, filter, found.count) })
    },
  )

/** Routes of /v2/my/shops. */
export const shops = new Hono<UserEnv>().get('/', signedIn, limitSearches, async (c) =>
  c.json(await listShops(c.var.deps.db)),
)

/** Routes of /v2/my/discount_codes. */
export const discountCodes = new Hono<UserEnv>().get('/', signedIn, async (c) => {
  const { deps, user } = c.var
  return c.json<DiscountCodes>({ results: await ownCodes(deps.db, user.id) })
})

/** Routes of /v1 for stores and domains. */
export const merchants = new Hono<UserEnv>()
  .get(
    '/merchants/stores',
    signedIn,
    limitSearches,
    query(v.object({ ...paging, ...StoreQuery })),
    async (c) => {
      const filter = c.req.valid('query')
      const found = await listStores(c.var.deps.db, filter)
      return c.json({ ...found, next: nextPage(c, filter, found.count) })
    },
  )

  .get('/check_domain', signedIn, limitSearches, query(v.object(DomainQuery)), async (c) => {
    const url = parseDomain(c.req.valid('query').domain)
    const brand = await findBrand(c.var.deps.db, url.href)
    return c.json({
      domain: normalizedHost(url.hostname),
      in_network: brand !== undefined,
      organization: brand ? { uuid: brand.id, name: brand.name } : null,
      commission_percentage: brand ? brand.commissionBasisPoints / 100 : null,
    })
  })

/** Parses a host or a URL. */
function parseDomain(typed: string): URL {
  const address = toAddress(typed)
  const url = canParseUrl(address) ? new URL(address) : null
  const isNamed = url !== null && /[^.]\.[^.]/.test(url.hostname) && !/\s/.test(typed)
  if (!isNamed || url.username !== '') throw new FieldError('domain', INVALID_DOMAIN)
  return url
}
