import { describe, expect, test } from 'vitest'
import { expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { act } from '#support/server/staff/forms.ts'
import {
  ADD,
  addStaffPasskey,
  openStaffSignIn,
  optionsFor,
  sessionOf,
  signInStaffByPasskey,
} from '#support/server/staff/passkeys.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { SUBJECTS } from '#support/server/staff/subjects.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forgetAttemptsPerTest } from '#support/server/for-this-file.ts'

const server = await startTestServer({ jobs: true })
const { sql } = server.deps
fakeDatesPerTest()
forgetAttemptsPerTest(server)

const enter = (name: string) => enterConsole(server, 'owner', `${name}@staff.example`)
/** Returns the form of a decision about a new payout. */
const decide = async () => (await SUBJECTS['payout.reject']?.(server)) ?? {}
const forgetProof = () => sql`update staff_sessions set proven_at = now() - interval '1 hour'`

describe('confirming money with a passkey', () => {
  test.each(['owner', 'finance'] as const)('replaces the code for %s', async (role) => {
    const ben = await enterConsole(server, role, `money-${role}@staff.example`)
    const device = await addStaffPasskey(ben)
    await forgetProof()
    const form = await decide()
    const asked = await act(ben, 'payout.reject', form)
    expect(asked.status).toBe(428)
    expectParts(asked.html, 'Confirm with a code or passkey', `value="${form['subject']}"`)
    const sign = async () => JSON.stringify(device.get(await optionsFor(ben, `${ADD}/proof`)))
    const passkey = await sign()
    expect((await act(ben, 'payout.reject', { ...form, passkey })).status).toBe(303)
    // The answer confirms for five minutes and cannot be sent again.
    expect((await act(ben, 'payout.reject', await decide())).status).toBe(303)
    await forgetProof()
    const replayed = await act(ben, 'payout.reject', { ...(await decide()), passkey })
    expect(replayed.status).toBe(400)
    expectParts(replayed.html, 'This took too long or was sent twice.')
  })

  test('is refused with the passkey or session of another member, or a sign-in', async () => {
    const ben = await enter('ben')
    const eve = await enter('eve')
    const ofBen = await addStaffPasskey(ben)
    const ofEve = await addStaffPasskey(eve)
    const second = sessionOf(server, await signInStaffByPasskey(server, ofBen))
    await forgetProof()
    const form = await decide()
    const confirm = async (device: typeof ofBen, options: Parameters<typeof ofBen.get>[0]) =>
      act(ben, 'payout.reject', { ...form, passkey: JSON.stringify(device.get(options)) })
    const proof = `${ADD}/proof`
    const wrong = [
      await confirm(ofEve, await optionsFor(ben, proof)),
      await confirm(ofBen, await optionsFor(eve, proof)),
      await confirm(ofBen, await optionsFor(second, proof)),
      await confirm(ofBen, (await openStaffSignIn(server)).options),
    ]
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect((await act(ben, 'payout.reject', form)).status).toBe(428)
  })

  test('does not give a role more than it has', async () => {
    const vera = await enterConsole(server, 'viewer', 'vera@staff.example')
    const device = await addStaffPasskey(vera)
    await forgetProof()
    const passkey = JSON.stringify(device.get(await optionsFor(vera, `${ADD}/proof`)))
    expect((await act(vera, 'payout.reject', { ...(await decide()), passkey })).status).toBe(403)
  })
})
