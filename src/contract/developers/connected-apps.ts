import * as v from 'valibot'
import { list, token } from '../common.ts'
import { SCOPES, type Scope } from './scopes.ts'

/**
 * Permissions that a connected app can get. Webhooks are left out, because an app that follows the
 * instructions of a stranger's text could send the user's data to any address with them.
 */
export const APP_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !scope.startsWith('webhooks:'))

/** Maximum number of characters of an app's name. */
export const MAX_APP_NAME = 60
/** Maximum number of characters of an address to which an app lets users return. */
export const MAX_REDIRECT_URI = 500

const parameter = (max: number) => v.optional(token(max), '')

/** Authorization request of an app (OAuth 2.1), as it is in the address of the consent screen. */
export const AuthorizationRequest = v.object({
  response_type: parameter(50),
  client_id: parameter(100),
  redirect_uri: parameter(MAX_REDIRECT_URI),
  scope: parameter(1000),
  state: parameter(2000),
  code_challenge: parameter(200),
  code_challenge_method: parameter(20),
  resource: parameter(500),
})
export type AuthorizationRequest = v.InferOutput<typeof AuthorizationRequest>

/** Decision of the user about a request. */
export const ConsentDecision = v.object({ request: AuthorizationRequest, allow: v.boolean() })
export type ConsentDecision = v.InferInput<typeof ConsentDecision>

/** Facts about a request that the consent screen shows. */
export const Consent = v.object({
  /** Name that the app gave itself. */
  app_name: v.string(),
  /** Host to which the user returns. */
  redirect_host: v.string(),
  /** Whether that host is the user's own computer. */
  is_local: v.boolean(),
  scopes: v.array(v.picklist(SCOPES)),
  /** Account that the app would act for. */
  email: v.string(),
})
export type Consent = v.InferOutput<typeof Consent>

/** Address that the browser opens after the decision. */
export const ConsentAnswer = v.object({ redirect_to: v.string() })

/** App that the user connected. */
export const ConnectedApp = v.object({
  id: v.string(),
  name: v.string(),
  redirect_host: v.string(),
  scopes: v.array(v.picklist(SCOPES)),
  connected_at: v.string(),
  /** Time of the last call, rounded to the hour; null if the app made none. */
  last_used_at: v.nullable(v.string()),
})
export type ConnectedApp = v.InferOutput<typeof ConnectedApp>

/** Answer of GET /v2/my/connected-apps/, newest first. Not in the specification. */
export const ConnectedApps = v.object({ results: v.array(ConnectedApp) })
export type ConnectedApps = v.InferOutput<typeof ConnectedApps>

/** Body of a dynamic client registration (RFC 7591). Other fields are ignored. */
export const AppRegistration = v.object({
  client_name: v.optional(token(200), ''),
  redirect_uris: v.pipe(list(token(MAX_REDIRECT_URI), 10), v.minLength(1)),
})
export type AppRegistration = v.InferOutput<typeof AppRegistration>
