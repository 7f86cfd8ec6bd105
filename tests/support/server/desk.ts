import { sharedPerson } from '../../../server/partners/desk/people/people.ts'
import { createSignInLink, type PersonKey } from '../../../server/partners/desk/sign-in-links.ts'
import { deskPeople } from '../../../server/platform/db/schema.ts'
import { hiddenFields } from './hosts/login-pages.ts'
import type { Reachable, TestServer } from './test-app.ts'

export type Answer = { status: number; html: string; headers: Headers }

/** Member of a brand, in a browser without JavaScript. */
export type DeskVisitor = {
  cookie: string
  get(path: string): Promise<Answer>
  /** Sends the input with the hidden fields of a form found on a page. */
  post(path: string, typed?: Record<string, string>, page?: string): Promise<Answer>
}

const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  html: await response.text(),
  headers: response.headers,
})

type NewPerson = Partial<typeof deskPeople.$inferInsert> & { email: string }

/** Adds a person to the desk of a brand, an owner unless it says otherwise. */
export async function addDeskPerson({ deps }: TestServer, brandId: string, person: NewPerson) {
  const values = { role: 'owner' as const, joinedAt: new Date(), ...person, brandId }
  const [row] = await deps.db.insert(deskPeople).values(values).returning()
  if (!row) throw new Error('no row')
  return row
}

/** Creates a link without a name, as `brand-link` does without an address. */
export const linkTo = async (server: TestServer, brandId: string): Promise<string> =>
  linkFor(server, await sharedPerson(server.deps.db, brandId))

/** Creates a link for a person of a brand. */
export const linkFor = async ({ deps }: TestServer, person: PersonKey): Promise<string> =>
  new URL(await createSignInLink(deps.db, deps.config.appOrigin, person)).pathname

export const cookiesIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')

/** Opens a sign-in link. Returns a function that presses the button on its page. */
export async function openLink(server: TestServer, path: string): Promise<() => Promise<Answer>> {
  const page = await read(await server.request('GET', path))
  const headers = { cookie: cookiesIn(page.headers) }
  const form = hiddenFields(page.html)
  return async () => read(await server.request('POST', path, { form, headers }))
}

/** Opens a sign-in link and presses the button on its page. */
export async function pressLink(server: TestServer, path: string): Promise<Answer> {
  const press = await openLink(server, path)
  return press()
}

export const enterDesk = async (server: TestServer, brandId: string): Promise<DeskVisitor> =>
  enterWith(server, await linkTo(server, brandId))

/** Signs in with a link. */
export async function enterWith(server: TestServer, link: string): Promise<DeskVisitor> {
  const entered = await pressLink(server, link)
  const cookie = cookiesIn(entered.headers)
  if (!cookie.startsWith('desk=')) throw new Error(`not signed in: ${entered.html}`)
  return visitorAt(server, cookie, '/desk/campaigns')
}

/** Returns a browser without JavaScript that has this session. Its forms are on `start` by default. */
export function visitorAt(server: Reachable, cookie: string, start: string): DeskVisitor {
  const get = async (path: string) =>
    read(await server.request('GET', path, { headers: { cookie } }))
  return {
    cookie,
    get,
    async post(path, typed = {}, page = start) {
      const { csrf = '' } = hiddenFields((await get(page)).html)
      const form = { csrf, ...typed }
      return read(await server.request('POST', path, { form, headers: { cookie } }))
    },
  }
}
