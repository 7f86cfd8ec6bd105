import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { bearer, createChatter } from '#support/server/chatting.ts'
import { addCollection, addSmart, EVERY_LINK } from '#support/server/links/collections.ts'
import { addLink } from '#support/server/links.ts'
import {
  ANY_KEY,
  fieldsOf,
  minimalValue,
  validatedRoutes,
  withValue,
  type SchemaField,
  type ValidatedRoute,
} from '#support/server/processes/validated-routes.ts'
import { startWithCreator } from '#support/server/creator.ts'

/** The tests send many requests. Their total time is not measured. */
vi.setConfig({ testTimeout: 120_000 })

const MANY = 100_000
const HOSTILE = ['/', '.', ':', ',', '[', '"', '-']
/** Half of a surrogate pair, as left when a text is cut in the middle of an emoji. */
const HALF = '\ud83d'

/**
 * Maximum processor time of one turn of the event loop. Only this process counts, so a busy machine
 * does not make the test fail. A pattern that backtracks over 100,000 characters takes ten times as
 * much; the longest turn of these requests takes a hundredth.
 */
const MOST_IN_ONE_TURN_MS = 1500

const edgeToken = 'e'.repeat(40)
const { server, ana } = await startWithCreator({ listen: true, edgeToken })
const url = 'http://127.0.0.1:9/lamp'
const visited = `/s/${(await addLink(ana, url)).short_code}`
const chat = await createChatter(server, ana)
const chatToken = chat.token
const uuids: [RegExp, string][] = [
  [/^\/chat\//, await chat.open({ channel: 'support' })],
  [/\/smart\//, (await addSmart(ana, 'Clever', EVERY_LINK)).uuid],
  [/\/collections\//, (await addCollection(ana, 'Lamps')).uuid],
  [/\/parameter-sets\//, await addSet()],
  [/./, (await addLink(ana, url)).uuid],
]

async function addSet(): Promise<string> {
  const parameters = [{ name: 'ref', value: 'ana' }]
  const made = await ana.send('POST', '/v2/my/parameter-sets/', { name: 'Story', parameters })
  return ((await made.json()) as { result: { uuid: string } }).result.uuid
}

const ROUTES = validatedRoutes()
const titleOf = ({ method, path, part }: ValidatedRoute) => `${method} ${path}, its ${part}`

test.each(ROUTES.map((route) => [titleOf(route), route] as const))('%s', async (_, route) => {
  const base = minimalValue(route.schema)
  const beside = redirectsBeside()
  for (const place of fieldsOf(route.schema)) {
    for (const { name, value, is } of sentTo(place)) {
      const status = await send(route, withValue(base, place.at, value))
      const expected = is === 'refused' ? [400, 413] : [200, 201, 202, 204, 400, 404, 413, 429]
      expect({ at: place.at, name, status, expected: expected.includes(status) }).toEqual({
        at: place.at,
        name,
        status,
        expected: true,
      })
    }
  }
  const { statuses, longestTurnMs } = await beside()
  expect([...statuses]).toEqual([302])
  expect(longestTurnMs).toBeLessThan(MOST_IN_ONE_TURN_MS)
})

test('every URL with invalid ids', async () => {
  const ids = ['0', '-1', String(2 ** 31), '9'.repeat(30), '%00', '%', '%ED%A0%BD', HALF]
  const long = [...HOSTILE, ' ', 'a', '%F0'].map((one) => one.repeat(20_000))
  const paths = new Set(
    server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.includes(':'))
      .map(({ method, path }) => `${method} ${path}`),
  )
  const beside = redirectsBeside()
  for (const route of paths) {
    const [method = '', path = ''] = route.split(' ')
    for (const id of [...ids, ...long]) {
      const address = path.replace(/:\w+(\{[^}]*\})?/g, () => id)
      const headers = { [TOKEN_HEADER]: ana.token, 'Content-Type': 'application/json' }
      const answer = await server.app.request(address, {
        method,
        headers,
        ...(method !== 'GET' && { body: '{}' }),
      })
      const expected = { route, id: id.slice(0, 40), failed: false }
      expect({ route, id: id.slice(0, 40), failed: answer.status >= 500 }).toEqual(expected)
    }
  }
  const { statuses, longestTurnMs } = await beside()
  expect([...statuses]).toEqual([302])
  expect(longestTurnMs).toBeLessThan(MOST_IN_ONE_TURN_MS)
})

type Sent = { name: string; value: unknown; is: 'refused' | 'answered' }

function sentTo({ at, schema, max }: SchemaField): Sent[] {
  if (schema.type === 'array') {
    const entry = minimalValue(schema)
    const entries = (count: number) => Array(count).fill((entry as unknown[])[0])
    return [
      { name: 'as many as may be', value: entries(max), is: 'answered' },
      { name: 'one more', value: entries(max + 1), is: 'refused' },
      { name: 'far too many', value: entries(MANY), is: 'refused' },
    ]
  }
  if (schema.type !== 'string' || at.includes(ANY_KEY)) return []
  return [
    { name: 'as long as may be', value: 'a'.repeat(max), is: 'answered' },
    { name: 'one longer', value: 'a'.repeat(max + 1), is: 'refused' },
    // Trimming leaves an empty text.
    { name: 'many spaces', value: ' '.repeat(MANY), is: 'answered' },
    { name: 'half a character', value: HALF, is: 'answered' },
    { name: 'many halves', value: HALF.repeat(40_000), is: 'refused' },
    ...HOSTILE.map((one): Sent => ({
      name: `many ${one}`,
      value: one.repeat(MANY),
      is: 'refused',
    })),
  ]
}

/**
 * Calls the app directly, because node refuses such long addresses and cuts off such long bodies.
 */
async function send({ method, path, part }: ValidatedRoute, value: unknown): Promise<number> {
  const uuid = uuids.find(([where]) => where.test(path))?.[1] ?? ''
  const headers = {
    [TOKEN_HEADER]: ana.token,
    ...bearer(path.startsWith('/edge/') ? edgeToken : chatToken),
    'Content-Type': 'application/json',
  }
  const query = new URLSearchParams(part === 'query' ? (value as Record<string, string>) : {})
  const address = `${path.replace(/:\w+/g, uuid)}?${query.toString()}`
  const body = part === 'json' ? { body: JSON.stringify(value) } : {}
  return (await server.app.request(address, { method, headers, ...body })).status
}

/** Visits a link repeatedly until stopped, and measures the turns of the event loop meanwhile. */
function redirectsBeside() {
  const statuses = new Set<number>()
  let longestTurnMs = 0
  const over = new AbortController()
  const visits = (async () => {
    do {
      statuses.add((await server.request('GET', visited)).status)
      await sleep(20)
    } while (!over.signal.aborted)
  })()
  const turns = (async () => {
    while (!over.signal.aborted) {
      const before = process.cpuUsage()
      await sleep(5)
      const { user, system } = process.cpuUsage(before)
      longestTurnMs = Math.max(longestTurnMs, (user + system) / 1000)
    }
  })()
  return async () => {
    over.abort()
    await Promise.all([visits, turns])
    return { statuses, longestTurnMs }
  }
}
