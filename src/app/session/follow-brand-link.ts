import type { createStore } from 'jotai'
import { followBrandLink } from '#api/unmasking.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { toast } from '#ui/toast.tsx'
import { refreshFacts } from '../facts/follow-facts.ts'
import { forgetBrandReferral, readBrandReferral } from './brand-referral.ts'
import { inviteAgain } from './invitation-visit.ts'

type Store = ReturnType<typeof createStore>

/** A brand's link that somebody came by, told to the server once they are signed in (D-61). */
export async function takeBrandReferral(store: Store): Promise<void> {
  const link = readBrandReferral()
  if (link === null) return
  try {
    const { status, inviting } = await followBrandLink(link, quiet)
    forgetBrandReferral()
    if (status === 'accepted') toast(`Accepted invitation form ${inviting.company_name}`)
    else {
      // The sheet opens as soon as the facts say that an invitation is pending.
      inviteAgain(store)
      await refreshFacts(store)
    }
  } catch (error) {
    // A link that no brand has is nobody's concern; without an answer the next start tells it again.
    if (toApiError(error).status === 400) forgetBrandReferral()
  }
}
