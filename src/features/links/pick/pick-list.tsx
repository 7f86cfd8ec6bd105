import { ListState } from '#app/list-state.tsx'
import { shortParts, thumbOf, titleOf } from '#features/links/short-parts.ts'
import type { Emptiness } from '#live/read/use-emptiness.ts'
import { useLinkRows, useListState } from '#live/read/use-mirror.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { Tag } from '#ui/chip.tsx'
import { Thumb } from '#ui/pictures/thumb.tsx'
import css from './pick-list.module.css'
import { PickRow } from './pick-row.tsx'
import pick from './pick.module.css'
import { cx } from '#ui/styles/class-names.ts'
import { useRenderLimit } from '../collections/use-growing.ts'

type PickRowsProps = {
  ids: string[]
  q: string
  chosen: string[]
  /** Links already in the collection. */
  held: string[]
  /** Whether to mark links without a picture, because the post layout needs one. */
  needsPicture: boolean
  toggle: (uuid: string) => void
}

type PickListProps = Omit<PickRowsProps, 'ids'> & {
  ids: string[] | undefined
  emptiness: Emptiness
}

/** Lists the user's links to select, or why there are none. */
export function PickList({ ids, emptiness, ...props }: PickListProps) {
  return (
    <ListState
      what="links"
      rows={ids}
      emptiness={emptiness}
      list={useListState('links')}
      loading={<PickSkeleton />}
      empty={<NoneToPick q={props.q} />}
    >
      {(ids) => <PickRows ids={ids} {...props} />}
    </ListState>
  )
}

const NoneToPick = ({ q }: { q: string }) =>
  q === '' ? (
    <EmptyState title="No links yet" text="Create a link first, then add it here." />
  ) : (
    <EmptyState title={`No links match “${q}”`} text="Hidden links aren’t searched." />
  )

function PickRows(props: PickRowsProps) {
  const { ids, q, chosen, held, needsPicture, toggle } = props
  const { limit, end } = useRenderLimit(`pick ${q}`, ids.length)
  const shown = ids.slice(0, limit)
  const rows = useLinkRows(shown)
  return (
    <>
      <ul className={cx(pick.list, css.links)}>
        {shown.map((uuid, i) => {
          const link = rows[i]
          if (!link)
            return (
              <li key={uuid} className={pick.row}>
                <RowSkeleton width={55} />
              </li>
            )
          const { host, code } = shortParts(link)
          const isHeld = held.includes(uuid)
          return (
            <li key={uuid} className={css.item}>
              <PickRow
                title={titleOf(link)}
                detail={`${host}${code}`}
                picture={<Thumb src={thumbOf(link)} size={40} />}
                isHeld={isHeld}
                isChosen={chosen.includes(uuid)}
                toggle={() => toggle(uuid)}
              >
                {needsPicture && !isHeld && link.image_url === null && (
                  <Tag tone="warn">No picture</Tag>
                )}
              </PickRow>
            </li>
          )
        })}
      </ul>
      <div ref={end} />
    </>
  )
}

const RowSkeleton = ({ width }: { width: number }) => (
  <>
    <Skeleton width={40} height={40} radius="var(--radius-thumb)" />
    <Skeleton width={`${width}%`} />
  </>
)

const PickSkeleton = () => (
  <div className={cx(pick.list, css.links)} role="status" aria-label="Loading links">
    {[55, 42, 63].map((width) => (
      <div key={width} className={pick.row}>
        <RowSkeleton width={width} />
      </div>
    ))}
  </div>
)
