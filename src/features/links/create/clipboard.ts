import { urlInText } from '#app/worker/url-in-text.ts'
import { CLIPBOARD_DELAY_MS } from '#contract/limits.ts'
import { isOwnAddress } from './own-address.ts'

/**
 * Reads a URL from the clipboard CLIPBOARD_DELAY_MS after the form opened, and ignores a denied
 * permission. URLs of this app are skipped, because a link that was just copied should not become
 * the target of a new link.
 */
export function readClipboardSoon(found: (url: string) => void): () => void {
  let wanted = true
  async function fill() {
    const url = urlInText(await clipboardText())
    if (url === null || (await isOwnAddress(url))) return
    if (wanted) found(url)
  }
  const timer = setTimeout(() => {
    void fill()
  }, CLIPBOARD_DELAY_MS)
  return () => {
    wanted = false
    clearTimeout(timer)
  }
}

async function clipboardText(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return ''
  }
}
