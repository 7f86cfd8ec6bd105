import { TOTP } from 'otpauth'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { overflow } from '../support/large-text.ts'
import { waitForOutbox } from '../support/outbox.ts'
import { expect, submitAccount, test } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 800 }
/** Link of the email, in the encoding of emails. */
const UNDO = /https?:\S+\/recovery\/undo\?(?:[^\n]*=\n)*[^\n]+/

test('a recovery is requested after the password, and stopped from the email or a device', async ({
  page,
  browser,
  baseURL,
  person,
  server,
  openApp,
}) => {
  await page.setViewportSize(PHONE)
  await openApp('/settings/accountinfo')
  const added = await person.send('POST', '/v2/my/factors/authenticator/', {
    password: person.password,
  })
  const { result } = (await added.json()) as { result: { secret: string } }
  const code = new TOTP({ secret: result.secret }).generate()
  await person.send('POST', '/v2/my/factors/authenticator/confirm/', { code })

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', viewport: PHONE })
  const other = await elsewhere.newPage()
  const ask = async () => {
    await other.goto('/multi-connect/login')
    await submitAccount(other, 'Sign in', person)
    await other.getByRole('button', { name: 'I lost all of them' }).click()
    await expect(other.getByRole('heading', { name: 'Recover your account' })).toBeVisible()
  }
  const start = () => other.getByRole('button', { name: 'Start the 72 hours' }).click()
  await ask()
  for (const size of [PHONE, WIDE]) {
    await other.setViewportSize(size)
    await expectAccessibleInBothThemes(other, `recover ${size.width}`)
  }
  await other.setViewportSize(NARROW)
  expect(await overflow(other)).toBe(0)
  await start()
  await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expectAccessible(other, 'recovery started')

  const link = await waitForOutbox(server, person.email, UNDO)
  await other.goto(link.replaceAll('=\n', '').replaceAll('=3D', '='))
  await expectAccessible(other, 'stop the recovery')
  await other.getByRole('button', { name: 'Stop the recovery' }).press('Enter')
  await expect(other.getByRole('heading', { name: 'The recovery is stopped' })).toBeVisible()
  await expectAccessible(other, 'recovery stopped')

  await ask()
  await start()
  await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.reload()
  const stop = page.getByRole('button', { name: 'Stop the recovery' })
  await expect(stop).toBeVisible()
  await expectAccessibleInBothThemes(page, 'open recovery')
  await page.setViewportSize(WIDE)
  await expectAccessibleInBothThemes(page, 'open recovery wide')
  await page.setViewportSize(NARROW)
  expect(await overflow(page)).toBe(0)
  await stop.press('Enter')
  await expect(page.getByText('The recovery is stopped.')).toBeVisible()
  await expect(stop).toBeHidden()

  await elsewhere.close()
})
