import type { CreatorPage, Section, SectionPage } from '#contract/page/pages.ts'
import { ask, fieldError } from '../asking.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

export const PAGES = '/v2/my/pages/'
export const OWN_PAGE = `${PAGES}page/`
export const MANAGE = '/v1/pages/manage/page'
export const GENERATE = `${PAGES}generate_slug/`
export const pagePath = ({ id }: { id: number }) => `${PAGES}${id}/`

/** Counter for unique names, because tests of one file share a server. */
let names = 0
export const newSlug = () => `name-${(names += 1)}`

export const createPage = (person: Person, page: object) =>
  ask<CreatorPage>(person, 'POST', PAGES, page)

export async function addPage(person: Person, page: object = {}): Promise<CreatorPage> {
  const { status, body } = await createPage(person, { slug: newSlug(), title: 'Lamps', ...page })
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

export const editPage = (person: Person, page: { id: number }, edit: object) =>
  ask<CreatorPage>(person, 'PATCH', pagePath(page), edit)

export const readPage = (person: Person) => ask<CreatorPage>(person, 'GET', OWN_PAGE)

export async function isFree(person: Person, name: string): Promise<boolean> {
  const { body } = await ask<{ available: boolean }>(person, 'GET', `/v1/pages/${name}`)
  return body.available
}

export const TAKEN = fieldError('slug', 'This name is taken. Choose another.')
export const RESERVED = fieldError('slug', 'This name is reserved. Choose another.')

/** Records the notices that servers with cached public pages receive. */
export async function watchPageNotices(server: TestServer) {
  const notices: string[] = []
  const connection = server.deps.dedicated
  const stopReceiving = connection.onNotice((channel, payload) => {
    if (channel === 'split_pages') notices.push(payload)
  })
  const stopListening = await connection.keep(async (say) => {
    await say('listen split_pages')
  })
  return {
    /**
     * Returns the notices so far. It sends its own notice and waits for it, because it arrives
     * after all committed ones.
     */
    async sofar(): Promise<string[]> {
      const mark = crypto.randomUUID()
      const marked = new Promise<void>((resolve) => {
        const stop = connection.onNotice((_, payload) => {
          if (payload !== mark) return
          stop()
          resolve()
        })
      })
      await server.deps.sql`select pg_notify('split_pages', ${mark})`
      await marked
      return notices.splice(0).filter((payload) => payload !== mark)
    },
    stop() {
      stopReceiving()
      stopListening()
    },
  }
}

export const SECTIONS = '/v2/my/sections/'
export const ORDER = `${SECTIONS}order/`
export const sectionPath = ({ id }: { id: number }) => `${SECTIONS}${id}/`

export const createSection = (person: Person, section: object) =>
  ask<Section>(person, 'POST', SECTIONS, section)

export async function addSection(person: Person, section: object = {}): Promise<Section> {
  const { status, body } = await createSection(person, { type: 'text', ...section })
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

export const editSection = (person: Person, section: { id: number }, edit: object) =>
  ask<Section>(person, 'PATCH', sectionPath(section), edit)

export const readSection = (person: Person, section: { id: number }) =>
  ask<Section>(person, 'GET', sectionPath(section))

export async function listSections(person: Person, query = ''): Promise<SectionPage> {
  return (await ask<SectionPage>(person, 'GET', `${SECTIONS}${query}`)).body
}

/** Adds sections with these titles, one after the other. */
export async function addSections(person: Person, ...names: string[]): Promise<Section[]> {
  const sections: Section[] = []
  for (const title of names) sections.push(await addSection(person, { title }))
  return sections
}

/** Returns the section titles in page order. Throws if the positions have gaps. */
export async function titles(person: Person): Promise<string[]> {
  const { results } = await listSections(person)
  const places = results.map(({ position }) => position)
  if (places.some((place, index) => place !== index)) throw new Error(`gaps: ${places.join()}`)
  return results.map(({ title }) => title)
}
