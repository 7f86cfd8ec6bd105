import { randomUUID } from 'node:crypto'
import { addLamp, historyOf } from '../links/history.ts'
import { IMPORT, start } from '../links/imports.ts'
import { upload } from '../links/uploading.ts'
import { addLink, linkPath, LINKS } from '../links.ts'
import type { Person } from '../people.ts'
import { created, newName, newUrl, type Account, type Change } from './changed-account.ts'

const V1 = '/v1/users/me/links/split'
const SETS = '/v2/my/parameter-sets/'

const addedLink = ({ owner }: Account) => addLink(owner, newUrl())

const newSet = () => ({ name: newName(), parameters: [{ name: 'a', value: 'b' }] })
async function addSet({ owner }: Account): Promise<string> {
  const { result } = await created<{ result: { uuid: string } }>(owner, SETS, newSet())
  return `${SETS}${result.uuid}/`
}

/** Returns the path to restore the version before the newest change. */
export async function pathToRestore(person: Person, path: string): Promise<string> {
  const [, before] = await historyOf(person, path)
  return `${path}history/${before?.id ?? 0}/restore/`
}

function newFile(): FormData {
  const form = new FormData()
  form.set('file', new File([`url\r\n${newUrl()}`], 'a'))
  return form
}

/** Cancels imports, because only one can run. */
async function cancelImports({ owner }: Account): Promise<void> {
  const { results } = await owner.get<{ results: { id: string }[] }>(IMPORT)
  for (const { id } of results) await owner.send('POST', `${IMPORT}${id}/cancel/`)
}

/** Stores a problem of a link, as a check does. */
async function addProblem({ server }: Account, { uuid }: { uuid: string }): Promise<void> {
  await server.deps.sql`
    insert into link_health (link_id, due_at, problem) values (${uuid}, now(), 'gone')
    on conflict (link_id) do update set problem = 'gone'`
}

/** Request for each call that changes links, imports and parameter sets. */
export const LINK_CHANGES: Record<string, Change> = {
  'POST /v2/my/links': () => [LINKS, { url: newUrl() }],
  'POST /v2/my/links/bulk': () => [`${LINKS}bulk/`, { links: [{ url: newUrl() }] }],
  'PUT /v2/my/links/by-external-id/{external_id}': () => [
    `${LINKS}by-external-id/${randomUUID()}/`,
    { url: newUrl() },
  ],
  'PATCH /v2/my/links': async (of) => [
    LINKS,
    { uuids: [(await addedLink(of)).uuid], tags: ['lamps'] },
  ],
  'PATCH /v2/my/links/{uuid}': async (of) => [linkPath(await addedLink(of)), { name: newName() }],
  'POST /v2/my/links/{uuid}/history/{version}/restore': async ({ owner }) => [
    await pathToRestore(owner, (await addLamp(owner)).path),
    {},
  ],
  'POST /v2/my/links/parameters': async (of) => [
    `${LINKS}parameters/`,
    {
      uuids: [(await addedLink(of)).uuid],
      parameters: [{ name: 'utm_source', value: 'b' }],
    },
  ],
  'POST /v2/my/links/{uuid}/clone': async (of) => [`${linkPath(await addedLink(of))}clone/`],
  'DELETE /v2/my/links/{uuid}/health': async (of) => {
    const link = await addedLink(of)
    await addProblem(of, link)
    return [`${linkPath(link)}health/`]
  },
  'POST /v2/my/links/import': async (of) => {
    await cancelImports(of)
    return [`${IMPORT}?dry_run=false&name=a.csv`, newFile()]
  },
  'POST /v2/my/links/import/{id}/cancel': async (of) => {
    await cancelImports(of)
    const { result } = await start(of.owner, 'url', newUrl())
    return [`${IMPORT}${result.id}/cancel/`]
  },
  'POST /v1/users/me/links/split/clone': async (of) => [
    `${V1}/clone/`,
    { uuid: (await addedLink(of)).uuid },
  ],
  'PUT /v1/users/me/links/split/{uuid}/custom_image': async (of) => [
    `${V1}/${(await addedLink(of)).uuid}/custom_image/`,
    { custom_image_upload_id: (await upload(of.server, of.owner)).id },
  ],
  'POST /v2/my/parameter-sets': () => [SETS, newSet()],
  'PATCH /v2/my/parameter-sets/{uuid}': async (of) => [await addSet(of), { name: newName() }],
  'DELETE /v2/my/parameter-sets/{uuid}': async (of) => [await addSet(of)],
}
