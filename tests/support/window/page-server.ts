import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { CreatorPage, PredefinedSection, Section } from '#contract/page/pages.ts'
import { collectionsServer } from './collections-server.ts'
import { json, type ApiRequest } from './fake-api.ts'

export const aPage = (more: Partial<CreatorPage> = {}): CreatorPage => ({
  id: 7,
  slug: 'maya',
  title: 'Maya Okafor',
  description: '',
  image_url: null,
  image_upload_id: null,
  image_params: null,
  thumbnail_params: null,
  thumbnail_url: null,
  theme: 'auto',
  accent: 'ink',
  url: 'https://split.example/p/maya',
  is_published: true,
  is_indexed: true,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
  ...more,
})

export const aSection = (id: number, title: string, more: Partial<Section> = {}): Section => ({
  id,
  title,
  type: 'collections',
  layout: 'grid',
  position: id,
  is_visible: true,
  collections: [],
  links: [],
  text: '',
  link_count: 0,
  image_urls: [],
  ...more,
})

const TEMPLATES: PredefinedSection[] = [
  {
    id: 1,
    title: 'Shop my picks',
    type: 'collections',
    layout: 'grid',
    description: 'A collection as a picture grid',
  },
  {
    id: 3,
    title: 'Start here',
    type: 'links',
    layout: 'list',
    description: 'Links as buttons',
  },
]

const PROFILE = {
  first_name: 'Maya',
  last_name: 'Okafor',
  contact_email: '',
  avatar_url: null,
  image_upload_id: null,
  image_params: null,
}

type World = {
  page?: CreatorPage | null
  sections?: Section[]
  taken?: string[]
  links?: ShortLink[]
  collections?: Collection[]
}

/**
 * Matches requests that change something. Searches and name suggestions also use POST but change
 * nothing.
 */
const CHANGES = /\/(pages|sections)\/(?!generate_slug)/

type Respond = (request: ApiRequest) => Response | undefined

const asUsual: Respond = () => undefined

/** Imitates the server with a person's page, its sections, links and collections. */
export function pageServer(world: World = {}) {
  let page = world.page ?? null
  let sections = world.sections ?? []
  const taken = world.taken ?? []
  const sent: ApiRequest[] = []
  let instead: Respond = asUsual
  const server = collectionsServer(world.links, world.collections)

  function pages({ method, path, body }: ApiRequest): Response | undefined {
    if (path === '/v2/my/pages/page/') return page ? json(page) : json({}, 404)
    if (path === '/v2/my/pages/generate_slug/')
      return json({ result: { slug: method === 'GET' ? 'maya-okafor' : slugOf(body) } })
    if (path === '/v2/my/pages/preview/')
      return json({ html: `<html><head></head><body>${page?.title ?? ''}</body></html>` })
    if (path === '/v2/my/pages/') {
      page = aPage({
        ...body,
        is_published: false,
        url: `https://split.example/p/${String(body['slug'])}`,
      })
      return json(page, 201)
    }
    if (/^\/v2\/my\/pages\/\d+\/$/.test(path) && page) {
      page = { ...page, ...body }
      return json(page)
    }
    const name = /^\/v1\/pages\/(.+)$/.exec(path)?.[1]
    return name ? json({ name, available: !taken.includes(name) }) : undefined
  }

  function ofSections({ method, path, body }: ApiRequest): Response | undefined {
    if (path === '/v2/my/predefined-sections/') return json({ results: TEMPLATES })
    if (!path.startsWith('/v2/my/sections/')) return undefined
    if (path.endsWith('/order/')) {
      const ids = body['ids'] as number[]
      sections = ids.flatMap((id) => sections.find((one) => one.id === id) ?? [])
      return json({ ids })
    }
    if (path === '/v2/my/sections/') {
      if (method === 'GET') return json({ results: sections, next: null, count: sections.length })
      const made = madeOf(body, sections)
      sections = [...sections, made].toSorted((a, b) => a.position - b.position)
      return json(made, 201)
    }
    const id = Number(/(\d+)\/$/.exec(path)?.[1])
    if (method === 'DELETE') {
      sections = sections.filter((one) => one.id !== id)
      return new Response(null, { status: 204 })
    }
    sections = sections.map((one) => (one.id === id ? { ...one, ...body } : one))
    const found = sections.find((one) => one.id === id)
    return found ? json(found) : json({}, 404)
  }

  server.instead(async (request) => {
    if (request.method !== 'GET' && CHANGES.test(request.path)) sent.push(request)
    if (request.path === '/v2/my/profile/public/retrieve_profile/') return json({ result: PROFILE })
    return instead(request) ?? pages(request) ?? ofSections(request)
  })

  return {
    /** Returns the changes, as "PATCH /v2/my/pages/7/" and the body. */
    sent: () => sent.map(({ method, path, body }) => [`${method} ${path}`, body] as const),
    sections: () => sections,
    /** Sets a function that answers instead, as long as it returns a response. */
    instead: (next: Respond) => void (instead = next),
  }
}

const slugOf = (body: ApiRequest['body']) =>
  `${String(body['text']).replaceAll(/\W+/g, '-')}-1`.toLowerCase()

function madeOf(body: ApiRequest['body'], sections: Section[]): Section {
  const template = TEMPLATES.find(({ id }) => id === body['predefined_section_id'])
  const id = Math.max(0, ...sections.map((one) => one.id)) + 1
  const { title = '', type, layout } = template ?? {}
  return aSection(id, title, { ...(type && { type }), ...(layout && { layout }), ...body })
}
