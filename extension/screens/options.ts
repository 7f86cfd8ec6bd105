import { accessToken, signOut } from '../account/access.ts'
import { startSignIn } from '../account/sign-in.ts'
import type { Problem } from '../api/problem.ts'
import { productName, serverOrigin } from '../server-address.ts'
import { loadShops, savedShops } from '../shops/shops.ts'
import { attempt } from './attempt.ts'
import { alertOf, button, element, link, show, text } from './elements.ts'

async function draw(problem?: Problem): Promise<void> {
  const isSignedIn = (await accessToken()) !== undefined
  show([
    element('h1', {}, `${productName()} extension`),
    ...(problem ? [alertOf(problem.message)] : []),
    section('Server', link(serverOrigin(), serverOrigin())),
    section('Account', ...account(isSignedIn)),
    ...(isSignedIn ? [section('Shops', ...(await shops()))] : []),
    section('Your data', text(DATA)),
    text(`Version ${chrome.runtime.getManifest().version}`),
  ])
}

const DATA =
  'The address of a page is sent to the server when you create a link for it, and not before. Shops are recognized on this device. The server also records that you opened the extension, created a link, or closed the window without one.'

const act = (action: () => Promise<unknown>) => () =>
  attempt(async () => {
    await action()
    await draw()
  }, draw)

const account = (isSignedIn: boolean) =>
  isSignedIn
    ? [text('You’re signed in.'), button('Sign out', 'quiet', act(signOut))]
    : [text('You’re signed out.'), button('Sign in', 'primary', act(startSignIn))]

async function shops(): Promise<Node[]> {
  const saved = await savedShops()
  const count = saved?.shops.length ?? 0
  const time = saved && new Date(saved.loadedAt).toLocaleString('en-US', TIME)
  const state = time ? `${count.toLocaleString('en-US')} known, updated ${time}` : 'Not loaded yet'
  return [text(state), button('Update shops', 'quiet', act(loadShops))]
}

const TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

const section = (title: string, ...contents: Node[]) =>
  element('section', {}, element('h2', {}, title), ...contents)

// A sign-in ends in another tab, and the popup may load the shops.
chrome.storage.local.onChanged.addListener(() => void draw())
void draw()
