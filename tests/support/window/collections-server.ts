import type { Collection, SmartRule } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { ApiRequest } from './fake-api.ts'
import { answers, linksServer, type Respond } from './links-server.ts'

const { json } = answers
const RULE: SmartRule = {
  tags: [],
  match: 'any',
  domain: null,
  created_within_days: null,
  min_clicks: null,
  ordering: '-created',
  limit: 100,
}

let made = 0

export function aCollection(name: string, more: Partial<Collection> = {}): Collection {
  made += 1
  const id = String(made).padStart(12, '0')
  const at = new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString()
  const uuids = more.link_uuids ?? []
  return {
    uuid: `11111111-0000-4000-8000-${id}`,
    type: 'regular',
    name,
    image_url: null,
    image_upload_id: null,
    image_params: null,
    thumbnail_params: null,
    thumbnail_url: null,
    layout: 'list',
    section_title: null,
    link_count: uuids.length,
    links: uuids.slice(0, 4).map((uuid) => ({ uuid, image_url: null })),
    link_uuids: uuids,
    rule: null,
    position: 0,
    created_at: at,
    updated_at: at,
    ...more,
  }
}

export const aSmartCollection = (name: string, rule: Partial<SmartRule>) =>
  aCollection(name, { type: 'smart', link_uuids: null, rule: { ...RULE, ...rule } })

const asUsual: Respond = () => undefined

/** Imitates the server with links and collections of one person, including the delta contract. */
export function collectionsServer(links: ShortLink[] = [], collections: Collection[] = []) {
  const server = linksServer(links)
  const rows = new Map(collections.map((row) => [row.uuid, { row, seq: 0 }]))
  const gone: { uuid: string; seq: number }[] = []
  let seq = 0
  let respond = asUsual

  function put(row: Collection) {
    const updated_at = new Date(Date.UTC(2026, 1, 1) + (seq += 1) * 1000).toISOString()
    const next = { ...row, updated_at, link_count: row.link_uuids?.length ?? row.link_count }
    rows.set(row.uuid, { row: next, seq })
    return next
  }
  function remove(uuid: string) {
    rows.delete(uuid)
    gone.push({ uuid, seq: (seq += 1) })
  }

  function list({ query }: ApiRequest) {
    const cursor = `c${seq}`
    const since = query.get('since')
    if (since !== null) {
      const after = Number(since.slice(1))
      const results = [...rows.values()].filter((one) => one.seq > after).map(({ row }) => row)
      const removed = gone.filter((one) => one.seq > after).map(({ uuid }) => uuid)
      return json({ results, removed, cursor, has_more: false, complete: true })
    }
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 20)]
    const all = [...rows.values()].map(({ row }) => row)
    const results = all.slice((page - 1) * size, page * size)
    const next = all.length > page * size ? `?page=${page + 1}` : null
    return json({ results, next, count: all.length, cursor })
  }

  function create(type: string | undefined, body: ApiRequest['body']) {
    const sent = body as { name: string; layout?: Collection['layout']; rule?: SmartRule }
    if (sent.name === '') return json({ errors: { name: ['This field is required.'] } }, 400)
    if ([...rows.values()].some(({ row }) => row.name === sent.name))
      return json({ errors: { name: ['You have a collection with this name.'] } }, 400)
    const fresh = type === 'smart' ? aSmartCollection(sent.name, {}) : aCollection(sent.name)
    return json(put({ ...fresh, ...sent }), 201)
  }

  function change(row: Collection, { method, body }: ApiRequest) {
    const uuids = (body['uuids'] ?? []) as string[]
    const held = row.link_uuids ?? []
    const rest = held.filter((uuid) => !uuids.includes(uuid))
    const link_uuids =
      method === 'POST' ? [...rest, ...uuids] : method === 'DELETE' ? rest : [...uuids, ...rest]
    return json(put({ ...row, link_uuids }))
  }

  function order({ body }: ApiRequest) {
    const wanted = body['uuids'] as string[]
    wanted.forEach((uuid, i) => {
      const known = rows.get(uuid)
      if (known) put({ ...known.row, position: i + 1 })
    })
    const results = [...rows.values()].map(({ row: { uuid, position } }) => ({ uuid, position }))
    return json({ results })
  }

  server.instead(async (request) => {
    const own = await respond(request)
    if (own || !request.path.startsWith('/v2/my/collections/')) return own
    if (request.path === '/v2/my/collections/order/') return order(request)
    const match = /collections\/(regular\/|smart\/)?([0-9a-f-]{36})?\/?(links)?/.exec(request.path)
    const [, kind, uuid, ofLinks] = match ?? []
    if (!uuid)
      return request.method === 'GET' ? list(request) : create(kind?.slice(0, -1), request.body)
    const known = rows.get(uuid)?.row
    if (!known) return json({}, 404)
    if (ofLinks && request.method === 'GET')
      return json({
        results: links.filter((link) => known.link_uuids?.includes(link.uuid) ?? true),
        next: null,
        count: known.link_count,
        cursor: '',
      })
    if (ofLinks) return change(known, request)
    if (request.method === 'DELETE') {
      remove(uuid)
      return new Response(null, { status: 204 })
    }
    return json(request.method === 'PATCH' ? put({ ...known, ...request.body }) : known)
  })

  return {
    ...server,
    put,
    remove,
    putLink: server.put,
    find: (name: string) =>
      [...rows.values()].map(({ row }) => row).find((row) => row.name === name),
    /** Sets a function that answers instead, as long as it returns a response. */
    instead: (next: Respond) => void (respond = next),
    asUsual: () => void (respond = () => undefined),
  }
}
