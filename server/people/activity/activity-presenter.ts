import type { ActivityItem } from '#contract/activity.ts'
import type { activityItems, links } from '../../platform/db/schema.ts'
import { kindOf } from './activity-kinds.ts'
import { linkPicture } from '../media/pictures-presenter.ts'

export type FullItem = {
  item: typeof activityItems.$inferSelect
  /** What its link is called and looks like now; null when there is none, or no more. */
  link: Pick<typeof links.$inferSelect, 'name' | 'imageKey' | 'customImageParams'> | null
  /** Of the creator's own picture for the link. */
  ownImageKey: string | null
}

/** A line of a list, in words and as HTML. Names are text of strangers: always escaped. */
export function toActivityItem({ item, link, ownImageKey }: FullItem): ActivityItem {
  const { subject, says } = wordsOf({ item, link })
  return {
    id: item.id,
    group: item.group,
    html: `<strong>${escape(subject)}</strong> ${escape(says)}`.trimEnd(),
    text: `${subject} ${says}`.trimEnd(),
    url: kindOf(item.kind)?.opens(item.linkId, item.details) ?? null,
    image_url: link && linkPicture({ link, ownImageKey }),
    created_at: item.createdAt.toISOString(),
    is_read: item.readAt !== null,
  }
}

/** The name that a line begins with, and what it says of it. */
export function wordsOf({
  item,
  link,
}: Pick<FullItem, 'item'> & { link: { name: string } | null }) {
  const subject = link?.name ?? item.details.subject ?? ''
  return { subject, says: kindOf(item.kind)?.says(item.details) ?? '' }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
