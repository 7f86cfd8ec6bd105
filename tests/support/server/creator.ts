import { beforeEach, test } from 'vitest'
import { signUp, type Person } from './people.ts'
import { startTestServer, type Overrides, type Reachable } from './test-app.ts'

/** Starts a server with a creator for the tests of one file. */
export async function startWithCreator(overrides?: Overrides) {
  const server = await startTestServer(overrides)
  return { server, ana: await signUp(server) }
}

/** Returns a `test` that signs up the people that a test names: `test('…', ({ ana, ben }) => …)`. */
export function withPeople(server: Reachable) {
  const person = () => signUp(server)
  return test.extend('ana', person).extend('ben', person).extend('eve', person)
}

/** Returns a creator who is signed up anew before each test of the file or of a `describe`. */
export function newCreatorPerTest(server: Reachable): Person {
  const creator = {} as Person
  beforeEach(async () => {
    Object.assign(creator, await signUp(server))
  })
  return creator
}
