import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listActivity } from '#api/activity.ts'
import type { ApiError } from '#http/error.ts'
import { useOffline } from '#app/problems/problems.ts'
import { usePages } from '#app/query/use-pages.ts'
import type { ActivityItem } from '#contract/activity.ts'
import { activityKey, type Group, type ListedActivity } from '#live/read/activity-copy.ts'
import { openCopy, type Dated } from '#live/read/copies.ts'

/** Of more, a person who reads offline has no use, and their device no room. */
const MAX_PAGES = 5

/**
 * A group's list, page by page: what this device has at once, and then what the server says. `version`:
 * another one asks for it anew.
 */
export function useActivity(group: Group, version: number) {
  const offline = useOffline()
  const listed = useCopyOfAll(group)
  const list = usePages<ActivityItem>(
    activityKey(group),
    async (number, options) => {
      const page = await listActivity(group === 'all' ? null : group, number, options)
      return { items: page.notifications, next: page.next_page }
    },
    { copy: ({ pages }) => pages <= MAX_PAGES, aside: true, shown: listed?.items.length },
  )
  useAgain(version, () => void list.refresh())

  const failed: ApiError['status'] | undefined =
    list.error?.status ?? (offline ? 'unknown' : undefined)
  const { items, next } = list.value ?? listed ?? {}
  return {
    /** Undefined: nothing has come yet. */
    items,
    nextPage: next ?? null,
    at: list.syncedAt,
    busy: list.refreshing,
    loading: items === undefined && list.loading,
    adding: list.adding,
    /** Why these may be old. */
    failed,
    more: list.more,
    again: () => void list.refresh(),
  }
}

/** A group that was never opened is what the list of all has of it. */
function useCopyOfAll(group: Group): Omit<ListedActivity, 'pages'> | undefined {
  const [copy] = useState(() => openCopy<Dated<ListedActivity>>(activityKey('all')))
  const [all, setAll] = useState<Dated<ListedActivity> | null>(null)
  useEffect(() => void copy.read().then(setAll), [copy])
  if (!all?.value || group === 'all') return undefined
  return { items: all.value.items.filter((item) => item.group === group), next: null }
}

/** Calls for every other version than the first, which is asked for anyway. */
function useAgain(version: number, again: () => void) {
  const seen = useRef(version)
  const changed = useEffectEvent(again)
  useEffect(() => {
    if (seen.current !== version) changed()
    seen.current = version
  }, [version])
}
