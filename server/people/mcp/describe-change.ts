import { publicCallOf } from '../api-keys/public-calls.ts'
import type { PublicCall } from '#contract/developers/public-api.ts'
import { splitCall } from '../api-keys/reference/openapi.ts'
import type { CallApi } from './api-caller.ts'

type Input = Record<string, unknown>
type Named = { id?: unknown; title?: unknown; name?: unknown; account_url?: unknown; url?: unknown }

const SOCIAL = '/v2/my/socialmedialinks'
/** Lists of ids, with the call that reads one of them. */
const ID_LISTS: Record<string, string> = {
  uuids: '/v2/my/links',
  links: '/v2/my/links',
  collections: '/v2/my/collections',
}
/** Maximum number of objects whose names are read. */
const MAX_NAMES = 20

/** Returns the current name of the object that a call changes; null if it changes none. */
export async function describeSubject(
  callApi: CallApi,
  call: PublicCall,
  input: Input,
): Promise<string | null> {
  const { path } = splitCall(call)
  const id = input['uuid'] ?? input['id']
  if (typeof id !== 'string' && typeof id !== 'number') return null
  if (path.startsWith('/v2/my/pages/')) return nameAt(callApi, '/v2/my/pages/page')
  if (path.startsWith(SOCIAL)) {
    const { results = [] } = (await read(callApi, SOCIAL)) as { results?: Named[] }
    return nameOf(results.find((one) => String(one.id) === String(id)))
  }
  const object = path.replace(/(\{\w+\}).*$/, '$1')
  if (!publicCallOf(`GET ${object}`)) return null
  return nameAt(callApi, object.replace(/\{\w+\}/, encodeURIComponent(String(id))))
}

/** Returns the values of a change as text. Ids of links and collections become their names. */
export async function describeFields(
  callApi: CallApi,
  input: Input,
): Promise<{ name: string; value: string }[]> {
  const fields = Object.entries(input).filter(([name]) => name !== 'uuid' && name !== 'id')
  return Promise.all(
    fields.map(async ([name, value]) => ({ name, value: await valueText(callApi, name, value) })),
  )
}

async function valueText(callApi: CallApi, name: string, value: unknown): Promise<string> {
  const path = ID_LISTS[name]
  if (path !== undefined && Array.isArray(value)) {
    const ids = value.slice(0, MAX_NAMES).map(String)
    const names = await Promise.all(
      ids.map(async (id) => (await nameAt(callApi, `${path}/${encodeURIComponent(id)}`)) ?? id),
    )
    const more = value.length - ids.length
    return [...names, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const nameAt = async (callApi: CallApi, path: string) => nameOf(await read(callApi, path))

const nameOf = (object: Named | undefined): string | null =>
  [object?.title, object?.name, object?.account_url, object?.url].find(
    (text): text is string => typeof text === 'string' && text !== '',
  ) ?? null

/** Returns an answer of our API; undefined if the object no longer exists. */
async function read(callApi: CallApi, path: string): Promise<Named | undefined> {
  const answer = await callApi({ method: 'GET', path: `${path}/` })
  return answer.ok ? ((await answer.json()) as Named) : undefined
}
