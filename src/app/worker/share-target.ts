import { withScheme } from '#contract/links.ts'
import { CREATE_LINK_PARAM } from '#contract/app-constants.ts'
import { urlInText } from './url-in-text.ts'

/** The names that the manifest gives to what another app shares; most apps put all of it into the text. */
const SHARED = ['share_url', 'share_text', 'share_title'] as const

/** `example.com/x`, which people share from notes and bios. */
const BARE_ADDRESS = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(\/\S*)?$/u

/** The screen that a share opens: CREATE with the first address in it, or with none (R-618, D-03). */
export function withoutShare(from: URL): URL {
  const shared = SHARED.map((name) => from.searchParams.get(name)?.trim() ?? '')
  const url = new URL(from)
  for (const name of SHARED) url.searchParams.delete(name)
  url.searchParams.set(CREATE_LINK_PARAM, addressIn(shared) ?? '1')
  return url
}

/** Before anything else reads the address, so that a sign-in, a reload and Back know CREATE only. */
export function takeShare(): void {
  history.replaceState(history.state, '', withoutShare(new URL(location.href)))
}

function addressIn(shared: string[]): string | undefined {
  const whole = shared.map(urlInText).find((url) => url !== null)
  const bare = shared.find((text) => BARE_ADDRESS.test(text))
  return whole ?? (bare && withScheme(bare))
}
