import * as v from 'valibot'
import { text } from '#contract/common.ts'
import { Email } from '#contract/people/session.ts'
import type { Deps } from '../../../env.ts'
import type { BrandRow } from '../../../links/brands/organizations.ts'
import { deskPeople, type DeskRole } from '../../../platform/db/schema.ts'
import { countAttempt } from '../../../platform/http/throttle.ts'
import { createSignInLink, INVITATION_HOURS } from '../sign-in-links.ts'
import { listChanges } from './changes.ts'
import { resetDeskFactors } from './desk-factors.ts'
import {
  listPeople,
  MAX_PEOPLE,
  nameOfPerson,
  removePerson,
  setRole,
  type DeskPerson,
  type PeopleAnswer,
} from './people.ts'
import { DESK_ROLES } from './permissions.ts'

const NewColleague = v.object({
  email: Email,
  name: v.pipe(
    text(80),
    v.transform((name) => name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')),
  ),
  role: v.picklist(DESK_ROLES, 'Choose a role.'),
})

/** Result of an invitation. `link` is set if the server sends no email. */
export type Invited = { problem: string } | { email: string; link?: string }

/** Returns the queries and actions of a person for the people of their brand. */
export function colleagueActions(deps: Deps, brand: BrandRow, by: DeskPerson) {
  const { db, config } = deps
  const own = (personId: string) => ({ brandId: brand.id, personId })
  const find = async (personId: string) =>
    (await listPeople(db, brand.id)).find(({ id }) => id === personId)

  /** Emails a link to a colleague, or returns it if the server sends no email. */
  async function invite(person: Omit<DeskPerson, 'hasPasskey'>): Promise<Invited> {
    const { id: personId, email } = person
    await countAttempt(deps, { limit: 'memberMailsByAccount', of: `desk ${brand.id}` })
    if (config.smtpUrl && email !== '') {
      await deps.jobs.add(db, 'desk-invitation-mail', { personId })
      return { email }
    }
    const hours = INVITATION_HOURS
    return { email, link: await createSignInLink(db, config.appOrigin, person, hours) }
  }

  async function add(values: v.InferOutput<typeof NewColleague>): Promise<Invited> {
    if ((await listPeople(db, brand.id)).length >= MAX_PEOPLE)
      return { problem: `A desk can have at most ${MAX_PEOPLE} people. Remove somebody first.` }
    const [person] = await db
      .insert(deskPeople)
      .values({ ...values, brandId: brand.id, invitedBy: nameOfPerson(by) })
      .onConflictDoNothing({ target: [deskPeople.brandId, deskPeople.email] })
      .returning()
    if (!person) return { problem: 'This person is already in the list.' }
    return invite(person)
  }

  return {
    list: () => listPeople(db, brand.id),
    changes: () => listChanges(db, brand.id),
    /** Adds a colleague and sends the invitation. */
    async add(form: Record<string, string>): Promise<Invited> {
      const { email = '', name = '', role = '' } = form
      const read = v.safeParse(NewColleague, { email, name, role })
      return read.success ? add(read.output) : { problem: read.issues[0].message }
    },
    /** Sends a new link, or returns undefined for a person of another brand. */
    async sendLink(personId: string): Promise<Invited | undefined> {
      const person = await find(personId)
      return person && invite(person)
    },
    async setRole(personId: string, typed: string): Promise<PeopleAnswer> {
      const role: DeskRole | undefined = DESK_ROLES.find((one) => one === typed)
      return role ? setRole(db, own(personId), role) : 'none'
    },
    remove: (personId: string) => removePerson(db, own(personId)),
    /** Resets the second factor of a colleague who lost it. Nobody resets their own. */
    async reset(personId: string): Promise<PeopleAnswer> {
      const done = personId === by.id ? undefined : await find(personId)
      const why = `${nameOfPerson(by)} reset it in the desk.`
      const wasOn = done && (await db.transaction((tx) => resetDeskFactors(tx, { personId, why })))
      return wasOn ? { done } : 'none'
    },
  }
}
