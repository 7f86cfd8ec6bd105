import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { AppEnv } from '../../../env.ts'
import { bearerIn } from '../../../platform/http/bearer.ts'
import { isEqualInConstantTime } from '../../../platform/http/signed-cookies.ts'
import { body, query } from '../../../platform/http/validate.ts'
import { createPlaces } from '../../places.ts'
import { FEED_TABLES, MAX_SHIPMENT } from '../feed-tables.ts'
import { acceptClicks, areClicks } from './accept-clicks.ts'
import { readFeed, readRows } from './read-feed.ts'

const Changes = v.object({ cursor: v.optional(v.pipe(v.string(), v.maxLength(10_000))) })

const KeyValue = v.union([v.pipe(v.string(), v.maxLength(300)), v.pipe(v.number(), v.integer())])
const Rows = v.object({
  table: v.picklist(FEED_TABLES.map(({ name }) => name)),
  after: v.nullable(
    v.pipe(v.record(v.pipe(v.string(), v.maxLength(30)), KeyValue), v.maxEntries(5)),
  ),
})

const Shipment = v.object({
  edge: Uuid,
  name: v.pipe(v.string(), v.maxLength(60), v.regex(/^[\w.-]+$/)),
  number: v.pipe(v.string(), v.maxLength(15), v.regex(/^[1-9]\d*$/), v.transform(Number)),
})

const Place = v.object({ link: Uuid, takes: v.boolean() })

/** Refuses requests without `EDGE_TOKEN`. Without that setting, there is nothing here. */
const fromEdge = createMiddleware<AppEnv>(async (c, next) => {
  const { edgeToken } = c.var.deps.config
  c.header('Cache-Control', 'no-store')
  if (edgeToken === null) return c.text('Not found', 404)
  const sent = bearerIn(c.req.header('authorization'))
  if (sent === undefined || !isEqualInConstantTime(sent, edgeToken)) {
    c.header('WWW-Authenticate', 'Bearer realm="edge"')
    return c.text('Send EDGE_TOKEN as bearer token.', 401)
  }
  return next()
})

const limitShipment = bodyLimit({
  maxSize: 2 * MAX_SHIPMENT,
  onError: () => {
    throw new HTTPException(413)
  },
})

/** Routes of /edge, which edge servers call (server/redirect/edge). */
export const edgeRoutes = new Hono<AppEnv>()
  .use('*', fromEdge)
  .get('/changes', query(Changes), async (c) =>
    c.json(await readFeed(c.var.deps.sql, c.req.valid('query').cursor)),
  )
  .post('/rows', body(Rows), async (c) => {
    const { table: name, after } = c.req.valid('json')
    const table = FEED_TABLES.find((known) => known.name === name)
    if (!table) return c.text('Not found', 404)
    return c.json(await readRows(c.var.deps.sql, table, after))
  })
  .post('/clicks', limitShipment, query(Shipment), async (c) => {
    const { edge: edgeId, name: edgeName, number } = c.req.valid('query')
    const lines = await c.req.text()
    if (!areClicks(lines)) return c.json({ errors: { non_field_errors: ['Not clicks.'] } }, 400)
    await acceptClicks(c.var.deps, { edgeId, edgeName, number, lines })
    return c.body(null, 204)
  })
  .post('/places', body(Place), async (c) => {
    const { link, takes } = c.req.valid('json')
    const places = createPlaces(c.var.deps.sql)
    return c.json({ granted: await (takes ? places.take(link) : places.isLeft(link)) })
  })
