import { verify } from 'hono/jwt'
import type { Deps } from '../../env.ts'

/**
 * Returns the user of a picture request from the JWT cookie of the sign-in. Pictures on a page can
 * only send cookies. The JWT gives no access beyond what is public.
 */
export async function claimedBy(
  { secrets }: Pick<Deps, 'secrets'>,
  jwt: string | undefined,
): Promise<string | undefined> {
  if (!jwt) return undefined
  const claims = await verify(jwt, secrets.jwt, 'HS256').catch(() => null)
  return typeof claims?.['uuid'] === 'string' ? claims['uuid'] : undefined
}
