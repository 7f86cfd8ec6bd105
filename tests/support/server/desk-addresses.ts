import { randomUUID } from 'node:crypto'
import type { Creator } from './desk-market.ts'
import type { Answer, DeskVisitor } from './desk.ts'
import type { TestServer } from './test-app.ts'

export type DeskIds = Record<'partner' | 'channel' | 'sale' | 'webhook' | 'code', string>

export const idsOf = ({ partner, channel, sale, webhook, code }: Creator): DeskIds => ({
  partner,
  channel,
  sale: String(sale),
  webhook: String(webhook),
  code: String(code),
})

/** Returns the routes of the brand desk, with these ids filled in. */
export function deskPaths(server: TestServer, method: 'GET' | 'POST', ids: DeskIds): string[] {
  const all = server.app.routes
    .filter((route) => route.method === method && /^\/desk(\/|$)/.test(route.path))
    .map(({ path }) => path)
    .filter((path) => !/assets|apply|sign-(in|out)|\*/.test(path))
  return [...new Set(all)].map((path) => withIds(path, ids))
}

/** Id of a person who is in no desk. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** Fills in ids. A route with a new kind of id must be added here. */
const withIds = (path: string, ids: DeskIds) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'platform') return 'shopify'
    if (name === 'person') return NOBODY
    if (!(name in ids)) throw new Error(`${path}: no test id for the parameter ${name}`)
    return encodeURIComponent(ids[name as keyof DeskIds])
  })

/** Query strings that the brand desk reads. */
const QUERIES = ['', '?days=7', '?days=365&page=2', '?page=99', '?before=2', '?answered&reported']

export type DeskAnswer = { path: string; status: number; text: string }

const toDeskAnswer = (path: string, { status, html, headers }: Answer): DeskAnswer => ({
  path,
  status,
  text: html + JSON.stringify([...headers]),
})

/** Returns every page and file of the brand desk in all variants, with their headers. */
export async function readAllPages(
  server: TestServer,
  desk: DeskVisitor,
  ids: DeskIds,
): Promise<DeskAnswer[]> {
  const seen: DeskAnswer[] = []
  for (const address of deskPaths(server, 'GET', ids))
    for (const query of QUERIES) {
      const path = address + query
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as somebody looks
      seen.push(toDeskAnswer(path, await desk.get(path)))
    }
  return seen
}

/** Form inputs: nothing, and something in every field. */
const formInputs = (clickId: string): Record<string, string>[] => [
  {},
  {
    text: 'Hello',
    sequence: '1',
    reason: 'Rude',
    amount: 'much',
    why: 'Nobody paid',
    order_id: randomUUID(),
    click_id: clickId,
  },
  { amount: '12.00', order_id: randomUUID(), click_id: clickId, currency: 'USD' },
]

/** Returns the answers to every form of the brand desk. */
export async function submitAllForms(
  server: TestServer,
  desk: DeskVisitor,
  { ids, clickId = '' }: { ids: DeskIds; clickId?: string },
): Promise<DeskAnswer[]> {
  const seen: DeskAnswer[] = []
  for (const path of deskPaths(server, 'POST', ids))
    for (const typed of formInputs(clickId))
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as somebody presses
      seen.push(toDeskAnswer(`POST ${path}`, await desk.post(path, typed)))
  return seen
}
