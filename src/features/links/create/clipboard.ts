import { urlInText } from '#app/worker/url-in-text.ts'
import { CLIPBOARD_DELAY_MS } from '#contract/limits.ts'
import { isOwnAddress } from './own-address.ts'

/**
 * Reads the clipboard half a second after the form opened; refusal is no error. An address of ours
 * that was just copied is not what the next link is made of.
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
