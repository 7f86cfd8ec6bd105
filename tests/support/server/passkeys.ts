import type { AddedPasskey, PasskeyAnswer, PasskeyProof } from '#contract/people/passkeys.ts'
import { FACTORS, PROOF, resultOf } from './factors.ts'
import { hiddenFields, LOGIN, open } from './hosts/login-pages.ts'
import { createPasskeyDevice, type DeviceOptions, type PasskeyDevice } from './passkey-device.ts'
import { connect, PASSWORD, type Person } from './people.ts'
import type { Reachable } from './test-app.ts'

export const PASSKEYS = `${FACTORS}passkeys/`
export const ADD_OPTIONS = `${PASSKEYS}options/`
export const PASSKEY_PROOF = `${PROOF}passkey/`

/** Returns the options for a new passkey after the password, or what replaces it. */
export const startAdding = async (person: Pick<Person, 'send'>, password: string = PASSWORD) =>
  resultOf<DeviceOptions>(await person.send('POST', ADD_OPTIONS, { password }))

/** Adds a passkey of this device. */
export async function addPasskey(
  person: Pick<Person, 'send'>,
  device: PasskeyDevice = createPasskeyDevice(),
  password?: string,
) {
  const answer = device.create(await startAdding(person, password))
  const added = await person.send('POST', PASSKEYS, { answer })
  return { device, ...(await resultOf<AddedPasskey>(added)) }
}

/** Returns the options for a proof in this session. */
export const startProving = async (person: Pick<Person, 'send'>) =>
  resultOf<DeviceOptions>(await person.send('POST', `${PASSKEY_PROOF}options/`))

/** Confirms the actions of this session with a passkey. */
export async function prove(person: Pick<Person, 'send'>, device: PasskeyDevice) {
  const answer = device.get(await startProving(person))
  return resultOf<PasskeyProof>(await person.send('POST', PASSKEY_PROOF, { answer }))
}

/** Opens the sign-in page in a new browser and asks for a challenge, as its button does. */
export async function openPasskeySignIn(server: Reachable) {
  const { html, cookie } = await open(server, LOGIN)
  const asked = await server.request('POST', '/multi-connect/passkey/options', {
    headers: { cookie },
  })
  if (!asked.ok) throw new Error(`${asked.status}: ${await asked.text()}`)
  const options = (await asked.json()) as DeviceOptions
  return {
    options,
    cookie,
    /** Sends the answer of a passkey and returns the response to the form. */
    submit: (answer: PasskeyAnswer | string, of: Reachable = server) =>
      of.request('POST', '/multi-connect/passkey', {
        form: {
          ...hiddenFields(html),
          passkey: typeof answer === 'string' ? answer : JSON.stringify(answer),
        },
        headers: { cookie },
      }),
  }
}

/** Signs in with a passkey in a new browser and returns the session's token; null if refused. */
export async function signInByPasskey(server: Reachable, device: PasskeyDevice) {
  const { options, cookie, submit } = await openPasskeySignIn(server)
  const answer = await submit(device.get(options))
  const to = answer.headers.get('location')
  const token = to && new URL(to).searchParams.get('auth_token')
  return token ? (await connect(server, token, cookie)).token : null
}
