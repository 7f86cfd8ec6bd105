import { BellIcon } from '@phosphor-icons/react/Bell'
import type { ActivityItem } from '#contract/activity.ts'
import { serverAddress } from '#http/endpoint.ts'
import { ageText, dayText, isStale } from '#app/problems/times.ts'
import { Thumb } from '#ui/pictures/thumb.tsx'
import { paths } from '#paths.ts'
import css from './notifications.module.css'

type ActivityRowProps = { item: ActivityItem; open: () => void }

/** Shows one notification. Uses its plain text and not its HTML, which says the same. */
export function ActivityRow({ item, open }: ActivityRowProps) {
  const at = Date.parse(item.created_at)
  const face = (
    <>
      {item.url?.startsWith(paths.links) ? (
        <Thumb src={item.image_url && serverAddress(item.image_url)} size={44} />
      ) : (
        <span className={css.sign}>
          <BellIcon size={20} aria-hidden />
        </span>
      )}
      <span className={css.said}>
        <span className={css.text}>{item.text}</span>
        <time className="num hint" dateTime={item.created_at}>
          {isStale(at) ? dayText(at) : ageText(at)}
        </time>
      </span>
      {!item.is_read && <span className={css.dot} role="img" aria-label="Unread" />}
    </>
  )
  const look = { className: css.row, 'data-unread': !item.is_read || undefined }
  if (item.url === null) return <div {...look}>{face}</div>
  return (
    <a {...look} href={item.url} onClick={open}>
      {face}
    </a>
  )
}
