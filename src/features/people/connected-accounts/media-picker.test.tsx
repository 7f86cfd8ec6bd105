import { expect, test, vi } from 'vitest'
import type { InstagramMedia } from '#contract/people/connected-accounts.ts'
import { IG, serveAccounts } from '#support/window/connected-accounts.ts'
import { json, type Answer } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { press, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { MediaPicker } from './media-picker.tsx'

const MEDIA = 'GET /v1/proxy/instagram/media'

signInPerTest()

const post = (id: string, caption: string): InstagramMedia => ({
  id,
  media_url: `https://cdn.example/${id}.jpg`,
  thumbnail_url: `https://cdn.example/${id}-small.jpg`,
  permalink: null,
  caption,
})

const pages: Record<string, object> = {
  first: { results: [post('p1', 'A lamp'), post('p2', '')], next: '2' },
  2: { results: [post('p3', 'A chair')], next: null },
}

async function open(answer: Answer = ({ query }) => pages[query.get('after') ?? 'first'] ?? {}) {
  const onPick = vi.fn<(media: InstagramMedia) => void>()
  const api = serveAccounts([IG], { [MEDIA]: answer })
  const Picker = () => <MediaPicker account={IG} onPick={onPick} onClose={() => undefined} />
  await renderAt('/somewhere', '/somewhere', Picker)
  return { api, onPick, user: userEvent.setup() }
}

const names = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('button')?.getAttribute('aria-label'))

test('posts are listed page by page, and one of them is chosen (R-375)', async () => {
  const { api, onPick } = await open()
  await screen.findByRole('button', { name: 'Photo 1: A lamp' })
  expect(names()).toEqual(['Photo 1: A lamp', 'Photo 2'])
  await press('Show more')
  await screen.findByRole('button', { name: 'Photo 3: A chair' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(names()).toEqual(['Photo 1: A lamp', 'Photo 2', 'Photo 3: A chair'])
  await press('Photo 3: A chair')
  expect(onPick).toHaveBeenCalledWith(post('p3', 'A chair'))
  // Pictures are loaded from our server, never from their source.
  await waitFor(() =>
    expect(api.requests.filter(({ path }) => path.startsWith('/cdn-cgi/image/'))).toHaveLength(3),
  )
})

test('without posts the list says so', async () => {
  await open({ results: [], next: null })
  expect(await screen.findByText('No photos yet')).toBeTruthy()
})

test('a failing provider is named, with a way to try again (A-085)', async () => {
  const { api } = await open(json({}, 502))
  expect(await screen.findByText('Couldn’t load your Instagram photos')).toBeTruthy()
  api.change({ [MEDIA]: pages['2'] ?? {} })
  await press('Try again')
  expect(await screen.findByRole('button', { name: 'Photo 1: A chair' })).toBeTruthy()
})
