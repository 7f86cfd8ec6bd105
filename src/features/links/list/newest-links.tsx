import { useMemo } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import { LinkRow } from './row/link-row.tsx'
import { RowSkeleton } from './list-skeleton.tsx'
import css from './newest-links.module.css'
import { retryReading } from '../retry-reading.ts'
import { useRowMenu } from './row/row-menu.tsx'
import { useOpenLink } from '../use-open-link.ts'
import { useStable } from '#ui/use-stable.ts'

type NewestLinksProps = { ids: string[]; count: number; live: boolean }

/** Shows the newest links as phone rows. */
export function NewestLinks({ ids, count, live }: NewestLinksProps) {
  const shown = useMemo(() => ids.slice(0, count), [ids, count])
  const rows = useLinkRows(shown)
  const { share } = useOpenLink()
  const menu = useRowMenu((uuid) => rows.find((row) => row?.uuid === uuid))
  const onShare = useStable<[ShortLink]>(share)
  return (
    <>
      <ul {...menu.handlers}>
        {shown.map((id, index) => {
          const link = rows[index]
          return (
            <li key={id} className={css.line}>
              {link ? (
                <LinkRow link={link} live={live} onShare={onShare} onRetry={retryReading} />
              ) : (
                <RowSkeleton />
              )}
            </li>
          )
        })}
      </ul>
      {menu.popup}
    </>
  )
}

export function NewestSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading links">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css.line}>
          <RowSkeleton title={48 + ((index * 7) % 20)} />
        </div>
      ))}
    </div>
  )
}
