import { IS_SAFARI } from './steps-device.ts'
import { button, heading } from './steps-links.ts'
import type { World } from './world.ts'

export const SLUG = 'ana-example'
const inDialog = { role: 'dialog' }

export async function makePage({ visitor }: World) {
  await visitor.open('/creator-step-splitpages')
  await visitor.write({ label: 'Page name' }, 'Ana Example')
  await visitor.write({ label: 'Address' }, SLUG)
  await visitor.sees({ text: new RegExp(`${SLUG} is free`) })
  await visitor.tap(button('Next'))
  await visitor.tap(button('Create page'))
  await visitor.sees({ text: 'Not published' })
  await visitor.tap(button(/^Start here/))
  await visitor.tap(button('Add links'))
  await visitor.tap({ text: 'Brass lamp', inside: inDialog })
  await visitor.tap(button('Add 1 link'))
  await visitor.misses(inDialog)
  await visitor.tap(button('Save'))
  await visitor.hears('Saved')
  await visitor.open('/splitpage-home')
  await visitor.sees({ text: 'Links, 1' })
  await visitor.tap(button('Publish page'))
  await visitor.sees({ text: 'Published' })
}

export async function addAccount({ visitor }: World) {
  await visitor.open('/profile')
  await visitor.tap(button('Add social media'))
  await visitor.tap({ role: 'menuitem', name: 'TikTok' })
  await visitor.write({ label: 'Put your handle here' }, '@ana.example')
  await visitor.press('Enter')
  await visitor.sees(button('TikTok, ana.example, edit'))
}

/** Checks the public page. It runs no script. */
export async function seePage({ visitor }: World) {
  await visitor.open(`/p/${SLUG}`)
  await visitor.sees(heading('Ana Example'))
  await visitor.sees({ role: 'link', name: /Brass lamp/ })
  await visitor.sees({ role: 'link', name: 'TikTok' })
  await visitor.holds(
    'document.scripts.length === 1 && document.scripts[0].type === "application/ld+json"',
  )
}

/** Checks that the app works after going back, also if the browser kept the page in memory. */
export async function goBack({ visitor }: World) {
  // WebKit sometimes stays on the kept page while other browsers run. The cause is unknown.
  if (await visitor.ask<boolean>(IS_SAFARI)) return
  await visitor.ask('history.back()')
  await visitor.sees(button('TikTok, ana.example, edit'))
  await visitor.tap({ role: 'link', name: 'Links' })
  await visitor.sees(button('Brass lamp'))
}

export async function makeWidget({ visitor }: World) {
  await visitor.open('/widgets')
  await visitor.tap(button('New widget'))
  await visitor.write({ label: 'Name' }, 'On my blog')
  await visitor.tap(button(/^Collection/))
  await visitor.tap(button(/^Living room/))
  await visitor.tap(button('Create widget'))
  await visitor.sees({ text: /<script async src=/ })
}

/** Adds a domain and checks that its DNS records are shown at once. No such records exist. */
export async function addDomain({ visitor }: World) {
  await visitor.open('/settings/custom-domains')
  await visitor.tap({ role: 'link', name: 'Add a domain' })
  await visitor.write({ label: 'Domain' }, 'links.ana.example')
  await visitor.press('Enter')
  await visitor.sees({ role: 'region', name: 'CNAME record' })
  await visitor.sees({ role: 'region', name: 'TXT record' })
}

/** Reads a page elsewhere, continues the review after a reload, and adds nothing. */
export async function reviewImport({ visitor, shop }: World) {
  const page = shop.list('My things', ['Vase', 'Bowl'])
  await visitor.open('/splitpage-import')
  await visitor.write({ label: 'Address of your page' }, page)
  await visitor.tap({ label: 'This page is mine' })
  await visitor.tap(button('Read my page'))
  await visitor.sees(heading('2 links'))
  await visitor.tap({ text: 'Bowl' })
  await visitor.sees(heading('1 of 2 links'))
  await visitor.open('/splitpage-import')
  await visitor.sees(heading('1 of 2 links'))
  await visitor.sees(button('Add to my page'))
  await visitor.tap(button('Start again'))
  await visitor.sees({ label: 'Address of your page' })
}
