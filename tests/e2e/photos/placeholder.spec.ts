import { row } from '../support/photo.ts'
import { expect, test } from '../support/test.ts'

// An active service worker fetches the pictures itself, and a stub of the page would not see that.
test.use({ serviceWorkers: 'block' })

test('a link whose picture cannot be had shows the placeholder, 512 pixels square (R-142, R-310, R-640)', async ({
  page,
  person,
  shop,
  signIn,
}) => {
  await page.route('**/cdn-cgi/image/**', (route) => route.fulfill({ status: 404, json: {} }))
  await person.addLink(shop.product('Oak lamp'))
  await signIn(page, person, '/splitlinks')
  const shown = row(page, 'Oak lamp').locator('img')
  await expect(shown).toHaveAttribute('src', '/icons/placeholder-512.svg')
  const size = () =>
    shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])
  await expect.poll(size).toEqual([512, 512])
})
