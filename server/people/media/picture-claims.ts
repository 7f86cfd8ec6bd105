import { verify } from 'hono/jwt'
import type { Deps } from '../../env.ts'

/**
 * Whose picture request this is, by the short claims that a sign-in made for such requests (D-09):
 * a picture on a page brings cookies alone. They open nothing that is not open to everybody.
 */
export async function claimedBy(
  { secrets }: Pick<Deps, 'secrets'>,
  jwt: string | undefined,
): Promise<string | undefined> {
  if (!jwt) return undefined
  const claims = await verify(jwt, secrets.jwt, 'HS256').catch(() => null)
  return typeof claims?.['uuid'] === 'string' ? claims['uuid'] : undefined
}
