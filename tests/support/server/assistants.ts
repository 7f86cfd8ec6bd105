import { addKey } from './api-keys.ts'
import { connectAssistant } from './mcp.ts'
import { signUp } from './people.ts'
import type { TestServer } from './test-app.ts'

/** Adds a user with an API key that has all scopes, and connects an assistant with it. */
export async function addAssistant(server: TestServer) {
  const ana = await signUp(server)
  const { key } = await addKey(ana)
  return { ana, key, assistant: await connectAssistant(server, key) }
}
