import * as v from 'valibot'
import { isOurs } from '#api/is-ours.ts'
import { OneLinkAnswer, readRows, SearchAnswer } from '#api/link-answers.ts'
import type { Session } from '#api/credentials.ts'
import { BulkTagsAnswer } from '#contract/links.ts'
import { TOKEN_HEADER, V1, V2 } from '#contract/product.ts'
import { breathe, slices } from './breathe.ts'
import { storageFor } from './current.ts'
import type { MirrorStorage } from './storage.ts'

type Asked = { method: string; url: string; headers: Headers }
type Write = (storage: MirrorStorage, body: unknown, asked: Asked) => Promise<void>

const GONE = 404
/** Rows that are read and written at once: a slow phone still answers a touch in between. */
const SLICE = 100

/** Which answers belong in the mirror, and what each of them changes there. */
const routes: [method: string, path: RegExp, write: Write][] = [
  ['POST', route(V2, '/links/search'), saveSearch],
  ['GET', route(V2, '/links/:uuid'), saveLink],
  ['PATCH', route(V2, '/links/:uuid'), saveLink],
  ['POST', route(V2, '/links'), saveLink],
  ['POST', route(V2, '/links/:uuid/clone'), saveLink],
  ['POST', route(V2, '/links/:uuid/extract'), saveLink],
  ['PATCH', route(V2, '/links'), saveTags],
  ['POST', route(V1, '/users/me/links/[a-z]+/clone'), saveLink],
  ['PUT', route(V1, '/users/me/links/[a-z]+/:uuid/custom_image'), saveLink],
]

function route(root: string, path: string): RegExp {
  const pattern = path.replaceAll(':uuid', '[0-9a-f]{8}-[0-9a-f-]{27}')
  return new RegExp(`${root}${pattern}/?$`, 'i')
}

const writerOf = (method: string, url: string) => {
  const { pathname } = new URL(url)
  return routes.find(([verb, path]) => verb === method && path.test(pathname))?.[2]
}

/** Whether an answer to this would be kept: what the worker stands in the way of, and nothing else. */
export const isMirrored = (asked: Asked) =>
  asked.headers.has(TOKEN_HEADER) && writerOf(asked.method, asked.url) !== undefined

/**
 * Writes a good answer into the mirror of the person it belongs to; true when it is in the database. The worker
 * calls it when it controls the page, the page when not (D-71). An answer to another token than the
 * session's comes too late, and is dropped (offline.md 26).
 */
export async function record(asked: Asked, response: Response, session: Session): Promise<boolean> {
  const write = writerOf(asked.method, asked.url)
  if (!write || asked.headers.get(TOKEN_HEADER) !== session.token) return false
  if (!isOurs(response)) return false
  const storage = storageFor(session.uuid)
  if (response.ok) await write(storage, await response.json(), asked)
  else if (response.status === GONE && asked.method === 'GET') await storage.remove(idIn(asked.url))
  else return false
  return storage.kind === 'database'
}

const idIn = (url: string) => [new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '']

async function saveSearch(storage: MirrorStorage, body: unknown, asked: Asked) {
  const { results, removed } = v.parse(SearchAnswer, body)
  for (const slice of slices(results, SLICE)) {
    await storage.save(readRows(slice))
    if (slice.length === SLICE) await breathe()
  }
  const hidden = new URL(asked.url).searchParams.get('is_hidden') === 'true'
  await storage.remove(removed, hidden ? 'hiddenLinks' : 'links')
}

async function saveLink(storage: MirrorStorage, body: unknown) {
  await storage.save([v.parse(OneLinkAnswer, body)])
}

async function saveTags(storage: MirrorStorage, body: unknown) {
  await storage.retag(v.parse(BulkTagsAnswer, body).results)
}
