import { expect, vi } from 'vitest'
import type { ImportPlan, ImportProblems, LinkImport } from '#contract/imports.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { search, type Refusal } from '../links.ts'
import type { Person } from '../people.ts'

export const IMPORT = '/v2/my/links/import/'

/** A whole file, or the lines of one. */
type Content = [string | Buffer] | string[]

const wholeFile = (content: Content) =>
  typeof content[0] === 'string' ? content.join('\r\n') : (content[0] ?? '')

/** Uploads a file as the app does. */
export function sendImport(
  person: Person,
  content: string | Buffer,
  query: string,
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'a'))
  return person.send('POST', IMPORT + query, form, headers)
}

/** Returns what importing a file would do. */
export async function dryRun(person: Person, ...content: Content): Promise<ImportPlan> {
  const response = await sendImport(person, wholeFile(content), '?dry_run=true')
  const body = (await response.json()) as { result: ImportPlan }
  expect([response.status, body]).toEqual([200, { result: expect.anything() }])
  return body.result
}

/** Returns row number and outcome of each row shown, such as `2 new`. */
export const outcomesOf = ({ preview }: ImportPlan) =>
  preview.map(({ row, outcome }) => `${row} ${outcome}`)

export const previewOf = async (person: Person, ...content: Content) =>
  (await dryRun(person, ...content)).preview[0]

/** Returns the error for a file. It must be the same for a dry run and an import. */
export async function importError(person: Person, ...content: Content) {
  const answers = await Promise.all(
    ['true', 'false'].map(async (dry) => {
      const response = await sendImport(person, wholeFile(content), `?dry_run=${dry}`)
      return { status: response.status, body: (await response.json()) as Refusal }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.status).toBe(400)
  return answers[0]?.body.errors['file']?.[0]
}

/** Starts an import of the file `a.csv`. */
export async function start(person: Person, ...content: Content) {
  const response = await sendImport(person, wholeFile(content), '?dry_run=false&name=a.csv')
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
export async function importFile(person: Person, ...content: Content) {
  const { status, result } = await start(person, ...content)
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
