import type { FetchLimits } from '../../platform/fetcher/fetch-limits.ts'
import { isRaster } from './raster.ts'

/**
 * Options to fetch a picture from another site. Compressed bodies are rejected, because a few bytes
 * could unpack to a large one. Reading stops if the first bytes are not those of a picture.
 */
export const PICTURE_FETCH = {
  overflow: 'fail',
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1',
  compression: 'refused',
  isAccepted: isRaster,
} satisfies Partial<FetchLimits>
