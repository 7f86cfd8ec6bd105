import { linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

// An active service worker fetches the pictures itself, and a stub of the page would not see that.
test.use({ serviceWorkers: 'block' })

test('the placeholder is 512 px (R-142, R-310, R-640)', async ({ page, openWithLink }) => {
  await page.route('**/cdn-cgi/image/**', (route) => route.fulfill({ status: 404, json: {} }))
  await openWithLink('Oak lamp')
  const shown = linkRow(page, 'Oak lamp').locator('img')
  await expect(shown).toHaveAttribute('src', '/icons/placeholder-512.svg')
  const size = () =>
    shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])
  await expect.poll(size).toEqual([512, 512])
})
