import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './discover.module.css'

const TILE_KEYS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Shows placeholders while products load. */
export const ProductsSkeleton = ({ count }: { count: number }) =>
  TILE_KEYS.slice(0, count).map((one) => (
    <div key={one} className={css.loadingTile}>
      <Skeleton className={css.loadingPicture} height="auto" radius={16} />
      <Skeleton width="80%" height={13} />
      <Skeleton width="50%" height={11} />
    </div>
  ))
