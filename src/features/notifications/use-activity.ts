import { useEffect, useSyncExternalStore } from 'react'
import { listActivity } from '#api/activity.ts'
import { toApiError, type ApiError } from '#api/error.ts'
import { quiet } from '#api/http.ts'
import type { ActivityItem } from '#contract/activity.ts'
import { activityCopy, type Group } from '#mirror/activity-copy.ts'

type Activity = {
  /** How many were unread when it was asked for. */
  version: number
  /** How many pages are listed; asking again asks for as many. */
  pages: number
  /** Undefined: nothing has come yet. */
  items: ActivityItem[] | undefined
  nextPage: number | null
  /** When the server last said so; null before it has. */
  at: number | null
  busy: boolean
  /** Whether the next page was asked for; what refreshes by itself must not swallow that touch. */
  adding: boolean
  error: ApiError | null
}

const NOTHING: Activity = {
  version: 0,
  pages: 1,
  items: undefined,
  nextPage: null,
  at: null,
  busy: true,
  adding: false,
  error: null,
}

/** What was listed last, so that opening the dialog again shows it at once. */
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

/**
 * A group's list, page by page: what this device has at once, and then what the server says. `version`:
 * another one asks for it anew.
 */
export function useActivity(group: Group, version: number, unread: number) {
  const activity = useSyncExternalStore(subscribe, () => known(group))

  useEffect(() => {
    const stop = new AbortController()
    change(group, { version })
    void begin(group, unread, stop.signal)
    // The list that a person looks at says itself when it is right again.
    const online = () => void load(group, () => firstPages(group, stop.signal), stop.signal)
    window.addEventListener('online', online, stop)
    return () => stop.abort()
  }, [group, version, unread])

  return {
    ...activity,
    more: () => void addPage(group, unread),
    again: () => void load(group, () => firstPages(group)),
  }
}

async function addPage(of: Group, unread: number) {
  change(of, { adding: true })
  await load(of, () => nextPage(of))
  change(of, { adding: false })
  keep(of, unread)
}

async function begin(of: Group, unread: number, signal: AbortSignal) {
  const copy = activityCopy(of)
  async function showCopy() {
    const kept = await copy.read()
    // What came meanwhile is newer.
    if (kept && !known(of).items && !signal.aborted) change(of, kept)
  }
  await Promise.all([showCopy(), load(of, () => firstPages(of, signal), signal)])
  if (!signal.aborted) keep(of, unread, copy)
}

function keep(of: Group, unread: number, copy = activityCopy(of)) {
  const { items, nextPage, pages, at, error } = known(of)
  if (items && at && !error) copy.keep({ items, nextPage, pages, unread, at })
}

const turns = new Map<Group, Promise<void>>()

/** One after the other: a first page that comes late must not take away what was added below it. */
function load(of: Group, ask: () => Promise<Partial<Activity>>, signal?: AbortSignal) {
  change(of, { busy: true, error: null })
  const turn = (turns.get(of) ?? Promise.resolve()).then(() => loadNow(of, ask, signal))
  turns.set(of, turn)
  return turn
}

async function loadNow(of: Group, ask: () => Promise<Partial<Activity>>, signal?: AbortSignal) {
  if (signal?.aborted) return
  change(of, { busy: true, error: null })
  try {
    const answer = await ask()
    if (!signal?.aborted) change(of, { busy: false, at: Date.now(), ...answer })
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
  // What came meanwhile was the last.
  if (number === null) return {}
  const { notifications, next_page } = await page(of, number)
  return { items: joined(items, notifications), nextPage: next_page, pages: pages + 1 }
}

/** Something new moves items to the next page: each is listed once all the same. */
function joined(before: ActivityItem[], after: ActivityItem[]): ActivityItem[] {
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...after.filter(({ id }) => !ids.has(id))]
}
