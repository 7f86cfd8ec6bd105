import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { Widget } from '#contract/page/widgets.ts'
import { collectionsServer } from './collections-server.ts'
import { json, type ApiRequest } from './fake-api.ts'

const ROOT = '/v1/users/me/widgets/'

export function aWidget(id: number, name: string, more: Partial<Widget> = {}): Widget {
  const key = `key${String(id).padStart(7, '0')}`
  const url = `https://split.example/w/${key}`
  return {
    id,
    key,
    name,
    collection_uuid: null,
    layout: 'grid',
    columns: 3,
    limit: 6,
    theme: 'auto',
    url,
    embed_code: `<script async src="${url}.js"></script>`,
    frame_code: `<iframe src="${url}" title="${name}"></iframe>`,
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-01T10:00:00.000Z',
    ...more,
  }
}

type World = { widgets?: Widget[]; collections?: Collection[]; links?: ShortLink[] }
type Respond = (request: ApiRequest) => Response | undefined

const asUsual: Respond = () => undefined

/** Imitates the server with a person's widgets and their collections. */
export function widgetsServer(world: World = {}) {
  let widgets = world.widgets ?? []
  const sent: ApiRequest[] = []
  let instead = asUsual
  const server = collectionsServer(world.links, world.collections)

  function answer({ method, path, body }: ApiRequest): Response | undefined {
    if (!path.startsWith(ROOT)) return undefined
    const rest = path.slice(ROOT.length)
    if (rest === 'preview/') return json({ html: `<p>Unsaved ${String(body['layout'])}</p>` })
    if (rest === '') {
      if (method === 'GET') return json({ results: widgets, next: null, count: widgets.length })
      const id = Math.max(0, ...widgets.map((one) => one.id)) + 1
      const made = aWidget(id, String(body['name']), body)
      widgets = [...widgets, made]
      return json(made, 201)
    }
    const found = widgets.find(({ id }) => id === Number.parseInt(rest, 10))
    if (!found) return json({}, 404)
    if (rest.endsWith('/preview/')) return json({ html: `<p>Saved ${found.layout}</p>` })
    if (method === 'DELETE') {
      widgets = widgets.filter((one) => one !== found)
      return new Response(null, { status: 204 })
    }
    const { base: _seen, ...edit } = body
    const next = { ...found, ...edit, updated_at: new Date().toISOString() }
    widgets = widgets.map((one) => (one === found ? next : one))
    return json(next)
  }

  server.instead((request) => {
    if (request.path.startsWith(ROOT) && request.method !== 'GET') sent.push(request)
    return instead(request) ?? answer(request)
  })

  return {
    /** Returns the changes, as "PATCH 7/" and the body, without previews. */
    sent: () =>
      sent
        .filter(({ path }) => !path.endsWith('/preview/'))
        .map(({ method, path, body }) => [`${method} ${path.slice(ROOT.length)}`, body] as const),
    /** Returns the bodies of unsaved previews. */
    previewed: () => sent.filter(({ path }) => path.endsWith('/preview/')).map(({ body }) => body),
    /** Sets a function that answers instead, as long as it returns a response. */
    instead: (next: Respond) => void (instead = next),
  }
}
