import { TOTP } from 'otpauth'
import { vi } from 'vitest'
import {
  addDeskPerson,
  cookiesIn,
  enterWith,
  linkFor,
  visitorAt,
  type DeskVisitor,
} from './desk.ts'
import { recoveryCodesIn, STEP_MS } from './factors.ts'
import { hiddenFields, open } from './hosts/login-pages.ts'
import { addShop } from './money/conversions.ts'
import { createPasskeyDevice, type DeviceOptions, type PasskeyDevice } from './passkey-device.ts'
import { optionsFor } from './staff/passkeys.ts'
import type { Reachable, TestServer } from './test-app.ts'

export const ACCESS = '/desk/account'
export const PASSKEYS = `${ACCESS}/passkeys`
const APP = `${ACCESS}/app`

let people = 0

/** Creates a brand with an owner who is signed in. */
export async function addPerson(server: TestServer) {
  const number = (people += 1)
  // Missing sales are assigned by the name of the shop.
  const shop = await addShop(server, { name: `Oak ${number}` })
  const email = `ana-${number}@oak.example`
  const person = await addDeskPerson(server, shop.id, { email })
  return { shop, person, desk: await enterWith(server, await linkFor(server, person)) }
}

/** Sets up an authenticator app for somebody who may add one. */
export async function addApp(desk: DeskVisitor) {
  const { secret = '' } = hiddenFields((await desk.get(APP)).html)
  const code = () => new TOTP({ secret }).generate({ timestamp: Date.now() })
  const set = await desk.post(APP, { secret, code: code() })
  const nextCode = () => {
    vi.setSystemTime(Date.now() + STEP_MS)
    return code()
  }
  return { set, nextCode, recoveryCodes: recoveryCodesIn(set.html) }
}

/** Creates a brand with an owner who has an authenticator app. */
export async function addProtectedPerson(server: TestServer) {
  const added = await addPerson(server)
  const { set, ...app } = await addApp(added.desk)
  if (set.status !== 200) throw new Error(`no app: ${set.html}`)
  return { ...added, ...app }
}

/** Adds a passkey of this device to somebody who may add one. */
export async function addDeskPasskey(
  desk: DeskVisitor,
  name = 'Kitchen laptop',
  device: PasskeyDevice = createPasskeyDevice(),
) {
  const passkey = JSON.stringify(device.create(await optionsFor(desk, `${PASSKEYS}/options`)))
  const added = await desk.post(PASSKEYS, { name, passkey })
  if (added.status >= 400) throw new Error(`not added: ${added.html}`)
  return { device, recoveryCodes: recoveryCodesIn(added.html) }
}

/** Lets the last codes and passkeys of all sessions become too old. */
export const forgetDeskProof = ({ deps }: TestServer) =>
  deps.sql`update desk_sessions set proven_at = now() - interval '1 hour'`

/** Signs in this session with one of the person's passkeys. Returns the answer for a form. */
export const signProof = async (desk: DeskVisitor, device: PasskeyDevice): Promise<string> =>
  JSON.stringify(device.get(await optionsFor(desk, `${PASSKEYS}/proof`)))

/** Opens a sign-in link in a new browser and asks for a challenge, as the button of its page does. */
export async function openSecondStep(server: Reachable, link: string) {
  const { html, cookie } = await open(server, link)
  const form = hiddenFields(html)
  const headers = { cookie }
  const asked = await server.request('POST', `${link}/options`, { form, headers })
  if (!asked.ok) throw new Error(`${asked.status}: ${await asked.text()}`)
  const options = (await asked.json()) as DeviceOptions
  return {
    options,
    /** Sends the answer of a passkey and returns the response to the form. */
    submit: (answer: unknown, to: Reachable = server) =>
      to.request('POST', link, {
        form: { ...form, passkey: typeof answer === 'string' ? answer : JSON.stringify(answer) },
        headers,
      }),
  }
}

/** Signs in with a link and a passkey in a new browser and returns the response. */
export async function signInByLink(
  server: Reachable,
  link: string,
  device: PasskeyDevice,
  how: Parameters<PasskeyDevice['get']>[1] = {},
): Promise<Response> {
  const { options, submit } = await openSecondStep(server, link)
  return submit(device.get(options, how))
}

/** Returns a browser with the session of a sign-in. */
export const deskSessionOf = (server: Reachable, entered: Response): DeskVisitor =>
  visitorAt(server, cookiesIn(entered.headers), '/desk/campaigns')

/** Creates a brand with an owner whose only second factor is a passkey. */
export async function addPasskeyHolder(server: TestServer, device?: PasskeyDevice) {
  const ana = await addPerson(server)
  const added = await addDeskPasskey(ana.desk, 'Kitchen laptop', device)
  return { ...ana, ...added }
}

/** Opens a link, types a code into its page and returns the answer. */
export async function enterCode(server: Reachable, link: string, code: string) {
  const page = await open(server, link)
  return page.submit({ code })
}
