import type { DeskRole } from '../../../platform/db/schema.ts'

export const DESK_ROLES = ['owner', 'manager', 'viewer'] as const satisfies DeskRole[]

type Permission = {
  roles: readonly DeskRole[]
  /** Text for the log of the desk. Routes that change nothing for the brand have none. */
  did?: string
  /** Whether it needs a recent code or passkey of a person who has a second factor. */
  needsProof?: boolean
}

const ALL = { roles: DESK_ROLES }
const OWNER = { roles: ['owner'] } as const
/** Changes, messages with creators, and pages that contain keys or secrets. */
const MANAGER = { roles: ['owner', 'manager'] } as const
const allDid = (did: string) => ({ ...ALL, did })
const managerDid = (did: string) => ({ ...MANAGER, did })
const ownerDid = (did: string) => ({ ...OWNER, did })
/** Changes that concern money or access. */
const proven = <P extends Permission>(permission: P) => ({ ...permission, needsProof: true })

/** Roles of each route of the signed-in desk. A route that is not listed is refused. */
export const DESK_ROUTES = {
  'GET /desk': ALL,
  'POST /desk/sign-out': ALL,
  'POST /desk/sign-out/everywhere': ALL,
  'GET /desk/partners': ALL,
  'GET /desk/partners.csv': ALL,
  'GET /desk/partners/:partner': ALL,
  'POST /desk/partners/:partner/invite': managerDid('Invited a partner'),
  'POST /desk/partners/:partner/withdraw': managerDid('Canceled the invitation of a partner'),
  'POST /desk/partners/:partner/message': MANAGER,
  'GET /desk/traffic': ALL,
  'GET /desk/traffic.csv': ALL,
  'GET /desk/orders': ALL,
  'POST /desk/orders/missing/:sale/accept': proven(managerDid('Accepted a missing sale')),
  'POST /desk/orders/missing/:sale/decline': managerDid('Declined a missing sale'),
  'GET /desk/postbacks': MANAGER,
  'POST /desk/postbacks': MANAGER,
  'GET /desk/campaigns': ALL,
  'GET /desk/messages': MANAGER,
  'GET /desk/messages/:channel': MANAGER,
  'POST /desk/messages/:channel': managerDid('Sent a message'),
  'POST /desk/messages/:channel/report': managerDid('Reported a message'),
  'GET /desk/webhooks': MANAGER,
  'POST /desk/webhooks': managerDid('Added a webhook'),
  'GET /desk/webhooks/:webhook': MANAGER,
  'POST /desk/webhooks/:webhook/test': managerDid('Sent a test to a webhook'),
  'POST /desk/webhooks/:webhook/resend': managerDid('Sent a delivery of a webhook again'),
  'POST /desk/webhooks/:webhook/stop': managerDid('Stopped a webhook'),
  'POST /desk/webhooks/:webhook/start': managerDid('Started a webhook'),
  'POST /desk/webhooks/:webhook/secret': managerDid('Replaced the secret of a webhook'),
  'POST /desk/webhooks/:webhook/delete': managerDid('Deleted a webhook'),
  'GET /desk/shop': MANAGER,
  'POST /desk/shop': managerDid('Set up a shop system'),
  'GET /desk/shop/other': MANAGER,
  'GET /desk/shop/:platform': MANAGER,
  'POST /desk/shop/:platform/secret': proven(managerDid('Stored the secret of a shop system')),
  'POST /desk/shop/:platform/delete': managerDid('Removed a shop system'),
  'GET /desk/codes': ALL,
  'POST /desk/codes': managerDid('Assigned discount codes'),
  'POST /desk/codes/:code/end': managerDid('Ended a discount code'),
  'GET /desk/accounts': ALL,
  'POST /desk/accounts/connect': proven(ALL),
  'POST /desk/accounts/disconnect': proven(ALL),
  'GET /desk/account': ALL,
  'GET /desk/account/app': ALL,
  'POST /desk/account/app/new': proven(ALL),
  'POST /desk/account/app': allDid('Set up an authenticator app'),
  'POST /desk/account/app/remove': proven(allDid('Removed their authenticator app')),
  'POST /desk/account/codes': proven(allDid('Replaced their recovery codes')),
  'POST /desk/account/passkeys': allDid('Added a passkey'),
  'POST /desk/account/passkeys/new': proven(ALL),
  'POST /desk/account/passkeys/options': ALL,
  'POST /desk/account/passkeys/proof': ALL,
  'POST /desk/account/passkeys/rename': ALL,
  'POST /desk/account/passkeys/remove': proven(allDid('Removed a passkey')),
  'GET /desk/people': ALL,
  'POST /desk/people': proven(ownerDid('Invited a colleague')),
  'POST /desk/people/:person/link': proven(ownerDid('Sent a colleague a new link')),
  'POST /desk/people/:person/role': proven(ownerDid('Changed the role of a colleague')),
  'POST /desk/people/:person/reset': proven(ownerDid('Reset the second factor of a colleague')),
  'POST /desk/people/:person/remove': proven(ownerDid('Removed a colleague')),
} as const satisfies Record<string, Permission>

export type DeskRoute = keyof typeof DESK_ROUTES

/** Returns the permission of a route, or undefined for a route that is not listed. */
export const permissionOf = (route: string): Permission | undefined =>
  Object.hasOwn(DESK_ROUTES, route) ? DESK_ROUTES[route as DeskRoute] : undefined

export const rolesOf = (route: DeskRoute): DeskRole[] => [...DESK_ROUTES[route].roles]

/** Returns whether a role may use a route. */
export const may = (role: DeskRole, route: DeskRoute): boolean => rolesOf(route).includes(role)
