import { vi } from 'vitest'
import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { ChatMessage } from '#contract/partners/chat.ts'
import { aMessage } from './chat.ts'
import { aCollection } from './collections-server.ts'
import { aLink, answers } from './links-server.ts'

type Row = ShortLink | Collection
type Body = Record<string, unknown>
type Stored = { request: string; status: number; body: unknown }

/** Fate of the next request. `lost`: it is processed, but its answer does not arrive. */
export type NetworkState = 'good' | 'dead' | 'lost' | 'broken' | 'busy' | 'portal' | 'slow'

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Merges an edit by the rule of server/platform/lists/merge-edit.ts. */
function merge<R extends Row>(row: R, { base = {}, ...edit }: Body): Partial<R> | string[] {
  const [seen, now] = [base as Body, row as Body]
  const own = Object.entries(edit).filter(([name, value]) => !same(value, seen[name]))
  const clashing = own.filter(
    ([name, value]) => name in seen && !same(now[name], seen[name]) && !same(now[name], value),
  )
  if (clashing.length > 0) return clashing.map(([name]) => name)
  return Object.fromEntries(own) as Partial<R>
}

const refused = (name: string, text: string) => ({
  status: 400,
  body: { errors: { [name]: [text] } },
})

/**
 * Imitates the server with links and collections of one person: a request with a known idempotency
 * key is not processed again, and an edit based on outdated values is a conflict.
 */
export function outboxServer(weather: () => NetworkState = () => 'good') {
  const links = new Map<string, ShortLink>()
  const collections = new Map<string, Collection>()
  /** Messages in order, by channel. */
  const said = new Map<string, ChatMessage[]>()
  const answered = new Map<string, Stored>()
  /** Number of effects per idempotency key. */
  const effects = new Map<string, number>()
  let clock = Date.UTC(2026, 2, 1)
  let requests = 0
  const at = () => new Date((clock += 1000)).toISOString()

  function putLink(link: ShortLink, change: Partial<ShortLink> = {}) {
    const row = { ...link, ...change, updated_at: at() }
    links.set(row.uuid, row)
    return row
  }

  function putCollection(row: Collection, uuids: string[] = row.link_uuids ?? []) {
    const next = { ...row, link_uuids: uuids, link_count: uuids.length, updated_at: at() }
    collections.set(row.uuid, next)
    return next
  }

  /** Updates the collection names of a link without changing its update time. */
  function nameCollections(link: ShortLink) {
    const holding = [...collections.values()].filter((row) => row.link_uuids?.includes(link.uuid))
    const regular_collection_names = holding.map(({ name }) => name).sort()
    links.set(link.uuid, { ...link, regular_collection_names })
  }

  const GONE = { status: 404, body: {} }

  function edit<R extends Row>(row: R | undefined, body: Body, put: (change: Partial<R>) => R) {
    if (!row) return GONE
    if (body['name'] === '') return refused('name', 'Give it a name.')
    const change = merge(row, body)
    if (!Array.isArray(change)) return { status: 200, body: put(change) }
    const conflict = { fields: change, latest: row }
    return { status: 409, body: { errors: { non_field_errors: ['Changed.'] }, conflict } }
  }

  function tag(body: Body) {
    const { uuids, tags, mode } = body as { uuids: string[]; tags: string[]; mode: string }
    const results = uuids.flatMap((uuid) => {
      const link = links.get(uuid)
      if (!link) return []
      const others = link.tags.filter((one) => !tags.includes(one))
      const next = mode === 'remove' ? others : [...new Set([...link.tags, ...tags])]
      const { tags: now, updated_at } = putLink(link, { tags: next })
      return [{ uuid, tags: now, updated_at }]
    })
    return { status: 200, body: { results } }
  }

  function ofLinks(method: string, id: string, body: Body) {
    if (id === '' && method === 'POST') {
      const made = aLink('', { url: String(body['url']), tags: [] })
      return { status: 201, body: { result: putLink(made, { name: 'page' }) } }
    }
    if (id === '') return tag(body)
    const link = links.get(id)
    if (method === 'GET') return link ? { status: 200, body: link } : GONE
    return edit(link, body, (change) => putLink(link as ShortLink, change))
  }

  function ofCollections(method: string, id: string, body: Body) {
    const row = collections.get(id)
    if (id === '') {
      const name = String(body['name'])
      if ([...collections.values()].some((other) => other.name === name))
        return refused('name', 'You already have a collection with this name.')
      return { status: 201, body: putCollection(aCollection(name, { link_uuids: [] })) }
    }
    if (!row) return GONE
    if (method === 'GET') return { status: 200, body: row }
    if (method === 'DELETE') {
      collections.delete(id)
      return { status: 204, body: null }
    }
    return edit(row, body, (change) => putCollection({ ...row, ...change }))
  }

  function members(method: string, id: string, { uuids }: Body) {
    const row = collections.get(id)
    if (!row) return GONE
    const [held, named] = [row.link_uuids ?? [], uuids as string[]]
    if (named.some((uuid) => !links.has(uuid))) return refused('uuids', 'Unknown link.')
    const rest = held.filter((uuid) => !named.includes(uuid))
    const next = method === 'DELETE' ? rest : [...new Set([...held, ...named])]
    const body = putCollection(row, next)
    for (const link of links.values()) nameCollections(link)
    return { status: 200, body }
  }

  function say(channel: string, { text }: Body, key: string | null) {
    const all = said.get(channel) ?? []
    const more = { author: 'me', channel, text: String(text), key, created_at: at() } as const
    const message = aMessage(all.length + 1, { ...more, id: crypto.randomUUID() })
    said.set(channel, [...all, message])
    return { status: 201, body: { result: message } }
  }

  function act(
    method: string,
    path: string,
    body: Body,
    by: string | null,
  ): { status: number; body: unknown } {
    if (path.endsWith('/sendbird/token/'))
      return { status: 200, body: { access_token: 'chat', uuid: crypto.randomUUID() } }
    const channel = /^\/chat\/channels\/([0-9a-f-]{36})\/messages$/.exec(path)?.[1]
    if (channel !== undefined) return say(channel, body, by)
    const [, noun = '', id = '', part] =
      /\/v2\/my\/(links|collections)\/(?:(?:regular|smart)\/)?([0-9a-f-]{36})?\/?(links)?/.exec(
        path,
      ) ?? []
    if (part) return members(method, id, body)
    return noun === 'links' ? ofLinks(method, id, body) : ofCollections(method, id, body)
  }

  async function reach(request: Request): Promise<Response> {
    requests += 1
    const text = await request.clone().text()
    const { pathname } = new URL(request.url)
    const key = request.headers.get('Idempotency-Key')
    const whole = `${request.method} ${pathname} ${text}`
    const known = key === null ? undefined : answered.get(key)
    if (known && known.request !== whole) return answers.json({ errors: {} }, 409)
    const { status, body } =
      known ?? act(request.method, pathname, text ? JSON.parse(text) : {}, key)
    if (key !== null && !known) {
      answered.set(key, { request: whole, status, body })
      if (status < 300) effects.set(key, (effects.get(key) ?? 0) + 1)
    }
    if (status === 204) return new Response(null, { status })
    return answers.json(body, status, known ? { 'Idempotency-Replayed': 'true' } : {})
  }

  async function answer(request: Request): Promise<Response> {
    switch (weather()) {
      case 'dead':
        throw new TypeError('Failed to fetch')
      case 'lost':
        await reach(request)
        throw new TypeError('Failed to fetch')
      case 'broken':
        return answers.json({}, 502)
      case 'busy':
        return answers.json({}, 503, { 'Retry-After': '5' })
      case 'portal':
        return answers.captivePortal()
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, 1))
        return reach(request)
      default:
        return reach(request)
    }
  }

  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) =>
    answer(input instanceof Request ? input : new Request(input, init)),
  )
  return {
    links,
    collections,
    said,
    effects,
    putLink,
    putCollection,
    requests: () => requests,
  }
}
