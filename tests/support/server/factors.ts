import { TOTP } from 'otpauth'
import { afterEach, beforeEach, vi } from 'vitest'
import type { NewAuthenticator, RecoveryCodes } from '#contract/people/factors.ts'
import { LOGIN, open, type LoginPage } from './hosts/login-pages.ts'
import { finishSignIn, PASSWORD, type Person } from './people.ts'
import type { Reachable } from './test-app.ts'

export const FACTORS = '/v2/my/factors/'
export const AUTHENTICATOR = `${FACTORS}authenticator/`
export const PROOF = `${FACTORS}proof/`
export const STEP_MS = 30_000

/** Authenticator app of a test. Needs fake dates, so that no step ends during a test. */
type TestAuthenticator = {
  recoveryCodes: string[]
  /** Returns the code of the current step, or of a step before (negative) or after it. */
  code: (step?: number) => string
  /** Moves the clock to the next step and returns its code, which was not used before. */
  nextCode: () => string
}

/** Sets the clock of the test's process to the middle of a step. */
export const fakeDates = () =>
  vi.useFakeTimers({
    toFake: ['Date'],
    now: Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2,
  })

/** Fakes the clock for each test of the file. */
export function fakeDatesPerTest() {
  beforeEach(() => void fakeDates())
  afterEach(() => void vi.useRealTimers())
}

function toAuthenticator(uri: string, recoveryCodes: string[] = []): TestAuthenticator {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const totp = new TOTP({ secret })
  const code = (step = 0) => totp.generate({ timestamp: Date.now() + step * STEP_MS })
  function nextCode() {
    vi.setSystemTime(Date.now() + STEP_MS)
    return code()
  }
  return { recoveryCodes, code, nextCode }
}

/** Returns the `result` of a successful answer. */
export async function resultOf<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { result: T }).result
}

/** Sets up an authenticator app with its first code. */
export async function addAuthenticator(person: Person): Promise<TestAuthenticator> {
  const begun = await person.send('POST', AUTHENTICATOR, { password: PASSWORD })
  const { uri } = await resultOf<NewAuthenticator>(begun)
  const confirmed = await person.send('POST', `${AUTHENTICATOR}confirm/`, {
    code: toAuthenticator(uri).code(),
  })
  const { recovery_codes } = await resultOf<RecoveryCodes>(confirmed)
  return toAuthenticator(uri, recovery_codes)
}

/** Enters the password in a new browser and returns the page that asks for a code. */
export const enterPassword = async (server: Reachable, { email }: Pick<Person, 'email'>) =>
  (await open(server, LOGIN)).submit({ email, password: PASSWORD })

/** Returns the session's token after a complete sign-in; null if it was refused. */
export const tokenOf = async (server: Reachable, page: LoginPage): Promise<string | null> =>
  (await finishSignIn(server, page)).token

/** Returns the recovery codes on a page. */
export const recoveryCodesIn = (html: string): string[] =>
  [...html.matchAll(/\b[A-Z2-9]{5}-[A-Z2-9]{5}\b/g)].map(([code]) => code)
