import type { Page } from '@playwright/test'
import { V1 } from '#contract/app-constants.ts'
import * as addresses from '../../../src/addresses.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expectReachedByTab } from '../support/keys.ts'
import { doubleText, overflow } from '../support/large-text.ts'
import { connectAssistant } from '#support/server/mcp.ts'
import { addDomain, newName, test } from '../support/own-domains.ts'
import { settled } from '../support/settled.ts'
import { expect, type Person } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

type Name = keyof typeof addresses

const newSlug = () => `p${Math.random().toString(36).slice(2, 12)}`

/** Functions that create the data a screen needs and return the address of that screen. */
type Server = { origin: string }
const READY: Partial<Record<Name, (person: Person, server: Server) => Promise<string>>> = {
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
  approval: async (person, server) => {
    const made = await person.send('POST', '/v2/my/pages/', { slug: newSlug(), title: 'Ana' })
    const { id } = (await made.json()) as { id: number }
    const scopes = ['page:read', 'page:write']
    const body = { name: 'Desk assistant', scopes, password: person.password }
    const created = await person.send('POST', '/v2/my/api-keys/', body)
    const { result } = (await created.json()) as { result: { key: string } }
    const assistant = await connectAssistant(server, result.key)
    const { structured } = await assistant.call('updatePage', { id, is_published: true })
    return new URL(structured.approval?.url ?? '').pathname
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

test('all settings screens are in the list', () => {
  expect(SCREENS.length).toBeGreaterThanOrEqual(10)
})

async function addressOf(
  { name, address }: (typeof SCREENS)[number],
  person: Person,
  server: Server,
) {
  const made = await READY[name]?.(person, server)
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
  test(`${screen.address} is accessible: both themes, by Tab, at 320 px with text twice as large (WCAG 1.4.4, 1.4.10)`, async ({
    page,
    person,
    server,
    openApp,
  }) => {
    const address = await addressOf(screen, person, server)
    await openApp(address)
    await page.setViewportSize({ width: 390, height: 844 })
    await openWhole(page, address)
    await expectUsable(page, `${address} at 390 px`)

    await page.setViewportSize({ width: 320, height: 640 })
    await openWhole(page, address)
    await doubleText(page)
    await expectUsable(page, `${address} at 320 px, large`)
    await expect.poll(() => cutWords(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })
}
