import type { LinkBlock } from '#contract/links/short-link.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import type { Config } from '../../platform/config/config.ts'
import { pictureUrl } from '../../people/media/pictures-presenter.ts'
import type { FullPage, PageRow } from './page-rows.ts'

/** Returns the public URL of a page. */
export const pageUrl = ({ appOrigin }: Pick<Config, 'appOrigin'>, slug: string) =>
  `${appOrigin}/p/${slug}`

/** Converts a page to its API form for its owner. */
export function toPage({ page, imageKey, views }: FullPage, config: Config): CreatorPage {
  const { imageParams, thumbnailParams } = page
  return {
    id: page.id,
    slug: page.slug,
    title: page.title,
    description: page.description,
    image_url: imageKey === null ? null : pictureUrl(imageKey, imageParams),
    image_upload_id: page.imageUploadId,
    image_alt: page.imageAlt,
    image_params: imageParams,
    thumbnail_params: thumbnailParams,
    // Without its own crop, the thumbnail uses the crop of the cover.
    thumbnail_url: imageKey === null ? null : pictureUrl(imageKey, thumbnailParams ?? imageParams),
    theme: page.theme,
    accent: page.accent,
    url: pageUrl(config, page.slug),
    is_published: page.isPublished,
    is_indexed: page.isIndexed,
    views_30d: views,
    block: blockOf(page, config),
    created_at: page.createdAt.toISOString(),
    updated_at: page.updatedAt.toISOString(),
  }
}

function blockOf({ blockedAt, blockWhy, blockRule }: PageRow, config: Config): LinkBlock {
  if (!blockedAt) return null
  const { supportEmail: contact } = config
  return { why: blockWhy, rule: blockRule, since: blockedAt.toISOString(), contact }
}
