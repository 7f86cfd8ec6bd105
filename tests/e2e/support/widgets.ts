import { V1, V2 } from '#contract/app-constants.ts'
import type { Widget } from '#contract/page/widgets.ts'
import { addCollection } from './collections.ts'
import type { Shop } from './shop.ts'
import { expect, type Person } from './test.ts'

export const WIDGETS = `${V1}/users/me/widgets/`

/**
 * Creates a collection of links with set names, so that the test need not wait until the server has
 * read the product pages.
 */
export async function kitchen(person: Person, shop: Shop, names: string[]) {
  const links = []
  for (const name of names) {
    const link = await person.addLink(shop.product(name))
    await person.send('PATCH', `${V2}/links/${link.uuid}/`, { name })
    links.push(link)
  }
  return { links, collection: await addCollection(person, 'Kitchen', links) }
}

export async function addWidget(person: Person, body: object): Promise<Widget> {
  const answer = await person.send('POST', WIDGETS, { name: 'My blog', ...body })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Widget
}
