import type { Options } from 'ky'
import { useState } from 'react'
import { useAnswer, type Answer, type AnswerOptions } from './use-answer.ts'

/** A list as far as it was shown. */
export type Pages<Item> = { items: Item[]; next: number | null; pages: number }

type GetPage<Item> = (
  page: number,
  options: Options,
) => Promise<{ items: Item[]; next: number | null }>

type PagesOptions<Item> = AnswerOptions<Pages<Item>> & {
  /** How many items stand there from elsewhere: an answer with fewer would shorten the list under a reader. */
  shown?: number | undefined
}

type PagedAnswer<Item> = Answer<Pages<Item>> & {
  /** Brings the next page below what is listed. */
  more: () => void
  /** Whether it was asked for; what refreshes by itself must not swallow that touch. */
  adding: boolean
}

/** A list that is fetched page by page; asked again, as many pages as were shown are fetched anew. */
export function usePages<Item extends { id: unknown }>(
  key: string | null,
  getPage: GetPage<Item>,
  { shown = 0, ...options }: PagesOptions<Item> = {},
): PagedAnswer<Item> {
  const [adding, setAdding] = useState(false)
  const answer = useAnswer<Pages<Item>>(
    key,
    (call, before) =>
      shownPages(getPage, call, { pages: before?.pages ?? 1, items: before ? 0 : shown }),
    options,
  )
  async function more() {
    setAdding(true)
    await answer.ask((call, before) => withNext(getPage, call, before))
    setAdding(false)
  }
  return { ...answer, adding, more: () => void more() }
}

async function shownPages<Item extends { id: unknown }>(
  getPage: GetPage<Item>,
  options: Options,
  wanted: { pages: number; items: number },
): Promise<Pages<Item>> {
  let listed = await withNext(getPage, options, undefined)
  const isShort = () => listed.pages < wanted.pages || listed.items.length < wanted.items
  while (listed.next !== null && isShort())
    // oxlint-disable-next-line no-await-in-loop -- each page says whether there is another
    listed = await withNext(getPage, options, listed)
  return listed
}

async function withNext<Item extends { id: unknown }>(
  getPage: GetPage<Item>,
  options: Options,
  before: Pages<Item> = { items: [], next: 1, pages: 0 },
): Promise<Pages<Item>> {
  // What came meanwhile was the last.
  if (before.next === null) return before
  const { items, next } = await getPage(before.next, options)
  return { items: joined(before.items, items), next, pages: before.pages + 1 }
}

/** Something new moves items to the next page: each is listed once all the same. */
function joined<Item extends { id: unknown }>(before: Item[], after: Item[]): Item[] {
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...after.filter(({ id }) => !ids.has(id))]
}
