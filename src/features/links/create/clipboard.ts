import { urlInText } from '#app/worker/url-in-text.ts'
import { CLIPBOARD_DELAY_MS } from '#contract/limits.ts'
import { isOwnAddress } from './own-address.ts'

/**
 * Reads a URL from the clipboard CLIPBOARD_DELAY_MS after the form opened, and ignores a denied
 * permission. URLs of this app are skipped, because a link that was just copied should not become
 * the target of a new link.
 */
export function readClipboardSoon(onFound: (url: string) => void): () => void {
  let isActive = true
  async function readUrl() {
    const url = urlInText(await clipboardText())
    if (url === null || (await isOwnAddress(url))) return
    if (isActive) onFound(url)
  }
  const timer = setTimeout(() => {
    void readUrl()
  }, CLIPBOARD_DELAY_MS)
  return () => {
    isActive = false
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
