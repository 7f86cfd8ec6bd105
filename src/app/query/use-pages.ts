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
  minItems?: number | undefined
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
  { minItems = 0, ...options }: PagesOptions<Item> = {},
): PagedAnswer<Item> {
  const [adding, setAdding] = useState(false)
  const answer = useAnswer<Pages<Item>>(
    key,
    (call, before) =>
      loadShownPages(getPage, call, { pages: before?.pages ?? 1, items: before ? 0 : minItems }),
    options,
  )
  async function more() {
    setAdding(true)
    await answer.ask((call, before) => loadNext(getPage, call, before))
    setAdding(false)
  }
  return { ...answer, adding, more: () => void more() }
}

async function loadShownPages<Item extends { id: unknown }>(
  getPage: GetPage<Item>,
  options: Options,
  minimum: { pages: number; items: number },
): Promise<Pages<Item>> {
  let listed = await loadNext(getPage, options, undefined)
  const isShort = () => listed.pages < minimum.pages || listed.items.length < minimum.items
  while (listed.next !== null && isShort())
    // oxlint-disable-next-line no-await-in-loop -- each page says whether there is another
    listed = await loadNext(getPage, options, listed)
  return listed
}

async function loadNext<Item extends { id: unknown }>(
  getPage: GetPage<Item>,
  options: Options,
  before: Pages<Item> = { items: [], next: 1, pages: 0 },
): Promise<Pages<Item>> {
  // The last page was loaded meanwhile.
  if (before.next === null) return before
  const { items, next } = await getPage(before.next, options)
  return { items: joinPages(before.items, items), next, pages: before.pages + 1 }
}

/** Joins two pages. New items may move others to the next page, so duplicates are removed. */
function joinPages<Item extends { id: unknown }>(before: Item[], after: Item[]): Item[] {
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...after.filter(({ id }) => !ids.has(id))]
}
