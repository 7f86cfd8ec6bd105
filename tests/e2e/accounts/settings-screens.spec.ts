import type { Page } from '@playwright/test'
import { V1 } from '#contract/app-constants.ts'
import * as addresses from '../../../src/addresses.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expectReachedByTab } from '../support/keys.ts'
import { doubleText } from '../support/large-text.ts'
import { addDomain, newName, test } from '../support/own-domains.ts'
import { settled } from '../support/settled.ts'
import { expect, type Person } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

type Name = keyof typeof addresses

/** Functions that create the data a screen needs and return the address of that screen. */
const READY: Partial<Record<Name, (person: Person) => Promise<string>>> = {
  editDomain: async (person) =>
    addresses.editDomain(String((await addDomain(person, newName())).id)),
  domains: async (person) => {
    await addDomain(person, newName())
    return addresses.domains
  },
  webhook: async (person) => {
    const body = { url: 'https://hooks.example/split', events: ['link.created'] }
    const created = await person.send('POST', '/v2/my/webhooks/', body)
    const { result } = (await created.json()) as { result: { id: number } }
    return addresses.webhook(String(result.id))
  },
  confirmPhone: async (person) => {
    const mobile = `+1202${Math.random().toFixed(7).slice(2)}`
    const asked = await person.send('POST', `${V1}/users_mobile`, { mobile })
    expect(asked.status()).toBe(200)
    return addresses.confirmPhone
  },
}

/** All addresses below the settings. New ones are included automatically. */
const SCREENS = Object.entries(addresses)
  .map(([name, address]) => ({
    name: name as Name,
    address: typeof address === 'function' ? address('$id') : address,
  }))
  .filter(({ address }) => `${address}/`.startsWith(`${addresses.settings}/`))

test('the walk has every screen of the settings', () => {
  expect(SCREENS.length).toBeGreaterThanOrEqual(10)
})

async function addressOf({ name, address }: (typeof SCREENS)[number], person: Person) {
  const made = await READY[name]?.(person)
  if (address.includes('$') && made === undefined) throw new Error(`${address}: of which thing?`)
  return made ?? address
}

/**
 * Opens a screen and waits until the number of its controls stays the same. A control that appears
 * later would change the result.
 */
async function openWhole(page: Page, address: string) {
  await page.goto(address)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main [role="status"][aria-label^="Loading"]')).toHaveCount(0)
  await settled(page)
  let controls = -1
  const isStill = async () => {
    const before = controls
    controls = await page.locator('a, button, input').count()
    return controls === before
  }
  await expect.poll(isStill, { intervals: [400] }).toBe(true)
  expect(new URL(page.url()).pathname).toBe(address)
}

async function expectUsable(page: Page, where: string) {
  await expectAccessibleInBothThemes(page, where)
  await expectReachedByTab(page, where)
}

for (const screen of SCREENS) {
  test(`${screen.address} can be used by everyone: both themes, by Tab, at 320 px with text twice as large (WCAG 1.4.4, 1.4.10)`, async ({
    page,
    person,
    openApp,
  }) => {
    const address = await addressOf(screen, person)
    await openApp(address)
    await page.setViewportSize({ width: 390, height: 844 })
    await openWhole(page, address)
    await expectUsable(page, `${address} at 390 px`)

    await page.setViewportSize({ width: 320, height: 640 })
    await openWhole(page, address)
    await doubleText(page)
    await expectUsable(page, `${address} at 320 px, large`)
    await expect.poll(() => cutWords(page)).toEqual([])
    const tooWide = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    expect(await tooWide()).toBe(0)
  })
}
