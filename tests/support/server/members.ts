import { ACCOUNT_HEADER } from '#contract/app-constants.ts'
import type { Access, HelpedAccounts, MemberInvitation, Members } from '#contract/people/members.ts'
import { invitationKey } from '../../../server/people/members/invitations.ts'
import { PASSWORD, signUp, type Person } from './people.ts'
import type { TestServer } from './test-app.ts'

export const MEMBERS = '/v2/my/members/'
export const ACCOUNTS = '/v2/my/accounts/'
export const INVITATION = `${ACCOUNTS}invitation/`

export const inviting = (owner: Person, email: string, access: Access[], more: object = {}) =>
  owner.send('POST', MEMBERS, { email, access, password: PASSWORD, ...more })

/** Invites a person and returns the invitation with the key in its link. */
export async function invite(
  { deps }: TestServer,
  owner: Person,
  email: string,
  access: Access[] = ['edit'],
): Promise<MemberInvitation & { key: string }> {
  const answer = await inviting(owner, email, access)
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  const { result } = (await answer.json()) as { result: MemberInvitation }
  return { ...result, key: invitationKey(deps, result.id) }
}

export const accept = (person: Person, key: string) =>
  person.send('POST', `${INVITATION}accept/`, { key })

/** Returns a person who makes each request for another account. */
export const actingFor = (person: Person, { uuid }: Pick<Person, 'uuid'>): Person => {
  const send: Person['send'] = (method, path, body, headers = {}) =>
    person.send(method, path, body, { [ACCOUNT_HEADER]: uuid, ...headers })
  async function get<T>(path: string): Promise<T> {
    const answer = await send('GET', path)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return { ...person, send, get }
}

/** Creates a person with access to an account. `acting` makes requests for it. */
export async function addMember(server: TestServer, owner: Person, access: Access[]) {
  const member = await signUp(server)
  const { key } = await invite(server, owner, member.email, access)
  const answer = await accept(member, key)
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return { member, acting: actingFor(member, owner) }
}

export const membersOf = (owner: Person) => owner.get<Members>(MEMBERS)
export const accountsOf = async (person: Person) =>
  (await person.get<HelpedAccounts>(ACCOUNTS)).results

/** Returns the status and the texts of the errors of an answer. */
export async function refusalOf(answer: Response): Promise<[number, string]> {
  const { errors = {} } = (await answer.json()) as { errors?: Record<string, string[]> }
  return [answer.status, Object.values(errors).flat().join(' ')]
}
