import type { FetchLimits } from '../../platform/fetcher/fetch-limits.ts'
import { isRaster } from './raster.ts'

/**
 * How another's picture is asked for. A few bytes that unpack to a large body are nobody's picture,
 * and what does not begin like one is not read any further.
 */
export const PICTURE_FETCH = {
  overflow: 'fail',
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1',
  isPacked: 'refused',
  isWanted: isRaster,
} satisfies Partial<FetchLimits>
