import * as v from 'valibot'
import { OneLinkAnswer, parseLinks, SearchAnswer } from '#api/link-answers.ts'
import { BulkTagsAnswer } from '#contract/links/link-edits.ts'
import { V1, V2 } from '#contract/app-constants.ts'
import { nextTask, slices, WRITE_SLICE } from '../store/slices.ts'
import { idFromUrl, pathPattern, type MirrorRequest, type Route } from './response-routes.ts'
import type { MirrorStorage } from '../store/storage.ts'

export const linkRoutes: Route[] = [
  { method: 'POST', path: pathPattern(V2, '/links/search'), write: saveSearch },
  { method: 'GET', path: pathPattern(V2, '/links/:uuid'), write: saveLink, gone: removeLink },
  { method: 'PATCH', path: pathPattern(V2, '/links/:uuid'), write: saveLink },
  { method: 'POST', path: pathPattern(V2, '/links'), write: saveLink },
  { method: 'POST', path: pathPattern(V2, '/links/:uuid/clone'), write: saveLink },
  { method: 'POST', path: pathPattern(V2, '/links/:uuid/extract'), write: saveLink },
  { method: 'POST', path: pathPattern(V2, '/links/:uuid/health'), write: saveLink },
  { method: 'DELETE', path: pathPattern(V2, '/links/:uuid/health'), write: saveLink },
  { method: 'PATCH', path: pathPattern(V2, '/links'), write: saveTags },
  { method: 'POST', path: pathPattern(V2, '/links/parameters'), write: saveChanged },
  { method: 'POST', path: pathPattern(V1, '/users/me/links/[a-z]+/clone'), write: saveLink },
  {
    method: 'PUT',
    path: pathPattern(V1, '/users/me/links/[a-z]+/:uuid/custom_image'),
    write: saveLink,
  },
]

async function saveSearch(storage: MirrorStorage, body: unknown, request: MirrorRequest) {
  const { removed } = await saveLinks(storage, body)
  const hidden = new URL(request.url).searchParams.get('is_hidden') === 'true'
  await storage.remove(removed, hidden ? 'hiddenLinks' : 'links')
}

/** Stores a page of links of any list in steps, so that a slow phone responds to input in between. */
export async function saveLinks(storage: MirrorStorage, body: unknown) {
  const page = v.parse(SearchAnswer, body)
  for (const slice of slices(page.results, WRITE_SLICE)) {
    await storage.save(parseLinks(slice))
    if (slice.length === WRITE_SLICE) await nextTask()
  }
  return page
}

async function saveLink(storage: MirrorStorage, body: unknown) {
  await storage.save([v.parse(OneLinkAnswer, body)])
}

async function saveChanged(storage: MirrorStorage, body: unknown) {
  await saveLinks(storage, body)
}

async function removeLink(storage: MirrorStorage, request: MirrorRequest) {
  await storage.remove([idFromUrl(request)])
}

async function saveTags(storage: MirrorStorage, body: unknown) {
  await storage.retag(v.parse(BulkTagsAnswer, body).results)
}
