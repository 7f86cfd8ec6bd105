import { expect } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { TOKEN_HEADER, V2 } from '#contract/app-constants.ts'
import { agentOf } from '#support/server/links/app-agents.ts'
import { button, heading, openMenu } from './steps-links.ts'
import type { World } from './world.ts'

const NAME = 'Smart lamp'
const ELSEWHERE = 'https://ana.example/lamp'
const within = (name: string) => ({ role: 'dialog', name })

async function call(world: World, method: string, path: string, body: object) {
  const answer = await fetch(`${world.server.origin}${V2}/${path}`, {
    method,
    headers: { [TOKEN_HEADER]: await world.token(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
  return answer.json()
}

const linkOf = async (world: World): Promise<ShortLink> => {
  const link = (await world.links()).find(({ name }) => name === NAME)
  if (!link) throw new Error('no such link')
  return link
}

/** Adds a rule, a limit and the way out of apps to a link. */
export async function setRules(world: World) {
  const { visitor, shop, server } = world
  await call(world, 'POST', 'links/', { url: shop.product('Oak arc lamp'), name: NAME })
  await visitor.open('/splitlinks')
  await openMenu(world, NAME, 'Edit')
  await visitor.tap({ role: 'tab', name: 'Settings' })
  await visitor.write({ label: 'Limit clicks Optional' }, '2')
  await visitor.tap(button(/^Where it leads/))
  await visitor.tap(button('Add a rule'))
  await visitor.tap({ ...button('Parameter'), inside: within('Add a rule') })
  await visitor.write({ label: 'Parameters' }, 'ref=ana')
  await visitor.write({ label: 'Address' }, ELSEWHERE)
  await visitor.tap({ ...button('Add'), inside: within('Add a rule') })
  await visitor.sees({ text: 'go to ana.example/lamp' })
  await visitor.tap({ ...button('Close'), inside: within('Where it leads') })
  await visitor.misses(within('Where it leads'))
  await visitor.tap({ role: 'radio', name: 'On' })
  await visitor.tap(button('Save'))
  await visitor.misses({ role: 'dialog' })
  const { short_code, ...link } = await linkOf(world)
  expect(link).toMatchObject({ max_clicks: 2, open_in_browser: true })
  const answer = await fetch(`${server.origin}/s/${short_code}?ref=ana`, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe(ELSEWHERE)
}

/** Draws the QR code of the link in the colours of the app. */
export async function styleCode({ visitor }: World) {
  await visitor.tap(button(NAME))
  await visitor.tap(button('Colours and logo'))
  await visitor.sees({ role: 'img', name: /^Styled QR code/ }, 1)
  await visitor.misses({ role: 'img', name: /^QR code/ })
  await visitor.tap(button('Done'))
  await visitor.misses({ role: 'dialog' })
}

/** Creates a set of parameters and adds it to the link. */
export async function addParameters(world: World) {
  const { visitor } = world
  await visitor.open('/settings/parameter-sets')
  await visitor.tap(button('New set'))
  await visitor.write({ label: 'Name' }, 'Summer')
  await visitor.write({ label: 'Value 1' }, 'instagram')
  await visitor.tap(button('Create set'))
  await visitor.sees({ text: 'utm_source=instagram' })
  await visitor.open('/splitlinks')
  await visitor.tap(button('Select'))
  await visitor.tap({ role: 'checkbox', name: `Select ${NAME}` })
  await visitor.tap(button('Parameters'))
  await visitor.tap(button('Summer'))
  await visitor.tap(button('Add parameters'))
  await visitor.misses({ role: 'dialog' })
  expect((await linkOf(world)).target_url).toContain('utm_source=instagram')
}

/** Opens the link as inside an app. The proxy names the app, because browsers cannot. */
export async function leaveApp(world: World) {
  const { visitor, network, server } = world
  const { short_code, uuid } = await linkOf(world)
  const path = `/s/${short_code}`
  network.rule(async ({ pathname, search }) => {
    if (pathname !== path) return undefined
    const answer = await fetch(server.origin + pathname + search, {
      redirect: 'manual',
      headers: { 'User-Agent': agentOf('instagram', 'ios') },
    })
    const headers = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, body: await answer.text() }
  })
  await visitor.open(path)
  await visitor.sees(heading('Open this in your browser'))
  await visitor.sees({ role: 'link', name: 'Continue here' })
  await visitor.holds('document.scripts.length === 0')
  network.clear()
  await visitor.open('/splitlinks')
  await call(world, 'PATCH', `links/${uuid}/`, { is_hidden: true })
}
