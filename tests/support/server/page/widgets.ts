import type { ShortLink } from '#contract/links/short-link.ts'
import type { Widget } from '#contract/page/widgets.ts'
import { ask } from '../asking.ts'
import { addCollection, membersPath } from '../links/collections.ts'
import { addLink, editLink } from '../links.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

export const WIDGETS = '/v1/users/me/widgets/'
export const widgetPath = ({ id }: { id: number }) => `${WIDGETS}${id}/`

export const createWidget = (person: Person, body: object) =>
  ask<Widget>(person, 'POST', WIDGETS, body)

export async function addWidget(person: Person, body: object): Promise<Widget> {
  const answer = await createWidget(person, { name: 'On my blog', ...body })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

let made = 0

/** Creates a collection with links of these names. */
export async function addFilledCollection(person: Person, names: string[]) {
  const collection = await addCollection(person, `Kitchen ${(made += 1)}`)
  const links: ShortLink[] = []
  for (const name of names) {
    const link = await addLink(person, `https://shop.example/${encodeURIComponent(name)}`)
    await editLink(person, link, { name })
    links.push(link)
  }
  const uuids = links.map(({ uuid }) => uuid)
  if (uuids.length > 0) await person.send('POST', membersPath(collection), { uuids })
  const named = (name: string) => {
    const link = links[names.indexOf(name)]
    if (!link) throw new Error(`no link ${name}`)
    return link
  }
  return { ...collection, members: links, named }
}

/** Creates a widget of a collection with links of these names. */
export async function addWidgetWithLinks(person: Person, names: string[], more: object = {}) {
  const collection = await addFilledCollection(person, names)
  const widget = await addWidget(person, { collection_uuid: collection.uuid, ...more })
  return { widget, collection, links: collection.members, named: collection.named }
}

export const openWidget = (
  server: TestServer,
  { key }: Pick<Widget, 'key'>,
  headers: Record<string, string> = {},
) => server.request('GET', `/w/${key}`, { headers })

export async function widgetHtml(server: TestServer, widget: Pick<Widget, 'key'>) {
  const response = await openWidget(server, widget)
  if (response.status !== 200) throw new Error(`no widget: ${response.status}`)
  return response.text()
}
