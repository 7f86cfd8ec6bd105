import sharp from 'sharp'
import { expect, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink, readLink, type Refusal } from '../links.ts'
import type { Person } from '../people.ts'
import type { ShopSite } from '../hosts/shop-site.ts'
import type { TestServer } from '../test-app.ts'
import { bytesOf, colourAt } from './uploading.ts'

export const RIGHT_HALF = { x1: 0.5, y1: 0, x2: 1, y2: 1 }

/** Creates a link to a page without a picture, and waits until the page was read. */
export async function addLinkWithoutPicture(person: Person, site: ShopSite): Promise<ShortLink> {
  const url = site.product(`/p${Math.random()}`, '<title>A lamp</title>')
  return readTo100(person, await addLink(person, url))
}

export const readTo100 = (person: Person, link: ShortLink) =>
  vi.waitFor(
    async () => {
      const now = await readLink(person, link)
      expect(now.meta_extraction_progress).toBe(100)
      return now
    },
    { timeout: 15_000 },
  )

export async function putPicture(
  person: Person,
  link: { uuid: string },
  body: unknown,
  product = 'split',
) {
  const path = `/v1/users/me/links/${product}/${link.uuid}/custom_image`
  const response = await person.send('PUT', path, body)
  return { status: response.status, body: (await response.json()) as ShortLink & Refusal }
}

/** Returns the size of the picture and the colour of its left edge. */
export async function readShownPicture(server: TestServer, link: ShortLink) {
  const bytes = await bytesOf(await server.request('GET', link.image_url ?? ''))
  const { width, height } = await sharp(bytes).metadata()
  return { size: `${width}x${height}`, left: await colourAt(bytes, 0, 0.5) }
}
