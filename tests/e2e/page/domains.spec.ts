import { request as ask } from 'node:http'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expectHolds } from '../support/holds.ts'
import { addDomain, newName, provenDomain, test } from '../support/own-domains.ts'
import { expect } from '../support/test.ts'

const DOMAINS = '/settings/custom-domains'
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

/** Returns the redirect target for a request to this server with this host name. */
const ledTo = (port: number, host: string, path: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const sent = ask({ host: 'localhost', port, path, headers: { Host: host } }, (answer) => {
      answer.resume()
      resolve(answer.headers.location)
    })
    sent.on('error', reject).end()
  })

const text = (page: Page, name: string) =>
  page.getByRole('region', { name }).locator('code').allTextContents()

test('a domain is added, verified, used for a link, and removed when unused (R-047, R-048, R-049, R-439, R-449)', async ({
  page,
  person,
  server,
  dns,
  shop,
  openApp,
}) => {
  const name = newName()
  await openApp(DOMAINS)
  await page.getByRole('link', { name: 'Add a domain' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${DOMAINS}/add-domain`)
  await page.getByLabel('Domain').focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/edit-domain\/\d+$/)
  await expect(page.getByText('No CNAME found yet.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'a domain that waits')
  const label = name.split('.')[0]
  expect(await text(page, 'CNAME record')).toEqual([label, 'localhost'])
  const [txtName, txtValue = ''] = await text(page, 'TXT record')
  expect([txtName, txtValue]).toEqual([`_split.${label}`, expect.stringMatching(/^split-verify=/)])

  dns.cname.set(name, 'localhost')
  dns.txt.set(`_split.${name}`, [txtValue])
  await button(page, 'Check now').click()
  await expect(page.getByText('Verified')).toBeVisible()
  await page.getByRole('switch', { name: 'Use for new links' }).click()
  await expect(page.getByRole('switch', { name: 'Use for new links' })).toBeChecked()
  await expectAccessible(page, 'a domain in use')

  const target = shop.product('Oak lamp')
  const link = await person.addLink(target)
  expect(link.split_url).toBe(`http://${name}:${server.port}/${link.short_code}`)
  expect(await ledTo(server.port, name, `/${link.short_code}`)).toBe(target)

  // A domain with links cannot be removed.
  await page.goto(DOMAINS)
  await expect(page.getByText('Main, 1 link')).toBeVisible()
  await button(page, `More for ${name}`).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await button(page, 'Show the 1 link').click()
  await expect(page).toHaveURL(/\/splitlinks\?q=/)
  await expect(page.locator('[data-link-row]')).toHaveCount(1)
  await page.locator('[data-link-row]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Domain').selectOption('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(() => ledTo(server.port, `localhost:${server.port}`, `/s/${link.short_code}`))
    .toBe(target)

  await page.goto(DOMAINS)
  await expect(page.getByText('Main, 0 links')).toBeVisible()
  await button(page, `More for ${name}`).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Use your own name in short links')).toBeVisible()
  expect(await ledTo(server.port, name, `/${link.short_code}`)).toBeUndefined()
})

test('a wrong domain name is explained (R-048, R-049)', async ({ page, person, openApp }) => {
  const name = newName()
  await addDomain(person, name)
  await openApp(`${DOMAINS}/add-domain`)
  const field = page.getByLabel('Domain')
  await field.fill(name.toUpperCase())
  await button(page, 'Next').click()
  await expect(field).toHaveAccessibleDescription('You have added this domain already.')
  await expect(field).toBeFocused()
  await expectAccessible(page, 'a refused name')
  const other = newName()
  await field.fill(other)
  await button(page, 'Next').click()
  await expect(page.getByText(other, { exact: true }).first()).toBeVisible()
  await button(page, 'Change').click()
  const right = newName()
  await field.fill(right)
  await button(page, 'Save').click()
  await expect(page.getByText(right, { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('link', { name: right, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: other, exact: true })).toHaveCount(0)
})

test('domain in EDIT (D-20, R-446)', async ({ page, addProduct, person, server, dns, openApp }) => {
  const domain = await provenDomain(person, dns)
  const link = await addProduct('Oak lamp')
  await person.send('PATCH', `/v2/my/links/${link.uuid}/`, { link_domain_id: domain.id })
  await openApp('/splitlinks')
  await page.locator('[data-link-row]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Settings' }).click()
  const choice = page.getByLabel('Domain')
  await expect(choice).toHaveValue(String(domain.id))
  await expect(choice.getByRole('option')).toHaveText([`localhost:${server.port}/s`, domain.domain])
})

for (const where of ['list', 'one', 'add'] as const) {
  test(`domain screens are accessible: ${where}`, async ({ page, person, openApp }) => {
    const domain = await addDomain(person, newName())
    const address = {
      list: DOMAINS,
      one: `${DOMAINS}/edit-domain/${domain.id}`,
      add: `${DOMAINS}/add-domain`,
    }[where]
    const shown = page.getByText(
      { list: domain.domain, one: 'CNAME', add: 'Use a subdomain' }[where],
    )
    await openApp(address)
    await expectHolds(page, where, async () => {
      await page.goto(address)
      await shown.first().waitFor()
    })
  })
}
