import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../axe.ts'
import { overflow } from '../large-text.ts'
import { expect } from '../test.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

/** Checks a page of the console or the desk on a phone and a desktop in both themes. */
export async function checkWorkPage(page: Page, name: string) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessibleInBothThemes(page, `${name} ${size.width}`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflow(page)).toBe(0)
}

/** Gives the browser a device that stores passkeys and checks its user. */
export async function addPasskeyDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
