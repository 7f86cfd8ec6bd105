import type { BrandInvitation, Connection } from '#contract/partners/unmasking.ts'
import { brandReferralUrl } from '../../../server/partners/unmasking/unmasking.ts'
import { inviteAsBrand } from '../../../server/partners/unmasking/brand-invitations.ts'
import { partnersOf, type Partner } from '../../../server/partners/unmasking/names.ts'
import type { Shop, WithDeps } from './money/conversions.ts'
import type { Person } from './people.ts'

export const UNMASKING = '/v2/my/unmasking/'

/** Returns this person as the brand may see them. */
export async function partnerFor(
  server: WithDeps,
  { id }: Shop,
  { uuid }: Person,
): Promise<Partner> {
  const partner = (await partnersOf(server.deps.db, id, [uuid])).get(uuid)
  if (!partner) throw new Error('the brand has no such partner')
  return partner
}

export async function inviteBy(server: WithDeps, shop: Shop, person: Person) {
  const { id } = await partnerFor(server, shop, person)
  return inviteAsBrand(server.deps.db, { organizationId: shop.id, partnerId: id })
}

export const invitationsOf = async (person: Person, query = '') => {
  const answer = await person.send('GET', `${UNMASKING}invitations/${query}`)
  return (await answer.json()) as { results: BrandInvitation[]; next: string | null; count: number }
}

export const connectionsOf = async (person: Person, query = '') => {
  const answer = await person.send('GET', `${UNMASKING}connections/${query}`)
  return (await answer.json()) as { results: Connection[]; next: string | null; count: number }
}

/** Returns the id in the brand's invitation link. */
export async function brandLinkOf(server: WithDeps, { key }: Shop): Promise<string> {
  const url = await brandReferralUrl(server.deps.db, key, server.deps.config)
  return new URL(url ?? '').searchParams.get('org_ref') ?? ''
}

export const followLink = (person: Person, link: unknown) =>
  person.send('POST', `${UNMASKING}invitations/`, { org_referral_link_uuid: link })

export const acceptByItself = (person: Person, unmasking_invitations = true) =>
  person.send('PUT', `${UNMASKING}settings/`, { unmasking_invitations })
