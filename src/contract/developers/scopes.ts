/** Permissions of an API key. Each public call needs exactly one. */
export const SCOPES = [
  'links:read',
  'links:write',
  'collections:read',
  'collections:write',
  'page:read',
  'page:write',
  'analytics:read',
  'earnings:read',
  'profile:read',
  'webhooks:write',
] as const

export type Scope = (typeof SCOPES)[number]
