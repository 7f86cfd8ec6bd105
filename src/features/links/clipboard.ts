import { urlInText } from '#app/url-in-text.ts'
import { CLIPBOARD_DELAY_MS } from '#contract/limits.ts'

/** Reads the clipboard half a second after the form opened; refusal is no error. */
export function readClipboardSoon(found: (url: string) => void): () => void {
  let wanted = true
  async function fill() {
    const url = urlInText(await clipboardText())
    if (wanted && url !== null) found(url)
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
