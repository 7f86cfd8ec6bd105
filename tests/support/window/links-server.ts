import type { ShortLink } from '#contract/links/short-link.ts'
import { COOKIES } from '#contract/people/session-cookies.ts'
import { json, serveFetch, type ApiRequest } from './fake-api.ts'

let made = 0

/** Returns a link. Each call creates a newer one, so that their order is unambiguous. */
export function aLink(name: string, more: Partial<ShortLink> = {}): ShortLink {
  made += 1
  const id = String(made).padStart(12, '0')
  const at = new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString()
  return {
    uuid: `00000000-0000-4000-8000-${id}`,
    name,
    image_url: null,
    domain: 'a.example',
    url: `https://a.example/${made}`,
    url_editable: true,
    target_url: `https://a.example/${made}`,
    split_url: `https://split.example/s/code${made}`,
    short_code: `code${made}`,
    commission_percentage: null,
    lifetime_clicks: 0,
    lifetime_commissions: 0,
    lifetime_revenue: 0,
    meta_extraction_progress: 100,
    meta_extraction_error: null,
    custom_image_upload_id: null,
    custom_image_params: null,
    image_upload_id: null,
    regular_collection_names: [],
    tags: [],
    treat_as_in_network: false,
    treat_as_in_network_editable: false,
    has_tutorial_enabled: false,
    link_domain_id: { domain: 'split.example', id: 1, is_main: true },
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
    is_hidden: false,
    created_at: at,
    updated_at: at,
    ...more,
  }
}

export type Respond = (request: ApiRequest) => Response | undefined | Promise<Response | undefined>

const asUsual: Respond = () => undefined

/** Returns the fields of an edit that differ from the values shown in its form. */
function changedFields({ base = {}, ...edit }: ApiRequest['body']) {
  const shown = base as ApiRequest['body']
  return Object.fromEntries(
    Object.entries(edit).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name]),
    ),
  )
}

/**
 * Imitates the server with links of one person, including the delta contract. Records the requests.
 */
export function linksServer(links: ShortLink[] = []) {
  const rows = new Map(links.map((link) => [link.uuid, { link, seq: 0 }]))
  const gone: { uuid: string; seq: number }[] = []
  let seq = 0
  let oldest = 0
  let respond: Respond = asUsual

  const put = (link: ShortLink) => rows.set(link.uuid, { link, seq: (seq += 1) })
  function remove(uuid: string) {
    rows.delete(uuid)
    gone.push({ uuid, seq: (seq += 1) })
  }

  const listed = (hidden: boolean) =>
    [...rows.values()]
      .filter(({ link }) => link.is_hidden === hidden)
      .sort((a, b) => (a.link.created_at < b.link.created_at ? 1 : -1))

  function search(
    hidden: boolean,
    { page = 1, page_size = 20 }: { page?: number; page_size?: number },
  ) {
    const all = listed(hidden)
    const results = all.slice((page - 1) * page_size, page * page_size).map(({ link }) => link)
    const next = all.length > page * page_size ? `?page=${page + 1}` : null
    return json({ results, next, count: all.length, cursor: String(seq) })
  }

  function changes(hidden: boolean, since: number) {
    const cursor = String(seq)
    if (since < oldest)
      return json({ results: [], removed: [], cursor, has_more: false, complete: false })
    const changed = [...rows.values()].filter((row) => row.seq > since).map(({ link }) => link)
    const left = changed.filter((link) => link.is_hidden !== hidden).map((link) => link.uuid)
    const deleted = gone.filter((row) => row.seq > since).map((row) => row.uuid)
    const results = changed.filter((link) => link.is_hidden === hidden)
    return json({
      results,
      removed: [...left, ...deleted],
      cursor,
      has_more: false,
      complete: true,
    })
  }

  async function answer(call: ApiRequest): Promise<Response> {
    const own = await respond(call)
    if (own) return own
    const { method, path, query, body } = call
    if (path === '/v2/my/links/search/') {
      const hidden = query.get('is_hidden') === 'true'
      return body['since'] === undefined
        ? search(hidden, body)
        : changes(hidden, Number(body['since']))
    }
    const one = rows.get(path.split('/').filter(Boolean).at(-1) ?? '')
    if (!one) return json({}, 404)
    if (method === 'PATCH') put({ ...one.link, ...changedFields(body) })
    return json(rows.get(one.link.uuid)?.link)
  }

  const { requests, quiet } = serveFetch(answer)
  return {
    requests,
    put,
    remove,
    /** Sets a function that answers instead, as long as it returns a response. */
    instead: (next: Respond) => void (respond = next),
    asUsual: () => void (respond = asUsual),
    quiet,
    /** Makes all earlier cursors too old. */
    forgetChanges: () => (oldest = seq + 1) && (seq += 1),
  }
}

export const answers = {
  json,
  captivePortal: () =>
    new Response('<!doctype html><title>Wi-Fi</title>', {
      status: 200,
      headers: { 'Content-Type': 'text/html' },
    }),
}

const nothing = () => undefined

/** Returns a promise that the test resolves. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = nothing
  const promise = new Promise<Value>((done) => (resolve = done))
  return { promise, resolve }
}

/** Sets the cookies of a signed-in session. Returns the person's id. */
export function signInAs(name: string): string {
  const uuid = `${name.charCodeAt(0).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  const jwt = `h.${btoa(JSON.stringify({ uuid })).replaceAll('=', '')}.s`
  document.cookie = `${COOKIES.token}=token-of-${name}; Path=/`
  document.cookie = `${COOKIES.jwt}=${jwt}; Path=/`
  return uuid
}
