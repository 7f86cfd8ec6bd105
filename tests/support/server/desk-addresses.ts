import { randomUUID } from 'node:crypto'
import type { Creator } from './desk-market.ts'
import type { Answer, DeskVisitor } from './desk.ts'
import type { TestServer } from './test-app.ts'

export type DeskIds = { partner: string; channel: string; sale: string }

export const idsOf = ({ partner, channel, sale }: Creator): DeskIds => ({
  partner,
  channel,
  sale: String(sale),
})

/** Which addresses of the desk the server says that there are, with these ids in them. */
export function addressesOf(server: TestServer, method: 'GET' | 'POST', ids: DeskIds): string[] {
  const all = server.app.routes
    .filter((route) => route.method === method && /^\/desk(\/|$)/.test(route.path))
    .map(({ path }) => path)
    .filter((path) => !/assets|sign-(in|out)|\*/.test(path))
  return [...new Set(all)].map((path) => withIds(path, ids))
}

/** The part of an address that is an id; a new kind of them needs one here before a test goes on. */
const withIds = (path: string, ids: DeskIds) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    if (!(name in ids)) throw new Error(`${path}: what is a ${name}?`)
    return encodeURIComponent(ids[name as keyof DeskIds])
  })

/** With what a desk reads behind the question mark, too. */
const QUERIES = ['', '?days=7', '?days=365&page=2', '?page=99', '?before=2', '?answered&reported']

export type Seen = { path: string; status: number; text: string }

const seenIn = (path: string, { status, html, headers }: Answer): Seen => ({
  path,
  status,
  text: html + JSON.stringify([...headers]),
})

/** Every screen and file of a desk, each in all its variants, with what stands in its headers. */
export async function everyScreen(
  server: TestServer,
  desk: DeskVisitor,
  ids: DeskIds,
): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const address of addressesOf(server, 'GET', ids))
    for (const query of QUERIES) {
      const path = address + query
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as somebody looks
      seen.push(seenIn(path, await desk.get(path)))
    }
  return seen
}

/** What can be typed at a desk: nothing at all, and something in every field. */
const TYPED = (clickId: string): Record<string, string>[] => [
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

/** What every form of a desk is answered. */
export async function everyAnswer(
  server: TestServer,
  desk: DeskVisitor,
  { ids, clickId = '' }: { ids: DeskIds; clickId?: string },
): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const path of addressesOf(server, 'POST', ids))
    for (const typed of TYPED(clickId))
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as somebody presses
      seen.push(seenIn(`POST ${path}`, await desk.post(path, typed)))
  return seen
}
