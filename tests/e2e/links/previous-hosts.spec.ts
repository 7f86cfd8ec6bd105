import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const FILE = {
  name: 'yourls.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'keyword,url,title,timestamp,ip,clicks',
      'Sale,https://shop.example/sale,Summer sale,2024-05-01 10:00:00,203.0.113.7,"1,204"',
      'sale,https://shop.example/old,Old sale,2024-05-02 10:00:00,203.0.113.7,31',
      '7,https://shop.example/seven,Seventh link,2024-05-03 10:00:00,203.0.113.7,0',
    ].join('\n'),
  ),
}

test('links of another link shortener go to the domain that moves here', async ({
  page,
  person,
  openApp,
}) => {
  const added = await person.send('POST', '/v1/users/me/links/domains/custom/', {
    domain: 'go.ana.example',
  })
  const { id } = (await added.json()) as { id: number }
  await openApp(`/settings/custom-domains/edit-domain/${id}`)
  await expect(page.getByText(/^Did go\.ana\.example belong to YOURLS/)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a domain that moves here')
  await page.getByRole('link', { name: 'Import its links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import links' })
  await dialog.getByLabel('CSV file').setInputFiles(FILE)
  await expect(dialog.getByText(/^3 codes are not on a domain of yours/)).toBeVisible()
  await dialog.getByLabel('Domain of the codes').selectOption('go.ana.example')
  await expect(dialog.getByText(/upper and lower case differ/)).toBeVisible()
  await expect(dialog.getByText(/^1,235 visits so far/)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the domain of imported codes')
  await dialog.getByRole('button', { name: 'Import 3 links' }).click()
  await expect(dialog.getByText('Import finished')).toBeVisible({ timeout: 20_000 })

  // The domain is not verified, so the links have an address on the main host meanwhile.
  const locationOf = async (code: string) =>
    (await page.request.get(`/s/${code}~${id}`, { maxRedirects: 0 })).headers()['location']
  expect(await locationOf('Sale')).toBe('https://shop.example/sale')
  expect(await locationOf('sale')).toBe('https://shop.example/old')
  expect(await locationOf('7')).toBe('https://shop.example/seven')
  await page.goto('/analytics')
  await expect(page.getByText(/^1,235 visits before Split/)).toBeVisible()
})
