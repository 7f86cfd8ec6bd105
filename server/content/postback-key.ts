import type { Applying } from './applying.ts'

/**
 * Where a brand's postback key is kept; answers why it is not. Nothing takes such keys yet, and a file
 * that has one is refused rather than applied in part.
 */
export const setPostbackKey = (
  _applying: Applying,
  _brandId: string,
  _key: string,
): Promise<string | null> => Promise.resolve('postback keys cannot be kept yet; leave it out')
