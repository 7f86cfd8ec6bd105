import { imagePath } from '#contract/images.ts'
import type { ImageParams } from '#contract/links.ts'
import { isWhole } from './crop.ts'
import { mediaPath } from './media.ts'

/** The address of a stored picture with its crop applied. */
export function pictureUrl(key: string, crop: ImageParams | null): string {
  const path = mediaPath(key)
  return crop === null || isWhole(crop) ? path : imagePath(path, { crop })
}

/** The creator's own picture before the one that was read from the target page. */
export function linkPicture({
  link,
  ownImageKey,
}: {
  link: { imageKey: string | null; customImageParams: ImageParams | null }
  ownImageKey: string | null
}): string | null {
  if (ownImageKey !== null) return pictureUrl(ownImageKey, link.customImageParams)
  return link.imageKey === null ? null : pictureUrl(link.imageKey, null)
}
