import { openConnection, type Sending } from '../../platform/fetcher/connection.ts'
import { botName } from '../../platform/fetcher/outbound.ts'
import type { Config } from '../../platform/config/config.ts'
import type { EdgeSettings } from '../../platform/config/config-edge.ts'
import type { Feed, Row, RowPage } from './feed-tables.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 256 * 1024 * 1024
/** One for the feed, one for clicks, two for places. */
const SOCKETS = 4

/** Calls of an edge to its origin. All throw without a valid answer. */
export type Origin = {
  changes(cursor: string | null): Promise<Feed>
  rows(table: string, after: Row | null): Promise<RowPage>
  sendClicks(shipment: { edgeId: string; number: number; lines: string }): Promise<void>
  /** Takes a place of a link with a click limit, or only returns whether one is left. */
  place(link: string, takes: boolean): Promise<boolean>
  close(): void
}

/** Opens the connection to the origin. The operator chose its address, so it may be private. */
export function openOrigin(config: Config, { origin, token, name }: EdgeSettings): Origin {
  const stop = new AbortController()
  const connection = openConnection(origin, {
    isAllowed: () => true,
    userAgent: botName(config),
    sockets: SOCKETS,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal: stop.signal,
  })

  async function call(sending: Omit<Sending, 'headers'>): Promise<Buffer> {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await connection.send({ ...sending, headers })
    if (status === 200 || status === 204) return body
    throw new Error(PROBLEMS[status] ?? `the origin answered ${status}`)
  }

  async function post<Answer>(path: string, value: object): Promise<Answer> {
    const body = await call({ method: 'POST', path, body: JSON.stringify(value) })
    return JSON.parse(body.toString()) as Answer
  }

  return {
    async changes(cursor) {
      const after = cursor === null ? '' : `?${new URLSearchParams({ cursor }).toString()}`
      const body = await call({ method: 'GET', path: `/edge/changes${after}` })
      return JSON.parse(body.toString()) as Feed
    },
    rows: (table, after) => post('/edge/rows', { table, after }),
    async sendClicks({ edgeId, number, lines }) {
      const named = new URLSearchParams({ edge: edgeId, name, number: String(number) })
      await call({ method: 'POST', path: `/edge/clicks?${named.toString()}`, body: lines })
    },
    async place(link, takes) {
      const { granted } = await post<{ granted: boolean }>('/edge/places', { link, takes })
      return granted
    },
    close() {
      stop.abort()
      connection.close()
    },
  }
}

const PROBLEMS: Record<number, string> = {
  401: 'EDGE_TOKEN differs from the origin’s',
  404: 'EDGE_ORIGIN is no origin: EDGE_TOKEN is not set there, or its version has no edges',
}
