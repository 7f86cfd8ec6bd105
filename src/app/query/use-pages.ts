import type { Options } from 'ky'
import { useState } from 'react'
import { useAnswer, type Answer, type AnswerOptions } from './use-answer.ts'

/** Loaded part of a list. */
export type Pages<Item> = { items: Item[]; next: number | null; pages: number }

type GetPage<Item> = (
  page: number,
  options: Options,
) => Promise<{ items: Item[]; next: number | null }>

type PagesOptions<Item> = AnswerOptions<Pages<Item>> & {
  /**
   * Number of items shown from another source. The answer loads at least as many, so that the list
   * does not become shorter.
   */
  shown?: number | undefined
}

type PagedAnswer<Item> = Answer<Pages<Item>> & {
  /** Loads the next page. */
  more: () => void
  /** Whether the next page is loading because of `more`, unlike an automatic refresh. */
  adding: boolean
}

/** Returns a list that is loaded page by page. A refresh loads as many pages as were shown. */
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
  // The last page was loaded meanwhile.
  if (before.next === null) return before
  const { items, next } = await getPage(before.next, options)
  return { items: joined(before.items, items), next, pages: before.pages + 1 }
}

/** Joins two pages. New items may move others to the next page, so duplicates are removed. */
function joined<Item extends { id: unknown }>(before: Item[], after: Item[]): Item[] {
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...after.filter(({ id }) => !ids.has(id))]
}
