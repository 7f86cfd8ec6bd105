import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { answers, linksServer } from './links-server.ts'
import { renderWithDialog } from './render-links.tsx'
import { signInPerTest } from './signed-in.ts'

/** Calls that create several links and one. */
export const BULK = '/v2/my/links/bulk/'
export const ONE = '/v2/my/links/'

/** Signs in before each test, with a clipboard that the app may not read. */
export function prepareNewLinks() {
  signInPerTest()
  beforeEach(() => {
    vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new Error('denied'))
  })
}

export type Body = { links: { url: string }[] }
type Result = { uuid: string; split_url: string } | { errors: Record<string, string[]> }

export const field = () => screen.findByLabelText<HTMLInputElement>('Product or page address')
export const more = () => screen.findByLabelText<HTMLInputElement>(/^More addresses/)
export const button = (name: string) => screen.findByRole('button', { name })
export const rows = async () =>
  within(await screen.findByRole('list', { name: 'Addresses' })).getAllByRole('listitem')
export const texts = async () => (await rows()).map(({ textContent }) => textContent)
/** Returns the text of the error at a field. */
export const errorOf = (input: HTMLElement) =>
  input.getAttribute('aria-invalid') === 'true'
    ? document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
    : undefined
export const paste = (input: HTMLElement, text: string) =>
  fireEvent.paste(input, { clipboardData: { getData: () => text } })

/** Opens the form for a new link on an empty page. `answer` answers for each address. */
export async function openCreate(answer = created) {
  const server = linksServer()
  const keys: (string | null)[] = []
  server.instead(({ method, path, body }) => {
    if (method !== 'POST' || path !== BULK) return undefined
    return answers.json({ results: (body as Body).links.map(({ url }) => answer(url)) })
  })
  await revalidate('links')
  server.requests.length = 0
  const usual = globalThis.fetch
  vi.stubGlobal('fetch', (request: Request) => {
    keys.push(request.headers.get(IDEMPOTENCY_HEADER))
    return usual(request)
  })
  const app = await renderWithDialog(<main>Rank</main>, '/rank?create_split_link=1')
  return { server, keys, input: await field(), ...app }
}

export const created = (url: string): Result => ({
  uuid: crypto.randomUUID(),
  split_url: `https://split.example/s/${url.split('/').at(-1)}`,
})

export const sentTo = (server: ReturnType<typeof linksServer>, wanted: string) =>
  server.requests.filter(({ method, path }) => method === 'POST' && path === wanted)
