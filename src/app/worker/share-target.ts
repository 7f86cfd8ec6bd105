import { withScheme } from '#contract/links/target-url.ts'
import { CREATE_LINK_PARAM } from '#contract/app-constants.ts'
import { urlInText } from './url-in-text.ts'

/**
 * Parameters for shared content, as named in the manifest. Most apps put everything into the text.
 */
const SHARED = ['share_url', 'share_text', 'share_title'] as const

/** Address without a scheme such as `example.com/x`, common in notes and bios. */
const BARE_ADDRESS = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(\/\S*)?$/u

/**
 * Returns the address for a share: the form for a new link, with the first shared address filled
 * in.
 */
export function withoutShare(from: URL): URL {
  const shared = SHARED.map((name) => from.searchParams.get(name)?.trim() ?? '')
  const url = new URL(from)
  for (const name of SHARED) url.searchParams.delete(name)
  url.searchParams.set(CREATE_LINK_PARAM, addressIn(shared) ?? '1')
  return url
}

/**
 * Rewrites the address before other code reads it, so that a sign-in, a reload and Back see only
 * the form.
 */
export function takeShare(): void {
  history.replaceState(history.state, '', withoutShare(new URL(location.href)))
}

function addressIn(shared: string[]): string | undefined {
  const whole = shared.map(urlInText).find((url) => url !== null)
  const bare = shared.find((text) => BARE_ADDRESS.test(text))
  return whole ?? (bare && withScheme(bare))
}
