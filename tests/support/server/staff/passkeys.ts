import { cookiesIn, type DeskVisitor } from '../desk.ts'
import { hiddenFields, open } from '../hosts/login-pages.ts'
import { createPasskeyDevice, type DeviceOptions, type PasskeyDevice } from '../passkey-device.ts'
import type { Reachable } from '../test-app.ts'
import { visitorWith } from './staff.ts'

export const ACCOUNT = '/console/account'
export const ADD = `${ACCOUNT}/passkeys`
export const SIGN_IN = '/console/sign-in'

/** Returns the options for a passkey that the console answers to a signed-in member. */
export async function optionsFor(member: DeskVisitor, path: string): Promise<DeviceOptions> {
  const { status, html } = await member.post(path)
  if (status !== 200) throw new Error(`${status}: ${html}`)
  return JSON.parse(html) as DeviceOptions
}

/** Adds a passkey of this device to a member who has just entered a code. */
export async function addStaffPasskey(
  member: DeskVisitor,
  name = 'Kitchen laptop',
  device: PasskeyDevice = createPasskeyDevice(),
): Promise<PasskeyDevice> {
  const passkey = JSON.stringify(device.create(await optionsFor(member, `${ADD}/options`)))
  const added = await member.post(ADD, { name, passkey })
  if (added.status !== 303) throw new Error(`not added: ${added.html}`)
  return device
}

/** Opens the sign-in page in a new browser and asks for a challenge, as its button does. */
export async function openStaffSignIn(server: Reachable) {
  const { html, cookie } = await open(server, SIGN_IN)
  const { csrf = '' } = hiddenFields(html)
  const asked = await server.request('POST', '/console/passkey/options', {
    form: { csrf },
    headers: { cookie },
  })
  if (!asked.ok) throw new Error(`${asked.status}: ${await asked.text()}`)
  const options = (await asked.json()) as DeviceOptions
  return {
    options,
    csrf,
    cookie,
    /** Sends the answer of a passkey and returns the response to the form. */
    submit: (answer: unknown, to: Reachable = server) =>
      to.request('POST', '/console/passkey', {
        form: { csrf, passkey: typeof answer === 'string' ? answer : JSON.stringify(answer) },
        headers: { cookie },
      }),
  }
}

/** Signs in with a passkey in a new browser and returns the response. */
export async function signInStaffByPasskey(
  server: Reachable,
  device: PasskeyDevice,
  how: Parameters<PasskeyDevice['get']>[1] = {},
): Promise<Response> {
  const { options, submit } = await openStaffSignIn(server)
  return submit(device.get(options, how))
}

/** Returns a browser with the session of a sign-in. */
export const sessionOf = (server: Reachable, entered: Response): DeskVisitor =>
  visitorWith(server, cookiesIn(entered.headers))
