import { useEffect, useSyncExternalStore } from 'react'
import { listActivity } from '#api/activity.ts'
import { toApiError, type ApiError } from '#api/error.ts'
import { quiet } from '#api/http.ts'
import type { ActivityGroup, ActivityItem } from '#contract/activity.ts'

export type Group = ActivityGroup | 'all'

type Activity = {
  /** How many were unread when it was asked for. */
  version: number
  /** How many pages are listed; asking again asks for as many. */
  pages: number
  /** Undefined: nothing has come yet. */
  items: ActivityItem[] | undefined
  nextPage: number | null
  busy: boolean
  error: ApiError | null
}

const NOTHING: Activity = {
  version: 0,
  pages: 1,
  items: undefined,
  nextPage: null,
  busy: true,
  error: null,
}

/** What was listed last, so that opening the dialog again shows it at once, offline too. */
const kept = new Map<Group, Activity>()
const listeners = new Set<() => void>()
const known = (group: Group) => kept.get(group) ?? NOTHING

function change(group: Group, next: Partial<Activity>) {
  kept.set(group, { ...known(group), ...next })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A group's list, page by page. `version`: another one asks for it anew. */
export function useActivity(group: Group, version: number) {
  const activity = useSyncExternalStore(subscribe, () => known(group))

  useEffect(() => {
    const stop = new AbortController()
    change(group, { version })
    void load(group, () => firstPages(group, stop.signal), stop.signal)
    return () => stop.abort()
  }, [group, version])

  return {
    ...activity,
    more: () => void load(group, () => nextPage(group)),
    again: () => void load(group, () => firstPages(group)),
  }
}

async function load(of: Group, ask: () => Promise<Partial<Activity>>, signal?: AbortSignal) {
  change(of, { busy: true, error: null })
  try {
    const answer = await ask()
    if (!signal?.aborted) change(of, { busy: false, ...answer })
  } catch (error) {
    if (!signal?.aborted) change(of, { busy: false, error: toApiError(error) })
  }
}

const page = (of: Group, number: number, signal?: AbortSignal) =>
  listActivity(of === 'all' ? null : of, number, { ...quiet, ...(signal && { signal }) })

/** What is listed, anew. */
async function firstPages(of: Group, signal?: AbortSignal) {
  const wanted = known(of).pages
  const first = await page(of, 1, signal)
  const listed = { items: first.notifications, nextPage: first.next_page, pages: 1 }
  while (listed.nextPage !== null && listed.pages < wanted) {
    // oxlint-disable-next-line no-await-in-loop -- each page says whether there is another
    const next = await page(of, listed.nextPage, signal)
    listed.items = joined(listed.items, next.notifications)
    listed.nextPage = next.next_page
    listed.pages += 1
  }
  return listed
}

async function nextPage(of: Group) {
  const { items = [], nextPage: number, pages } = known(of)
  const { notifications, next_page } = await page(of, number ?? 1)
  return { items: joined(items, notifications), nextPage: next_page, pages: pages + 1 }
}

/** Something new moves items to the next page: each is listed once all the same. */
function joined(before: ActivityItem[], after: ActivityItem[]): ActivityItem[] {
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...after.filter(({ id }) => !ids.has(id))]
}
