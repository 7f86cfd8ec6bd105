import { expect, test, vi } from 'vitest'
import type { MoveInDraft } from '#contract/page/move-in.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { json, refusing, type ApiRequest } from '#support/window/fake-api.ts'
import { press, screen, typeInto, userEvent, waitFor } from '#support/window/on-screen.ts'
import { aPage, pageServer } from '#support/window/page-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { MoveInScreen } from './move-in-screen.tsx'

signInPerTest({ width: 390 })

const PATH = '/splitpage-import'
const READ = 'POST /v2/my/pages/move-in/'
const CREATE = 'POST /v2/my/pages/move-in/create/'

const link = (n: number) => ({
  url: `https://shop.example/${n}`,
  title: `Thing ${n}`,
  image_upload_id: n,
  image_url: null,
  is_existing: false,
})

const aDraft = (more: Partial<MoveInDraft> = {}): MoveInDraft => ({
  url: 'https://links.example/maya',
  title: 'Maya',
  description: 'Small kitchen.',
  slug: 'maya',
  image_upload_id: 9,
  image_url: '/media/9.webp',
  look: { theme: 'evergreen', accent: 'amber', background: 'green' },
  sections: [
    { title: 'Kitchen', links: [link(1), link(2), link(3)] },
    { title: 'More', links: [link(4), link(5)] },
  ],
  social: [{ name: 'maya', url: 'https://www.instagram.com/maya' }],
  has_page: false,
  left_out: [
    { what: 'a music player', why: 'Split pages don’t have these.' },
    { what: 'a sign-up form', why: 'Split pages don’t have these.' },
  ],
  ...more,
})

/** Returns a link as it is sent. */
const kept = (n: number) => ({ url: link(n).url, title: link(n).title, image_upload_id: n })

const MOVED = { page: aPage(), new_links: 4, existing_links: 0, left_out: [] }

async function open(draft = aDraft(), moved: object = MOVED) {
  const server = pageServer()
  const answer = ({ method, path }: ApiRequest) => {
    if (`${method} ${path}` === READ) return json(draft)
    return `${method} ${path}` === CREATE ? json(moved, 201) : undefined
  }
  server.instead(answer)
  const app = await renderAt(PATH, PATH, MoveInScreen)
  return { server, ...app }
}

const mine = () => screen.findByLabelText('This page is mine')

/** Fills in the form and reads the page. */
async function readPage() {
  await typeInto('Address of your page', 'links.example/maya')
  await userEvent.click(await mine())
  await press('Read my page')
}

test('a page is read only after the user confirms that it is theirs', async () => {
  const { server } = await open()
  await typeInto('Address of your page', 'links.example/maya')
  await press('Read my page')
  expect(await screen.findByText('Confirm that this page is yours.')).toBeTruthy()
  expect(server.sent()).toEqual([])
  await userEvent.click(await mine())
  await press('Read my page')
  expect(await screen.findByRole('heading', { name: '5 links' })).toBeTruthy()
  expect(server.sent()).toEqual([[READ, { url: 'links.example/maya' }]])
})

test('the review shows what was found and what is left out', async () => {
  await open()
  await readPage()
  expect(await screen.findByText('links.example/maya')).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  await press('Show 2 more')
  expect(screen.getAllByRole('checkbox')).toHaveLength(5)
  expect(
    screen.getByText('Your picture, two headings, Instagram and the green background.'),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'Not imported: a music player and a sign-up form. Split pages don’t have these.',
    ),
  ).toBeTruthy()
})

test('only the links that the user keeps are created', async () => {
  const { server, history } = await open()
  await readPage()
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Thing 2/ }))
  expect(screen.getByRole('heading', { name: '4 of 5 links' })).toBeTruthy()
  await press('Create my page')
  await waitFor(() => expect(history.location.pathname).toBe('/splitpage-home'))
  expect(server.sent().at(-1)).toEqual([
    CREATE,
    {
      title: 'Maya',
      description: 'Small kitchen.',
      slug: 'maya',
      image_upload_id: 9,
      theme: 'evergreen',
      accent: 'amber',
      sections: [
        { title: 'Kitchen', links: [kept(1), kept(3)] },
        { title: 'More', links: [kept(4), kept(5)] },
      ],
      social: ['https://www.instagram.com/maya'],
    },
  ])
})

test('a user with a page adds to it, and its picture and colours stay', async () => {
  await open(aDraft({ has_page: true }))
  await readPage()
  expect(await screen.findByRole('button', { name: 'Add to my page' })).toBeTruthy()
  expect(screen.getByText('Two headings and Instagram.')).toBeTruthy()
})

test('what the server refuses is shown before the page', async () => {
  const left_out = [{ what: 'Thing 4', why: 'This is already a short link.' }]
  await open(aDraft(), { ...MOVED, left_out })
  await readPage()
  await press('Create my page')
  expect(
    await screen.findByText('Not imported: Thing 4. This is already a short link.'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to my page' }).getAttribute('href')).toBe(
    '/splitpage-home',
  )
})

test('a page without links leads back to the address', async () => {
  await open(aDraft({ sections: [] }))
  await readPage()
  expect(await screen.findByRole('heading', { name: 'No links found' })).toBeTruthy()
  await press('Try another address')
  expect(await screen.findByLabelText('Address of your page')).toBeTruthy()
})

test('a reload or a later visit continues the review, until the page is created', async () => {
  const { unmount } = await open()
  await readPage()
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Thing 2/ }))
  unmount()
  const again = await open(aDraft({ title: 'Not read again' }))
  expect(await screen.findByRole('heading', { name: '4 of 5 links' })).toBeTruthy()
  expect(again.server.sent()).toEqual([])
  await press('Create my page')
  await waitFor(() => expect(again.history.location.pathname).toBe('/splitpage-home'))
  expect(again.server.sent()[0]?.[1]).toMatchObject({ title: 'Maya' })
  again.unmount()
  await open()
  expect(await screen.findByLabelText('Address of your page')).toBeTruthy()
})

test('the user can start again with another page', async () => {
  await open()
  await readPage()
  await press('Start again')
  const field = await screen.findByLabelText<HTMLInputElement>('Address of your page')
  expect(field.value).toBe('')
})

test('a review of another day is not continued, because its pictures may be gone', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 12), toFake: ['Date'] })
  const { unmount } = await open()
  await readPage()
  await screen.findByRole('heading', { name: '5 links' })
  unmount()
  vi.setSystemTime(Date.UTC(2026, 4, 13, 1))
  await open()
  expect(await screen.findByLabelText('Address of your page')).toBeTruthy()
})

test('an address that cannot be read shows the reason at the field', async () => {
  const { server } = await open()
  server.instead(refusing(/move-in/, { errors: { url: ['This address is not a web page.'] } }))
  await readPage()
  expect(await screen.findAllByText('This address is not a web page.')).toBeTruthy()
  expect((await screen.findByLabelText('Address of your page')).getAttribute('aria-invalid')).toBe(
    'true',
  )
})

test('offline, nothing is sent and the address stays', async () => {
  const { server, store, unmount } = await open()
  await typeInto('Address of your page', 'links.example/maya')
  await userEvent.click(await mine())
  showSavedCopy(store)
  await press('Read my page')
  expect(await screen.findByText('You’re offline. Reading a page needs a connection.')).toBeTruthy()
  expect(server.sent()).toEqual([])
  unmount()
  await open()
  const field = await screen.findByLabelText<HTMLInputElement>('Address of your page')
  expect(field.value).toBe('links.example/maya')
})
