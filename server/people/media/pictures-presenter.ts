import { imagePath } from '#contract/images/images.ts'
import type { ImageParams } from '#contract/links/short-link.ts'
import { isWhole } from './crop.ts'
import { mediaPath } from './media.ts'

/** Returns the URL of a stored picture with its crop applied. */
export function pictureUrl(key: string, crop: ImageParams | null): string {
  const path = mediaPath(key)
  return crop === null || isWhole(crop) ? path : imagePath(path, { crop })
}

/** Returns the picture of a link: the creator's own, or the one from the target page. */
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
