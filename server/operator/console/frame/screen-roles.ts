import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { StaffRole } from '../../../platform/db/schema.ts'
import type { ConsoleEnv } from './console-session.ts'

/**
 * Roles that may open a screen, if not all may. Money shows payout addresses, and messages are
 * private.
 */
const LIMITED_SCREENS: Partial<Record<string, readonly StaffRole[]>> = {
  money: ['owner', 'finance'],
  messages: ['owner', 'support'],
}

export const maySee = (role: StaffRole, screen: string): boolean =>
  LIMITED_SCREENS[screen]?.includes(role) ?? true

/** Refuses a screen to members whose role may not open it. */
export const requireScreen =
  (screen: string): MiddlewareHandler<ConsoleEnv> =>
  async (c, next) => {
    if (!maySee(c.var.visit.member.role, screen)) throw new HTTPException(403)
    return next()
  }
