import type { FieldChange, HistoryEntry, HistoryPage, Restored } from '#contract/links/history.ts'
import { ask, type Answer } from '../asking.ts'
import { addLink, editLink, linkPath } from '../links.ts'
import type { Person } from '../people.ts'

/** Returns the entries of a history, newest first. `of`: path of the link or page. */
export const historyOf = async (person: Pick<Person, 'get'>, of: string): Promise<HistoryEntry[]> =>
  (await person.get<HistoryPage>(`${of}history/`)).results

/** Restores a version of a link or page. */
export const restore = (
  person: Person,
  of: string,
  { id }: { id: number },
  { body = {}, query = '' }: { body?: object; query?: string } = {},
): Promise<Answer<{ result: Restored }>> =>
  ask(person, 'POST', `${of}history/${id}/restore/${query}`, body)

/** Returns changes as `Label: before → after`. */
export const asLines = (changes: FieldChange[]) =>
  changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)

/** Creates a link, names it Lamp, and returns it with the path of its calls. */
export async function addLamp(person: Person) {
  const link = await addLink(person)
  await editLink(person, link, { name: 'Lamp' })
  return { link, path: linkPath(link) }
}
