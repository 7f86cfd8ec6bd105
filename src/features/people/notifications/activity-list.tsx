import type { ApiError } from '#http/error.ts'
import type { ActivityItem } from '#contract/activity.ts'
import { updatedText } from '#app/problems/times.ts'
import type { Group } from '#live/read/activity-copy.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { ActivityRow } from './activity-row.tsx'
import css from './notifications.module.css'
import { useActivity } from './use-activity.ts'

type ActivityListProps = {
  group: Group
  version: number
  open: (item: ActivityItem) => void
}

export function ActivityList({ group, version, open }: ActivityListProps) {
  const activity = useActivity(group, version)
  const { items, nextPage, at, busy, loading, adding, failed, more, again } = activity
  // A saved empty list may be outdated, so "nothing yet" is shown only after the server has
  // answered.
  const isOpen = !items || (items.length === 0 && (busy || failed !== undefined))
  if (isOpen && (loading || busy)) return <Loading />
  if (isOpen) return <NotLoaded status={failed ?? 'unknown'} again={again} />
  return (
    <>
      {failed !== undefined && (
        <div className={css.stale}>
          <Banner tone="danger" action={<TryAgain again={again} />}>
            <b>Not up to date.</b>
            <span>{` ${failed === 'unknown' ? 'No connection.' : 'Something failed.'}${at ? ` These were ${updatedText(at)}.` : ''}`}</span>
          </Banner>
        </div>
      )}
      {items.length === 0 ? (
        <Empty group={group} />
      ) : (
        <ul className={`${css.list} stack`} aria-busy={busy || undefined}>
          {items.map((item) => (
            <li key={item.id}>
              <ActivityRow item={item} open={() => open(item)} />
            </li>
          ))}
        </ul>
      )}
      {nextPage !== null && (
        <div className={css.more}>
          <Button size="md" busy={adding} onClick={more}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

const TryAgain = ({ again }: { again: () => void }) => (
  <Button size="sm" variant="quiet" onClick={again}>
    Try again
  </Button>
)

const NOT_LOADED = {
  unknown: {
    title: 'No connection',
    text: 'Your notifications will be here once you are online.',
  },
  // Servers of earlier versions do not have this list.
  404: { title: 'No notifications here', text: 'This server does not have them.' },
  other: { title: 'Notifications could not be loaded', text: 'Try again in a moment.' },
}

function NotLoaded({ status, again }: { status: ApiError['status']; again: () => void }) {
  const known = status === 'unknown' || status === 404 ? status : 'other'
  return <EmptyState {...NOT_LOADED[known]} action={<Button onClick={again}>Try again</Button>} />
}

const EMPTY: Record<Group, { title: string; text: string }> = {
  all: {
    title: 'Nothing yet',
    text: 'You’ll see here when a link gets its first click, reaches 10, 100 or 1,000 clicks, or needs attention.',
  },
  clicks: {
    title: 'No clicks yet',
    text: 'You’ll see here when a link gets its first click and when it reaches 10, 100 or 1,000.',
  },
  commission: { title: 'No commissions yet', text: 'You’ll see here when a sale pays you.' },
  special: {
    title: 'Nothing special',
    text: 'You’ll see here when an export is ready or a link needs attention.',
  },
}

const Empty = ({ group }: { group: Group }) => <EmptyState {...EMPTY[group]} />

const ROWS = [78, 62, 84, 56, 70]

const Loading = () => (
  <div className={`${css.list} stack`} role="status" aria-label="Loading notifications">
    {ROWS.map((width) => (
      <div key={width} className={css.row}>
        <Skeleton width={44} height={44} radius={10} />
        <span className={css.said}>
          <Skeleton width={`${width}%`} height={13} />
          <Skeleton width={64} height={11} />
        </span>
      </div>
    ))}
  </div>
)
