import type { Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { peekStep, storeStep, takeStep } from '../../../people/oidc/flows.ts'
import type { ProviderIdentity } from '../../../people/oidc/provider.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { browserId } from '../../../platform/http/csrf.ts'

type PageContext = Context<AppEnv>

/** Minutes in which a brand can open a sign-in link to connect an account. */
const CONNECT_MINUTES = 60

/** Returns the key of the identity that waits for a sign-in link. A browser has one. */
const keyOf = (browser: string) => ({ key: `desk account ${browser}`, browser })

/** Keeps an identity of this browser until a sign-in link is opened. It replaces an earlier one. */
export const keepPending = (
  db: DbOrTx,
  browser: string,
  identity: ProviderIdentity,
): Promise<void> =>
  storeStep(db, { ...keyOf(browser), minutes: CONNECT_MINUTES }, { is: 'new-desk', identity })

/** Returns the identity of this browser that a sign-in link can connect. */
export const findPending = async (c: PageContext): Promise<ProviderIdentity | undefined> =>
  (await peekStep(c.var.deps.db, keyOf(browserId(c) ?? ''), 'new-desk'))?.identity

/** Returns that identity once. */
export const takePending = async (
  c: PageContext,
  db: DbOrTx,
): Promise<ProviderIdentity | undefined> =>
  (await takeStep(db, keyOf(browserId(c) ?? ''), 'new-desk'))?.identity
