import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { linksIndex } from '#live/mirror.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { openEdit, save, tab } from '#support/window/edit-link.tsx'
import { aLink, answers, linksServer, type Respond } from '#support/window/links-server.ts'
import { aSet, SETS } from '#support/window/parameter-sets.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { preloadListParts } from '../list/list-parts.tsx'
import { LinksScreen } from '../list/links-screen.tsx'

// The app does this after its first screen is shown.
beforeAll(() => preloadListParts())
signInPerTest({ width: 1280 })

const STORY = aSet('Story', 'utm_source=instagram', 'subid=a b')
const withSets: Respond = ({ method, path }) =>
  method === 'GET' && path === SETS ? answers.json({ results: [STORY] }) : undefined
const chip = (name: string) => screen.findByRole('button', { name })

test('a set fills the fields of a link, once, and can be taken back', async () => {
  const link = aLink('Lamp', { url: 'https://shop.example/a?subid=old#top', utm_source: '' })
  const { saves } = await openEdit(link, { respond: withSets })
  const user = userEvent.setup()
  await user.click(await tab('Settings'))
  await user.click(screen.getByText('Advanced'))
  await user.click(await chip('Story'))
  expect((await chip('Story')).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>('Source').value).toBe('instagram')
  await user.click(await chip('Story'))
  expect(screen.getByLabelText<HTMLInputElement>('Source').value).toBe('')
  await user.click(await chip('Story'))
  await user.click(save())
  await waitFor(() => expect(saves()).toHaveLength(1))
  expect(saves()[0]?.body).toMatchObject({
    utm_source: 'instagram',
    url: 'https://shop.example/a?subid=a%20b#top',
  })
})

test('a new link gets the parameters of the chosen sets', async () => {
  const server = linksServer([])
  server.instead(withSets)
  await renderWithDialog(<main>Rank</main>, '/rank?create_split_link=1')
  const user = userEvent.setup()
  await user.click(await chip('Story'))
  await user.type(await screen.findByLabelText('Product or page address'), 'https://x.example/y')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  const sent = () => server.requests.filter(({ path }) => path === '/v2/my/links/')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({
    url: 'https://x.example/y?subid=a%20b',
    utm_source: 'instagram',
  })
})

async function openBulk() {
  const links = [aLink('One', { url: 'https://shop.example/1' }), aLink('Two')]
  const server = linksServer(links)
  server.instead(withSets)
  await revalidate('links')
  const app = await renderWithDialog(<LinksScreen />)
  const user = userEvent.setup()
  for (const name of ['One', 'Two'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Parameters' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add parameters to 2 links' }))
  return { server, links, user, dialog, ...app }
}

test('selected links get a set in one call, and its error is shown at the choice', async () => {
  const { server, links, user, dialog } = await openBulk()
  await user.click(dialog.getByRole('button', { name: 'Add parameters' }))
  expect(await dialog.findByText('Choose a set.')).toBeTruthy()
  const refusal = 'The URL of “Two” would have more than 2000 characters.'
  server.instead((request) =>
    request.path === '/v2/my/links/parameters/'
      ? answers.json({ errors: { parameters: [refusal] } }, 400)
      : withSets(request),
  )
  await user.click(await dialog.findByRole('button', { name: 'Story' }))
  await user.click(dialog.getByRole('button', { name: 'Add parameters' }))
  expect(await dialog.findByText(refusal)).toBeTruthy()

  const changed = links.map((link) => ({ ...link, utm_source: 'instagram' }))
  server.instead((request) =>
    request.path === '/v2/my/links/parameters/'
      ? answers.json({ results: changed })
      : withSets(request),
  )
  await user.click(dialog.getByRole('button', { name: 'Add parameters' }))
  expect(await screen.findByText('Story added to 2 links')).toBeTruthy()
  const sent = server.requests.filter(({ path }) => path === '/v2/my/links/parameters/')
  expect(new Set(sent.at(-1)?.body['uuids'] as string[])).toEqual(
    new Set(links.map(({ uuid }) => uuid)),
  )
  expect(sent.at(-1)?.body['parameters']).toEqual(STORY.parameters)
  // The rows have the new values from the answer alone.
  const [uuid = ''] = links.map((link) => link.uuid)
  await waitFor(() => expect(linksIndex().rows.get(uuid)?.utm_source).toBe('instagram'))
})

test('offline, selected links show the parameters while they wait', async () => {
  const { links, user, dialog, store } = await openBulk()
  await dialog.findByRole('button', { name: 'Story' })
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  showSavedCopy(store)
  await user.click(await screen.findByRole('button', { name: 'Parameters' }))
  await user.click(await chip('Story'))
  await user.click(screen.getByRole('button', { name: 'Add parameters' }))
  expect(await screen.findByText('Story added to 2 links. Waiting to sync.')).toBeTruthy()
  const [uuid = ''] = links.map((link) => link.uuid)
  await waitFor(() =>
    expect(linksIndex().rows.get(uuid)).toMatchObject({
      utm_source: 'instagram',
      url: 'https://shop.example/1?subid=a%20b',
    }),
  )
})
