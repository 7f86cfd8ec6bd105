import { eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import {
  CampaignQuery,
  PromotionQuery,
  type DiscoveredOrganization,
} from '#contract/partners/brands.ts'
import { MAX_ID } from '#contract/common.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { getBrand, toOrganizations } from '../../links/brands/organizations.ts'
import { listTrending } from '../../links/brands/trending-products.ts'
import { trendingProducts } from '../../platform/db/schema.ts'
import type { UserEnv } from '../../env.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { query } from '../../platform/http/validate.ts'
import { getCampaign, getPromotion, listCampaigns, listPromotions } from './promotions.ts'

const paging = {
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(MAX_PAGE_SIZE), String(PAGE_SIZE)),
}
const Campaigns = v.object({ ...paging, ...CampaignQuery })

function readId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : MAX_ID + 1
  if (id > MAX_ID) throw new HTTPException(404)
  return id
}

async function answerCampaigns(c: Context<UserEnv>, filter: v.InferOutput<typeof Campaigns>) {
  const found = await listCampaigns(c.var.deps.db, filter)
  return c.json({ ...found, next: nextPage(c, filter, found.count) })
}

/** Routes of /v2/my/campaigns. */
export const campaignRoutes = new Hono<UserEnv>()
  .get('/', signedIn, query(Campaigns), (c) => answerCampaigns(c, c.req.valid('query')))
  .get('/:id', signedIn, async (c) =>
    c.json(await getCampaign(c.var.deps.db, readId(c.req.param('id')))),
  )

/** Routes of /v2/my/organizations, mounted before those of single brands. */
export const organizationLists = new Hono<UserEnv>()
  .get('/campaigns', signedIn, query(Campaigns), (c) => answerCampaigns(c, c.req.valid('query')))

  .get('/promotions', signedIn, query(v.object({ ...paging, ...PromotionQuery })), async (c) => {
    const filter = c.req.valid('query')
    const found = await listPromotions(c.var.deps.db, filter)
    return c.json({ ...found, next: nextPage(c, filter, found.count) })
  })

  .get('/promotions/:id', signedIn, async (c) =>
    c.json(await getPromotion(c.var.deps.db, readId(c.req.param('id')))),
  )

/** Routes of /v2/my/promotions: alternative path for the same promotions. */
export const promotionRoutes = new Hono<UserEnv>().get('/:id', signedIn, async (c) =>
  c.json(await getPromotion(c.var.deps.db, readId(c.req.param('id')))),
)

/** Route of /v2/my/discover/organizations: a brand with its promotions and products. */
export const discovered = new Hono<UserEnv>().get('/:uuid', signedIn, async (c) => {
  const { db } = c.var.deps
  const brand = await getBrand(db, c.req.param('uuid'))
  const page = { page: 1, page_size: PAGE_SIZE }
  const [organization] = await toOrganizations(db, c.var.user.id, [brand])
  if (!organization) throw new HTTPException(404)
  const promoted = await listPromotions(db, { ...page, organization: brand.id })
  const products = await listTrending(db, page, eq(trendingProducts.brandId, brand.id))
  return c.json<DiscoveredOrganization>({
    ...organization,
    promotions: promoted.results.filter(({ status }) => status !== 'ended'),
    products: products.results,
  })
})
