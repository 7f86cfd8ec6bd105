import { signUp } from './people.ts'
import { startTestServer, type Overrides } from './test-app.ts'

/** Starts a server with a creator for the tests of one file. */
export async function startWithCreator(overrides?: Overrides) {
  const server = await startTestServer(overrides)
  return { server, ana: await signUp(server) }
}
