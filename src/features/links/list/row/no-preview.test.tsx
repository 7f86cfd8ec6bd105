import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { wipeAll } from '#live/wipe.ts'
import { setWidth } from '#support/browser-window.ts'
import { aLink, answers, linksServer, signInAs } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { expectTexts, press, screen } from '#support/window/on-screen.ts'
import { LinksScreen } from '../links-screen.tsx'

beforeEach(() => {
  signInAs('ana')
  vi.stubGlobal('scrollTo', () => undefined)
  setWidth(390)
})

afterEach(async () => {
  await wipeAll()
})

async function open(links: ShortLink[]) {
  const server = linksServer(links)
  await revalidate('links')
  await renderWithDialog(<LinksScreen />)
  await screen.findAllByRole('listitem')
  return { server }
}

test('a page that could not be read has no preview, without an alarm, and Retry asks the server again (R-218)', async () => {
  const link = aLink('halden.example', {
    domain: 'halden.example',
    url: 'https://halden.example/pendant',
    meta_extraction_error: 'unreachable',
  })
  const { server } = await open([link])
  expect(screen.getByText('No preview. The link works.').className).toBe('')
  expect(document.querySelector('[data-failed]')).toBeNull()
  expect(screen.getByText('halden.example/pendant')).toBeTruthy()
  server.instead(({ path }) => {
    if (!path.endsWith('/extract/')) return undefined
    const again = { ...link, meta_extraction_error: null, meta_extraction_progress: 0 }
    server.put(again)
    return answers.json({ result: again }, 202)
  })
  await press('Retry')
  expect(await screen.findByText(/Getting title and photo/)).toBeTruthy()
  expect(screen.queryByText('No preview. The link works.')).toBeNull()
})

test('a host that does not exist is reported, instead of "The link works"', async () => {
  await open([
    aLink('nowhere.example', {
      domain: 'nowhere.example',
      url: 'https://nowhere.example/pendant',
      meta_extraction_error: 'no_such_host',
    }),
  ])
  expect(screen.getByText('We couldn’t reach this address.')).toBeTruthy()
  expect(screen.queryByText(/The link works/)).toBeNull()
})

test.each([
  ['is shown in its own letters', 'xn--bcher-kva.example', 'bücher.example'],
  ['stays in ASCII if it imitates another', 'xn--80ak6aa92e.example', 'xn--80ak6aa92e.example'],
])('an internationalized host %s', async (_what, domain, shown) => {
  const url = `https://${domain}/`
  await open([
    aLink(domain, { domain, url }),
    aLink(domain, { domain, url: `${url}lamp`, meta_extraction_error: 'unreachable' }),
  ])
  await expectTexts(shown, `${shown}/lamp`)
})

test.each([
  ['Page seems to be gone', { health: { problem: 'gone', checked_at: '2026-01-01T00:00:00Z' } }],
  ['Blocked', { is_blocked: true }],
] as const)('only a broken link is red: %s', async (says, more) => {
  await open([aLink('', { meta_extraction_error: 'unreachable', ...more })])
  expect(screen.getByText(says).className).not.toBe('')
  expect(document.querySelector('[data-failed]')).toBeTruthy()
  expect(screen.queryByText('No preview. The link works.')).toBeNull()
})

test('a page that could not be read is not mentioned once the link has a name', async () => {
  await open([
    aLink('My lamp', {
      meta_extraction_error: 'not_html',
      short_code: 'lamp',
      split_url: 'https://split.example/s/lamp',
    }),
  ])
  await expectTexts('My lamp', 'lamp')
  expect(screen.queryByText('No preview. The link works.')).toBeNull()
})
