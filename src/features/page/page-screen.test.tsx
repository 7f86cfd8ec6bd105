import { act, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { expect, test, vi } from 'vitest'
import { dialogAtom } from '#app/problems/problems.ts'
import { StatusBanner } from '#app/status/status-banner.tsx'
import { setWidth } from '#support/browser-window.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { refusing } from '#support/window/fake-api.ts'
import { aPage, aSection, pageServer } from '#support/window/page-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import {
  chooseFromMenu,
  expectTexts,
  hrefOf,
  noDialog,
  press,
  userEvent,
} from '#support/window/on-screen.ts'
import { PageScreen } from './page-screen.tsx'

vi.mock('#features/people/photos/crop-stage.tsx', () => ({
  CropStage: () => <div data-testid="stage" />,
}))

signInPerTest({ width: 390 })

const THREE = () => [aSection(1, 'New in'), aSection(2, 'Kitchen'), aSection(3, 'About')]

async function open(world: Parameters<typeof pageServer>[0], address = '/splitpage-home') {
  const server = pageServer(world)
  const app = await renderAt(address.split('?')[0] ?? '', address, PageScreen)
  return { server, user: userEvent.setup(), ...app }
}

const withPage = async (more: Parameters<typeof pageServer>[0] = {}, address?: string) => {
  const app = await open({ page: aPage(), ...more }, address)
  await screen.findByRole('heading', { name: 'Maya Okafor' })
  return app
}

const titles = () =>
  [...document.querySelectorAll('[data-held] a')].map(({ textContent }) => textContent)

test.each(['/splitpage', '/splitpage-home'])(
  '%s without a page offers to create one, and shows no dialog (R-012, R-013, R-351, D-35)',
  async (address) => {
    const { store } = await open({}, address)
    const link = await screen.findByRole('link', { name: 'Create your page' })
    expect(link.getAttribute('href')).toBe('/splitpage-create')
    expect(store.get(dialogAtom)).toBeNull()
  },
)

test.each(['/splitpage', '/splitpage-home'])(
  '%s with a page manages it (R-012, R-013, D-35)',
  async (address) => {
    await withPage({ sections: THREE() }, address)
    expect(screen.getByText('Published')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy page address' })).toBeTruthy()
    await waitFor(() => expect(titles()).toEqual(['New in', 'Kitchen', 'About']))
    expect(hrefOf('Kitchen')).toBe('/splitpage/section/2')
  },
)

test('a blocked page shows the reason, the rule and where to object', async () => {
  const block = {
    why: 'It shows stolen pictures.',
    rule: 'Only what is yours',
    since: new Date(2026, 3, 30, 9, 5).toISOString(),
    contact: 'operator@split.example',
  }
  const { container } = await withPage({ page: aPage({ block }) })
  const words = container.textContent ?? ''
  expect(words).toContain('took this page down, so nobody sees it.')
  expect(words).toContain('Blocked since Apr 30, 9:05 AM.')
  expect(words).toContain('What is wrong: It shows stolen pictures.')
  expect(words).toContain('The rule it breaks: Only what is yours')
  expect(screen.queryByText('Published')).toBeNull()
  expect(hrefOf('operator@split.example')).toBe('mailto:operator@split.example')
})

test('a row describes its section and marks a hidden one', async () => {
  await withPage({
    sections: [
      aSection(1, 'Kitchen', { link_count: 12 }),
      aSection(2, 'Start here', { type: 'links', link_count: 3, is_visible: false }),
    ],
  })
  await expectTexts('Grid, 12 things', 'Links, 3', 'Hidden')
})

test('arrow keys on a handle move a section, announce its place and save the order', async () => {
  const { user, server } = await withPage({ sections: THREE() })
  const handle = await screen.findByRole('button', { name: 'Move Kitchen, 2 of 3' })
  act(() => handle.focus())
  await user.keyboard('{ArrowDown}')
  expect(titles()).toEqual(['New in', 'About', 'Kitchen'])
  expect(await screen.findByText('Moved to place 3 of 3')).toBeTruthy()
  await waitFor(() =>
    expect(server.sent()).toEqual([['PATCH /v2/my/sections/order/', { ids: [1, 3, 2] }]]),
  )
  expect(await screen.findByText('Saved')).toBeTruthy()
})

test('a refused order is undone, with the reason', async () => {
  const { user, server } = await withPage({ sections: THREE() })
  server.instead(refusing(/\/order\/$/, {}, 500))
  act(() => screen.getByRole('button', { name: /^Move About/ }).focus())
  await user.keyboard('{Home}')
  expect(await screen.findByText('Couldn’t save the order. Try again.')).toBeTruthy()
  expect(titles()).toEqual(['New in', 'Kitchen', 'About'])
})

const choose = (name: string, item: string) => chooseFromMenu(`More for ${name}`, item)

test('the menu of a section moves, hides and removes it, and removal can be undone', async () => {
  const { server } = await withPage({ sections: THREE() })
  await choose('Kitchen', 'Move up')
  await waitFor(() => expect(titles()).toEqual(['Kitchen', 'New in', 'About']))
  await choose('Kitchen', 'Hide')
  expect(await screen.findByText('Hidden')).toBeTruthy()
  await choose('About', 'Remove')
  await waitFor(() => expect(titles()).toEqual(['Kitchen', 'New in']))
  await press('Undo')
  await waitFor(() => expect(titles()).toContain('About'))
  expect(server.sections().map(({ title }) => title)).toContain('About')
})

test('without sections the templates are shown, and one creates its section', async () => {
  const { server, history } = await withPage()
  await screen.findByText('Start with one of these. You fill it with your own links.')
  await press(/Shop my picks/)
  await waitFor(() => expect(history.location.pathname).toBe('/splitpage/section/1'))
  expect(server.sent()).toEqual([['POST /v2/my/sections/', { predefined_section_id: 1 }]])
})

test('the sheet adds an empty section or one from a template', async () => {
  const { user, server, history } = await withPage({ sections: THREE() })
  await press('Add section')
  const sheet = within(await screen.findByRole('dialog', { name: 'Add a section' }))
  expect(await sheet.findByRole('button', { name: /Start here/ })).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Start with an empty section' }))
  await waitFor(() => expect(history.location.pathname).toBe('/splitpage/section/4'))
  expect(server.sections().at(-1)).toMatchObject({ type: 'collections', layout: 'grid' })
})

test('an unpublished page can be previewed and published', async () => {
  const { user, server } = await withPage({ page: aPage({ is_published: false }) })
  expect(screen.getByText('Not published')).toBeTruthy()
  await press('Preview')
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of your page')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toContain('Maya Okafor')
  await user.click(screen.getByRole('radio', { name: 'Edit' }))
  await press('Publish page')
  expect(await screen.findByText('Published')).toBeTruthy()
  expect(server.sent()[0]?.[1]).toEqual({ is_published: true, base: { is_published: false } })
})

test('the preview beside the editor is updated after each change', async () => {
  setWidth(1280)
  const { user } = await withPage({ sections: THREE() })
  await screen.findByTitle('Preview of your page')
  await press('Edit name and text')
  const dialog = within(await screen.findByRole('dialog', { name: 'Name and text' }))
  await user.clear(dialog.getByLabelText('Page name'))
  await user.type(dialog.getByLabelText('Page name'), 'May')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'May' })
  await waitFor(() =>
    expect(screen.getByTitle('Preview of your page').getAttribute('srcdoc')).toContain(
      '<body>May</body>',
    ),
  )
})

test('settings: the address is checked while typing, and only changed fields are sent (R-356)', async () => {
  const { user, server } = await withPage({ taken: ['ana'] })
  await press('Page settings')
  const dialog = within(await screen.findByRole('dialog', { name: 'Page settings' }))
  const address = dialog.getByLabelText('Page address')
  expect(dialog.getByText('The old address redirects to the new one.')).toBeTruthy()
  await user.clear(address)
  await user.type(address, 'ana')
  expect(await dialog.findAllByText('This one is taken. These are free:')).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'hello-ana-1' }))
  expect(await dialog.findAllByText('is free', { exact: false })).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Sand' }))
  await user.click(dialog.getByRole('switch', { name: 'Show in search engines' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await noDialog()
  expect(server.sent().at(-1)).toEqual([
    'PATCH /v2/my/pages/7/',
    {
      slug: 'hello-ana-1',
      theme: 'sand',
      is_indexed: false,
      base: { slug: 'maya', theme: 'auto', is_indexed: true },
    },
  ])
})

test('the server’s error about the address is shown at its field, and the input stays (R-356)', async () => {
  const { user, server } = await withPage()
  server.instead(refusing(/^PATCH/, { errors: { slug: ['This one is reserved.'] } }))
  await press('Page settings')
  const dialog = within(await screen.findByRole('dialog', { name: 'Page settings' }))
  const address = dialog.getByLabelText<HTMLInputElement>('Page address')
  await user.type(address, 's')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findAllByText('This one is reserved.')).length).toBeGreaterThan(0)
  expect(address.getAttribute('aria-invalid')).toBe('true')
  expect(address.value).toBe('mayas')
})

test('offline, the saved page is shown, nothing is sent and the input stays', async () => {
  const first = await withPage({ sections: THREE() })
  await waitFor(() => expect(titles()).toHaveLength(3))
  first.unmount()
  const { user, server, store } = await open({})
  showSavedCopy(store)
  await screen.findByRole('heading', { name: 'Maya Okafor' })
  await waitFor(() => expect(titles()).toEqual(['New in', 'Kitchen', 'About']))
  // Render the status banner beside the screen, as the app shell does.
  render(
    <Provider store={store}>
      <StatusBanner />
    </Provider>,
  )
  expect(await screen.findByText(/^Saved on this device, updated /)).toBeTruthy()
  await press('Edit name and text')
  const dialog = within(await screen.findByRole('dialog', { name: 'Name and text' }))
  await user.type(dialog.getByLabelText('Page name'), ' Jr')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Page name').value).toBe('Maya Okafor Jr')
  expect(server.sent()).toEqual([])
})

test('a page that fails to load has a message and can be loaded again', async () => {
  const server = pageServer({ page: aPage() })
  server.instead(refusing(/\/pages\/page\/$/, {}, 500))
  await renderAt('/splitpage', '/splitpage', PageScreen)
  expect(await screen.findByText('Couldn’t load your page')).toBeTruthy()
  server.instead(() => undefined)
  await press('Try again')
  expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeTruthy()
})
