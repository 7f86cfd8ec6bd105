import { createHmac } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Context } from 'hono'
import type { AppEnv, Deps } from '../../env.ts'
import type { OidcSettings } from '../../platform/config/config-oidc.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { oidcFlows } from '../../platform/db/schema.ts'
import { browserId } from '../../platform/http/csrf.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'
import { hashSecret, newSecret } from '../accounts/one-time-keys.ts'
import { OidcProblem, toProblem } from './oidc-problem.ts'
import {
  authorizationUrl,
  CLOCK_SECONDS,
  readAnswer,
  type FlowSecrets,
  type ProviderIdentity,
} from './provider.ts'

type PageContext = Context<AppEnv>

/** Minutes within which the person must sign in at the provider, or answer a page afterwards. */
const FLOW_MINUTES = 15

/** Step of a sign-in that waits for the provider or for the person. */
export type Step =
  /** Sign-in of a user, with the fields that the sign-in pages keep. */
  | { is: 'user'; kept: Record<string, string> }
  /** Connection to a signed-in user, or confirmation of their actions. */
  | { is: 'connect'; userId: string; sessionId: string; back: string }
  | { is: 'confirm'; userId: string; sessionId: string; back: string; startedAt: number }
  | { is: 'desk' }
  | { is: 'connect-desk'; sessionId: string }
  /** Person of a brand whose code is missing. */
  | { is: 'desk-code'; personId: string }
  | { is: 'staff' }
  | { is: 'staff-confirm'; sessionId: string; startedAt: number }
  /** Identity of a user or brand that is not connected to an account yet. */
  | { is: 'new-user'; identity: ProviderIdentity }
  | { is: 'new-desk'; identity: ProviderIdentity }
  | { is: 'new-staff'; identity: ProviderIdentity }
  /** Identity that the link in an email connects to the account with this address. */
  | { is: 'mailed'; identity: ProviderIdentity; email: string; kept: Record<string, string> }

export type StepName = Step['is']
type StepOf<Name extends StepName> = Extract<Step, { is: Name }>

/** Returns the provider, or throws if none is set up. */
export function requireProvider({ config }: Pick<Deps, 'config'>): OidcSettings {
  if (!config.oidc) throw new OidcProblem('ended')
  return config.oidc
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** Stores a step for this browser under a key. It replaces an earlier one under the same key. */
export async function storeStep(
  db: DbOrTx,
  { key, browser, minutes = FLOW_MINUTES }: { key: string; browser: string; minutes?: number },
  step: Step,
): Promise<void> {
  const values = {
    browserHash: hashSecret(browser),
    step,
    expiresAt: minutesFromNow(minutes),
  }
  await db
    .insert(oidcFlows)
    .values({ keyHash: hashSecret(key), ...values })
    .onConflictDoUpdate({ target: oidcFlows.keyHash, set: values })
}

const isOpen = (key: string, browser: string) =>
  and(
    eq(oidcFlows.keyHash, hashSecret(key)),
    eq(oidcFlows.browserHash, hashSecret(browser)),
    gt(oidcFlows.expiresAt, new Date()),
  )

/** Returns a step of this browser without using it. */
export async function peekStep<Name extends StepName>(
  db: DbOrTx,
  { key, browser }: { key: string; browser: string | undefined },
  ...names: Name[]
): Promise<StepOf<Name> | undefined> {
  if (browser === undefined) return undefined
  const [row] = await db.select().from(oidcFlows).where(isOpen(key, browser))
  return asStep(row?.step, names)
}

/** Uses a step of this browser. One statement deletes it, so it works once on all servers. */
export async function takeStep<Name extends StepName>(
  db: DbOrTx,
  { key, browser }: { key: string; browser: string | undefined },
  ...names: Name[]
): Promise<StepOf<Name> | undefined> {
  if (browser === undefined) return undefined
  const [row] = await db.delete(oidcFlows).where(isOpen(key, browser)).returning()
  return asStep(row?.step, names)
}

/** Returns the step if it is one of these. The server itself has written the rows. */
function asStep<Name extends StepName>(value: unknown, names: Name[]): StepOf<Name> | undefined {
  const step = value as Step | undefined
  return step && names.some((name) => name === step.is) ? (step as StepOf<Name>) : undefined
}

/** Returns nonce and PKCE verifier of a state. They are derived, so the database has neither. */
function secretsOf({ secrets }: Pick<Deps, 'secrets'>, state: string): FlowSecrets {
  const derive = (use: string) =>
    createHmac('sha256', secrets.signing).update(`oidc-${use}:${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

const redirectUri = ({ config }: Pick<Deps, 'config'>, path: string) =>
  new URL(path, config.appOrigin).href

type Start = { browser: string; client: string; callback: string; isFresh?: boolean }

/**
 * Starts a sign-in at the provider and returns its address there.
 *
 * @throws OidcProblem if the provider does not answer; ThrottledError after too many starts.
 */
export async function startFlow(
  deps: Deps,
  { browser, client, callback, isFresh = false }: Start,
  step: Step,
): Promise<string> {
  const settings = requireProvider(deps)
  await countAttempt(deps, { limit: 'providerSignInsByAddress', of: client })
  const secrets = secretsOf(deps, newSecret())
  try {
    const authorization = { ...secrets, redirectUri: redirectUri(deps, callback), isFresh }
    const url = await authorizationUrl(deps, settings, authorization)
    await storeStep(deps.db, { key: secrets.state, browser }, step)
    return url
  } catch (error) {
    throw logged(deps, error)
  }
}

type Finished<Name extends StepName> = { step: StepOf<Name>; identity: ProviderIdentity }

/**
 * Finishes a sign-in with the provider's answer in the address. The step is used up first, so an
 * answer works once and only in the browser that started the sign-in.
 *
 * @throws OidcProblem
 */
export async function finishFlow<Name extends StepName>(
  c: PageContext,
  callback: string,
  ...names: Name[]
): Promise<Finished<Name>> {
  const { deps } = c.var
  const settings = requireProvider(deps)
  const query = new URL(c.req.url).searchParams
  const state = query.get('state') ?? ''
  const key = { key: state, browser: browserId(c) }
  const step = await takeStep(deps.db, key, ...names)
  if (!step) throw new OidcProblem('ended')
  try {
    const answer = { ...secretsOf(deps, state), redirectUri: redirectUri(deps, callback), query }
    return { step, identity: await readAnswer(deps, settings, answer) }
  } catch (error) {
    throw logged(deps, error)
  }
}

/** Throws unless the person signed in at the provider after this time, in milliseconds. */
export function requireFresh({ signedInAt }: ProviderIdentity, startedAt: number): void {
  if (signedInAt === null || (signedInAt + CLOCK_SECONDS) * 1000 < startedAt)
    throw new OidcProblem('stale')
}

/** Logs why a sign-in failed, without the answer, which may contain a token. */
function logged({ log }: Pick<Deps, 'log'>, error: unknown): OidcProblem {
  const problem = toProblem(error)
  if (problem.is !== 'cancelled')
    log.warn('sign-in with the provider failed', {
      is: problem.is,
      reason: reasonOf(error),
      ...(error instanceof FetchFailure && { status: error.status }),
    })
  return problem
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

export const deleteExpiredFlows = (db: Db) =>
  db.delete(oidcFlows).where(lte(oidcFlows.expiresAt, new Date()))
