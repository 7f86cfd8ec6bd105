import type { ActivityGroup } from '#contract/activity.ts'
import type { ActivityDetails } from '../../platform/db/schema.ts'

/** Kinds of items in the list of activity. */
export type ActivityKind =
  | 'first-click'
  | 'clicks'
  | 'extraction-failed'
  | 'export-ready'
  | 'link-gone'
  | 'link-home'
  | 'link-sold-out'
  | 'app-stopped'
  | 'link-blocked'
  | 'link-unblocked'
  | 'page-blocked'
  | 'page-unblocked'
  | 'widget-blocked'
  | 'widget-unblocked'
  | 'account-paused'
  | 'account-blocked'
  | 'account-released'
  | 'earning-earned'
  | 'earning-held'
  | 'earning-available'
  | 'earning-reduced'
  | 'earning-reversed'
  | 'earning-bonus'
  | 'redemption-paid'
  | 'redemption-rejected'
  | 'redemption-returned'
  | 'redemption-requested'
  | 'sale-not-found'
  | 'rate-cut'
  | 'rate-kept'
  | 'brand-invited'
  | 'brand-connected'
  | 'code-assigned'
  | 'code-ended'
  | 'factor-added'
  | 'factor-removed'
  | 'recovery-started'
  | 'member-joined'
  | 'member-declined'
  | 'member-left'
  | 'member-removed'
  | 'page-moved'
  | 'webhook-failed'
  | 'webhook-gone'

/** Text, screen and messages of a kind. */
export type ActivityKindInfo = {
  group: ActivityGroup
  /** Text after the subject, which is usually the name of the link. */
  text: (details: ActivityDetails) => string
  url: (linkId: string | null, details: ActivityDetails) => string
  /** Push settings, or null if the item appears only in the list. */
  push: { urgency: 'low' | 'normal'; topic: (linkId: string | null) => string } | null
  /** Included in activity mails. A block has a mail of its own. */
  mail?: true
}
