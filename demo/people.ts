import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TOKEN_HEADER } from '../src/contract/app-constants.ts'

/** Address and user agent of a browser. The addresses are reserved for examples (RFC 5737). */
export type Browser = { address: string; agent: string }

export type Person = Browser & { email: string; password: string; token: string; origin: string }

export const headersOf = ({ address, agent }: Browser) => ({
  'X-Forwarded-For': address,
  'User-Agent': agent,
})

const SIGN_UP = '/multi-connect/signup'

/** Creates an account with the sign-up form. */
export async function signUp(
  origin: string,
  { email, password, ...browser }: Omit<Person, 'token' | 'origin'>,
): Promise<Person> {
  const page = await fetch(origin + SIGN_UP, { headers: headersOf(browser) })
  const pageCookies = cookiesOf(page)
  const html = await page.text()
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? SIGN_UP
  const submitted = await fetch(origin + decodeHtml(action), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headersOf(browser), cookie: pageCookies.join('; ') },
    body: new URLSearchParams({ ...hiddenFields(html), email, password }),
  })
  const auth_token = new URL(submitted.headers.get('location') ?? '', origin).searchParams.get(
    'auth_token',
  )
  const answer = await fetch(`${origin}/v1/connect/token`, {
    method: 'POST',
    headers: {
      ...headersOf(browser),
      'Content-Type': 'application/json',
      cookie: [...pageCookies, ...cookiesOf(submitted)].join('; '),
    },
    body: JSON.stringify({ auth_token }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error(`${email} could not sign up: ${answer.status}.`)
  const person = { email, password, token, origin, ...browser }
  // Skip onboarding, because the sample shows accounts that are some weeks old.
  await call(person, 'PATCH', '/v2/my/onboarding/', { finished: true, tasks_closed: true })
  return person
}

/** Returns the cookies that a response sets, as `name=value`. */
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')

function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries(
    [...inputs].map(([, name = '', value = '']) => [name, decodeHtml(value)]),
  )
}

const decodeHtml = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Calls the API as a user. Throws unless it succeeds. */
export async function call<Answer = unknown>(
  person: Person,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(person.origin + path, {
    method,
    headers: {
      ...headersOf(person),
      [TOKEN_HEADER]: person.token,
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as Answer
}

const MAX_WAIT_MS = 60_000

/**
 * Sets the PayPal address and confirms it with the link in the email, which this server writes to
 * disk.
 */
export async function confirmPayout(person: Person, dataDir: string): Promise<void> {
  const { email: paypal_email, password } = person
  await call(person, 'PATCH', '/v1/bank/redemptions/settings/', { paypal_email, password })
  const end = Date.now() + MAX_WAIT_MS
  while (Date.now() < end) {
    const link = await linkInMail(join(dataDir, 'outbox'), paypal_email)
    if (link) {
      const answer = await fetch(link, { method: 'POST', headers: headersOf(person) })
      if (answer.ok) return
    }
    await sleep(100)
  }
  throw new Error(`No email arrived for ${paypal_email}.`)
}

async function linkInMail(folder: string, to: string): Promise<string | undefined> {
  for (const name of await readdir(folder).catch(() => [])) {
    const mail = await readFile(join(folder, name), 'utf8')
    const link = /^https?:\S+\/confirm-email\/payout\/\S+$/m.exec(mail)?.[0]
    if (mail.includes(`To: ${to}\n`) && link) return link
  }
  return undefined
}
