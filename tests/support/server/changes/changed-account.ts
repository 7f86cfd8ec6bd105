import type { CreatedApiKey } from '#contract/developers/api-keys.ts'
import { addKey } from '../api-keys.ts'
import { addMember } from '../members.ts'
import { signUp, type Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

/** Account that a member and an API key change. */
export type Account = {
  server: TestServer
  owner: Person
  member: Person
  acting: Person
  key: CreatedApiKey
}

export async function newAccount(server: TestServer): Promise<Account> {
  const owner = await signUp(server)
  const key = await addKey(owner)
  return { server, owner, key, ...(await addMember(server, owner, ['edit'])) }
}

type Sent = [path: string, body?: unknown]

/** Returns the path and body of a request that changes an account, and prepares the account. */
export type Change = (account: Account) => Promise<Sent> | Sent

let numbers = 0
export const newName = () => `Thing ${(numbers += 1)}`
export const newUrl = () => `https://shop.example/${(numbers += 1)}`
export const newSocial = () => ({ account_url: `https://instagram.com/ana${(numbers += 1)}` })

/** Sends a request that creates something, and returns the answer. */
export async function created<Body>(person: Person, path: string, body: object): Promise<Body> {
  const answer = await person.send('POST', path, body)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}
