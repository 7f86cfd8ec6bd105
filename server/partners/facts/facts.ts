import { eq } from 'drizzle-orm'
import type { Facts } from '#contract/facts.ts'
import { countUnread } from '../../people/activity/activity-lists.ts'
import { totalUnread } from '../chat/channels.ts'
import { onboardingState, type OnboardingRequest } from '../../people/onboarding/onboarding.ts'
import { shownRestriction } from '../../people/restrictions/shown-restriction.ts'
import { pages } from '../../platform/db/schema/pages-schema.ts'
import { timeBanner } from '../../money/promotions/promotions.ts'
import { pendingInvitations } from '../unmasking/unmasking.ts'

/** Returns what the app's navigation and banners show for a user. */
export async function readFacts(asking: OnboardingRequest, isOwner: boolean): Promise<Facts> {
  const { db, config } = asking.deps
  const { userId } = asking
  const [unread, hasPage, banner, invitations, onboarding, unreadMessages, restriction] =
    await Promise.all([
      countUnread(db, userId),
      db.select({ id: pages.id }).from(pages).where(eq(pages.userId, userId)).limit(1),
      timeBanner(db),
      pendingInvitations(db, userId),
      onboardingState(asking),
      config.chat ? totalUnread(db, userId) : null,
      shownRestriction(asking.deps, userId, isOwner),
    ])
  return {
    unread,
    has_page: hasPage.length > 0,
    banner,
    invitations,
    onboarding,
    unread_messages: unreadMessages,
    ...(restriction && { restriction }),
  }
}
