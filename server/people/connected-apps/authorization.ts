import { eq } from 'drizzle-orm'
import {
  APP_SCOPES,
  type AuthorizationRequest,
  type Consent,
} from '#contract/developers/connected-apps.ts'
import type { Scope } from '#contract/developers/scopes.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { appClients, appGrants } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { hashSecret, newSecret } from '../accounts/one-time-keys.ts'
import { findApp, type AppClient } from './app-clients.ts'
import { isResource } from './resources.ts'
import { isRegistered, redirectHost } from './redirect-uris.ts'

/** Lifetime of an authorization code. */
const CODE_SECONDS = 300

type Valid = { app: AppClient; scopes: Scope[] }

/**
 * Checks an authorization request. Errors are shown to the user and never sent to the app's
 * address: anybody can register an app, and a redirect without consent would lead from our address
 * to any other.
 *
 * @throws FieldError that says what is wrong.
 */
async function checkRequest({ db, config }: Deps, request: AuthorizationRequest): Promise<Valid> {
  const app = await findApp(db, request.client_id)
  if (!app)
    throw refuse('We don’t know this app. Remove the connection in the app and add it again.')
  if (!isRegistered(request.redirect_uri, app.redirectUris))
    throw refuse('The app wants to return to an address that it has not registered.')
  if (request.response_type !== 'code') throw refuse('The app must ask for response_type code.')
  if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(request.code_challenge))
    throw refuse('The app must send a code challenge with the method S256.')
  if (request.resource !== '' && !isResource(config, request.resource))
    throw refuse('The app asks for access to another server.')
  return { app, scopes: requestedScopes(request.scope) }
}

/** Returns the requested permissions; all that an app can have if it names none. */
function requestedScopes(text: string): Scope[] {
  const names = new Set(text.split(' ').filter((name) => name !== ''))
  const scopes = names.size === 0 ? APP_SCOPES : APP_SCOPES.filter((scope) => names.has(scope))
  if (scopes.length === 0 || scopes.length < names.size)
    throw refuse('The app asks for a permission that does not exist.')
  return [...scopes]
}

const refuse = (message: string) => new FieldError('non_field_errors', message)

/** Returns what the consent screen shows. */
export async function describeRequest(
  deps: Deps,
  user: SignedInUser,
  request: AuthorizationRequest,
): Promise<Consent> {
  const { app, scopes } = await checkRequest(deps, request)
  const { host, isLocal } = redirectHost(request.redirect_uri)
  return { app_name: app.name, redirect_host: host, is_local: isLocal, scopes, email: user.email }
}

/** Stores the consent of a user and returns the app's address with the authorization code. */
export async function allowRequest(
  deps: Deps,
  user: SignedInUser,
  request: AuthorizationRequest,
): Promise<string> {
  const { app, scopes } = await checkRequest(deps, request)
  const code = newSecret()
  await deps.db.transaction(async (tx) => {
    await tx.insert(appGrants).values({
      userId: user.id,
      clientId: app.id,
      scopes,
      resource: request.resource || null,
      codeHash: hashSecret(code),
      codeExpiresAt: new Date(Date.now() + CODE_SECONDS * 1000),
      codeChallenge: request.code_challenge,
      redirectUri: request.redirect_uri,
    })
    await tx.update(appClients).set({ allowedAt: new Date() }).where(eq(appClients.id, app.id))
  })
  return answerAddress(deps, request, { code })
}

/** Returns the app's address with the information that the user refused. */
export async function refuseRequest(deps: Deps, request: AuthorizationRequest): Promise<string> {
  await checkRequest(deps, request)
  return answerAddress(deps, request, { error: 'access_denied' })
}

/** Adds an answer to the app's address. `iss` tells the app which server answered (RFC 9207). */
function answerAddress(
  { config }: Deps,
  { redirect_uri, state }: AuthorizationRequest,
  answer: Record<string, string>,
): string {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries({ ...answer, iss: config.appOrigin }))
    url.searchParams.set(name, value)
  if (state !== '') url.searchParams.set('state', state)
  return url.href
}
