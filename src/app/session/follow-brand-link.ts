import type { createStore } from 'jotai'
import { followBrandLink } from '#api/partners/unmasking.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { toast } from '#ui/notices/toast.tsx'
import { refreshFacts } from '../facts/follow-facts.ts'
import { deleteBrandReferral, readBrandReferral } from './brand-referral.ts'
import { inviteAgain } from './invitation-visit.ts'

type Store = ReturnType<typeof createStore>

/** Sends the brand link through which a user came to the server, after the sign-in. */
export async function sendBrandReferral(store: Store): Promise<void> {
  const link = readBrandReferral()
  if (link === null) return
  try {
    const { status, inviting } = await followBrandLink(link, quiet)
    deleteBrandReferral()
    if (status === 'accepted') toast(`Accepted invitation form ${inviting.company_name}`)
    else {
      // The invitation sheet opens when the facts contain a pending invitation.
      inviteAgain(store)
      await refreshFacts(store)
    }
  } catch (error) {
    // An invalid link is ignored. After other errors the next start retries.
    if (toApiError(error).status === 400) deleteBrandReferral()
  }
}
