import { expect, vi } from 'vitest'
import type { ImportPlan, ImportProblems, LinkImport, PreviewRow } from '#contract/imports.ts'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import type { ShortLink } from '#contract/links.ts'
import { search, type Refusal } from '../links.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

export const IMPORT = '/v2/my/links/import/'

type Content = string | Buffer

/** Uploads a file as the app does. */
export function sendImport(
  server: TestServer,
  person: Person,
  content: Content,
  query: string,
  more: Record<string, string> = {},
) {
  const form = new FormData()
  form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'a'))
  const init = { method: 'POST', headers: { [TOKEN_HEADER]: person.token, ...more }, body: form }
  const path = IMPORT + query
  return server.origin ? fetch(server.origin + path, init) : server.app.request(path, init)
}

/** Returns what importing a file would do. */
export async function dryRun(
  server: TestServer,
  person: Person,
  content: Content,
): Promise<ImportPlan> {
  const response = await sendImport(server, person, content, '?dry_run=true')
  const body = (await response.json()) as { result: ImportPlan }
  expect([response.status, body]).toEqual([200, { result: expect.anything() }])
  return body.result
}

export const previewOf = async (
  ...args: Parameters<typeof dryRun>
): Promise<PreviewRow | undefined> => (await dryRun(...args)).preview[0]

/** Returns the error for a file. It must be the same for a dry run and an import. */
export async function importError(server: TestServer, person: Person, content: Content) {
  const answers = await Promise.all(
    ['true', 'false'].map(async (dry) => {
      const response = await sendImport(server, person, content, `?dry_run=${dry}`)
      return { status: response.status, body: (await response.json()) as Refusal }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.status).toBe(400)
  return answers[0]?.body.errors['file']?.[0]
}

export async function start(server: TestServer, person: Person, content: Content, name = 'a.csv') {
  const response = await sendImport(server, person, content, `?dry_run=false&name=${name}`)
  const body = (await response.json()) as { result: LinkImport } & Partial<Refusal>
  return { status: response.status, body, result: body.result }
}

export const readImport = async (person: Person, id: string) =>
  (await (await person.send('GET', `${IMPORT}${id}/`)).json()) as LinkImport

/** Waits until the import has ended. The jobs of the server must run. */
export const waitForImport = (person: Person, id: string): Promise<LinkImport> =>
  vi.waitFor(
    async () => {
      const now = await readImport(person, id)
      expect(['queued', 'running']).not.toContain(now.status)
      return now
    },
    { timeout: 25_000, interval: 50 },
  )

/** Imports a file and waits for its end. */
export async function importFile(server: TestServer, person: Person, content: Content) {
  const { status, result } = await start(server, person, content)
  expect(status).toBe(202)
  const done = await waitForImport(person, result.id)
  expect(done.status).toBe('done')
  return done
}

export const problemsOf = async (person: Person, id: string) =>
  (await (await person.send('GET', `${IMPORT}${id}/problems/`)).json()) as ImportProblems

/** Returns all links of a person in list order, including hidden ones. */
export async function allLinks(person: Person): Promise<ShortLink[]> {
  const lists = await Promise.all(
    ['', '?is_hidden=true'].map((query) => search(person, { page_size: 500 }, query)),
  )
  return lists.flatMap(({ results }) => results)
}

export const lines = (...rows: string[]) => rows.join('\r\n')
