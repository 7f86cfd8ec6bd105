import type { ActivityItem } from '#contract/activity.ts'
import { shownName } from '#contract/text/hosts.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import type { activityItems, links } from '../../platform/db/schema.ts'
import { kindOf } from './activity-kinds.ts'
import { linkPicture } from '../media/pictures-presenter.ts'

export type FullItem = {
  item: typeof activityItems.$inferSelect
  /** Current name and picture of the link; null if the item has no link or the link was deleted. */
  link: Pick<typeof links.$inferSelect, 'name' | 'imageKey' | 'customImageParams'> | null
  /** Key of the creator's own picture for the link. */
  ownImageKey: string | null
}

/** Builds a list entry as text and HTML. Names can contain any characters and are escaped. */
export function toActivityItem({ item, link, ownImageKey }: FullItem): ActivityItem {
  const { subject, text } = textOf({ item, link })
  return {
    id: item.id,
    group: item.group,
    html: `<strong>${escapeHtml(subject)}</strong> ${escapeHtml(text)}`.trimEnd(),
    text: `${subject} ${text}`.trimEnd(),
    url: kindOf(item.kind)?.url(item.linkId, item.details) ?? null,
    image_url: link && linkPicture({ link, ownImageKey }),
    created_at: item.createdAt.toISOString(),
    is_read: item.readAt !== null,
  }
}

/** Returns the subject of an item and the text after it. */
export function textOf({ item, link }: Pick<FullItem, 'item'> & { link: { name: string } | null }) {
  const subject = shownName(link?.name ?? item.details.subject ?? '')
  return { subject, text: kindOf(item.kind)?.text(item.details) ?? '' }
}
