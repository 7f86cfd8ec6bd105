import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listActivity } from '#api/activity.ts'
import type { ApiError } from '#http/error.ts'
import { useOffline } from '#app/problems/problems.ts'
import { usePages } from '#app/query/use-pages.ts'
import type { ActivityItem } from '#contract/activity.ts'
import { activityKey, type Group, type LoadedActivity } from '#live/read/activity-copy.ts'
import { openCopy, type Dated } from '#live/read/copies.ts'

/** Maximum number of pages kept on the device for reading offline. */
const MAX_PAGES = 5

/**
 * Returns the notifications of a group, page by page: first as saved on this device, then as the
 * server answers. A new `version` reloads them.
 */
export function useActivity(group: Group, version: number) {
  const offline = useOffline()
  const listed = useSavedFromAll(group)
  const list = usePages<ActivityItem>(
    activityKey(group),
    async (number, options) => {
      const page = await listActivity(group === 'all' ? null : group, number, options)
      return { items: page.notifications, next: page.next_page }
    },
    { copy: ({ pages }) => pages <= MAX_PAGES, isSecondary: true, minItems: listed?.items.length },
  )
  useReloadOnVersion(version, () => void list.refresh())

  const failed: ApiError['status'] | undefined =
    list.error?.status ?? (offline ? 'unknown' : undefined)
  const { items, next } = list.value ?? listed ?? {}
  return {
    /** Notifications, or undefined if none have been loaded. */
    items,
    nextPage: next ?? null,
    at: list.syncedAt,
    busy: list.refreshing,
    loading: items === undefined && list.loading,
    adding: list.adding,
    /** Status of the error because of which the items may be outdated. */
    failed,
    more: list.more,
    again: () => void list.refresh(),
  }
}

/** Returns the matching items of the list "all", for a group that was never opened. */
function useSavedFromAll(group: Group): Omit<LoadedActivity, 'pages'> | undefined {
  const [copy] = useState(() => openCopy<Dated<LoadedActivity>>(activityKey('all')))
  const [all, setAll] = useState<Dated<LoadedActivity> | null>(null)
  useEffect(() => void copy.read().then(setAll), [copy])
  if (!all?.value || group === 'all') return undefined
  return { items: all.value.items.filter((item) => item.group === group), next: null }
}

/** Calls `again` when the version changes. The first version is loaded anyway. */
function useReloadOnVersion(version: number, again: () => void) {
  const seen = useRef(version)
  const changed = useEffectEvent(again)
  useEffect(() => {
    if (seen.current !== version) changed()
    seen.current = version
  }, [version])
}
