import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { matchedRoutes } from 'hono/route'
import type { DeskEnv } from '../desk-session.tsx'
import { askForDeskProof } from './ask-for-code.tsx'
import { recordChange } from './changes.ts'
import { nameOfPerson } from './people.ts'
import { permissionOf } from './permissions.ts'

/**
 * Refuses routes that the person's role does not allow, asks for a code or passkey where one is
 * needed, and records changes that succeeded.
 */
export const requireDeskRole: MiddlewareHandler<DeskEnv> = async (c, next) => {
  const route = routeOf(c)
  if (route === undefined) return next()
  const { brand, person } = c.var.desk
  const permission = permissionOf(route)
  if (!permission?.roles.includes(person.role)) throw new HTTPException(403)
  const asking = permission.needsProof ? await askForDeskProof(c) : undefined
  if (asking) return asking
  await next()
  if (permission.did === undefined || c.res.status >= 400) return
  await recordChange(c.var.deps.db, {
    brandId: brand.id,
    who: nameOfPerson(person),
    did: permission.did,
    subject: c.var.subject ?? Object.values(c.req.param()).join(' '),
  })
}

/** Returns method and pattern of the route that answers, or undefined for an unknown path. */
function routeOf(c: Context<DeskEnv>): string | undefined {
  const found = matchedRoutes(c).find(({ method }) => method !== 'ALL')
  return found && `${found.method} ${found.path}`
}
