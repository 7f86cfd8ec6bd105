import { expect } from 'vitest'
import type { HistoryPage } from '#contract/links/history.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { V2 } from '#contract/app-constants.ts'
import { reachableAt } from '#support/server/hosts/requests.ts'
import { PASSWORD, signUp, type Person } from '#support/server/people.ts'
import { inOutbox, JOIN_PATH } from '../e2e/support/outbox.ts'
import { button, rename } from './steps-links.ts'
import type { World } from './world.ts'

const OWNER_EMAIL = 'ben@example.com'
const MEMBERS = `${V2}/members/`
const OWN_LINK = 'Copper lamp'
const HELPING = { text: 'Helping with' }
const SWITCH_BACK = button('Switch to your own account')

/**
 * Accepts the invitation of another creator and renames a link for them. Checks that both accounts
 * stay apart on the device and that the owner sees who made the change.
 */
export async function helpOther(world: World) {
  const { visitor } = world
  const owner = await signUpOwner(world)
  await visitor.open(await invitationPath(world, owner))
  await visitor.tap(button('Accept'))
  await visitor.sees(HELPING)
  await visitor.sees(button('Studio lamp'))
  await visitor.misses(button(OWN_LINK))
  await rename(world, 'Studio lamp', 'Studio light')
  expect(await lastAuthor(owner, 'Studio light')).toMatchObject({ kind: 'person', is_you: false })

  await visitor.open('/accounts')
  await visitor.tap(SWITCH_BACK)
  await visitor.misses(HELPING)
  await visitor.sees(button(OWN_LINK))
  await visitor.misses(button('Studio light'))
  await endAccess(owner)
  await visitor.open('/accounts')
  await visitor.sees({ text: 'You no longer have access.' })
  await visitor.tap(button(`Remove ${OWNER_EMAIL} from this device`))
  await visitor.misses({ text: 'You no longer have access.' })
  expect((await world.links()).map(({ name }) => name)).not.toContain('Studio light')
}

/** Creates another creator with one link. */
async function signUpOwner({ server, shop }: World): Promise<Person> {
  const owner = await signUp(reachableAt(server.origin), OWNER_EMAIL)
  const link = { url: shop.product('Studio lamp'), name: 'Studio lamp' }
  expect((await owner.send('POST', `${V2}/links/`, link)).ok).toBe(true)
  return owner
}

/** Invites the visitor and returns the path in the email. */
async function invitationPath({ visitor, server, email }: World, owner: Person): Promise<string> {
  const invitation = { email, access: ['edit'], password: PASSWORD }
  expect((await owner.send('POST', MEMBERS, invitation)).status).toBe(201)
  let path = ''
  await visitor.until('has an invitation', async () => {
    path = await inOutbox(server, email, JOIN_PATH)
    return path !== '' || 'not yet'
  })
  return path
}

async function linksOf(owner: Person): Promise<ShortLink[]> {
  const answer = await owner.send('POST', `${V2}/links/search/`, {})
  return ((await answer.json()) as { results: ShortLink[] }).results
}

/** Returns who made the latest change of a link. */
async function lastAuthor(owner: Person, name: string) {
  const link = (await linksOf(owner)).find((one) => one.name === name)
  const { results } = await owner.get<HistoryPage>(`${V2}/links/${link?.uuid}/history/`)
  return results[0]?.by
}

/** Ends the visitor's access. */
async function endAccess(owner: Person) {
  const { results } = await owner.get<{ results: { id: string }[] }>(MEMBERS)
  expect((await owner.send('DELETE', `${MEMBERS}${results[0]?.id}/`)).ok).toBe(true)
}
