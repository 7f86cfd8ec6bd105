import { CLIPBOARD_DELAY_MS } from '#contract/limits.ts'

const URL_IN_TEXT = /https?:\/\/[^\s<>"'`]+/i
/** Sentence marks that follow an address in running text and are not part of it. */
const TRAILING = /[.,;:!?)\]}»”]+$/

/**
 * What to fill in from copied text: the whole text when it is one address, else the first address
 * in it; nothing when it has none (R-199, D-17).
 */
export function urlFrom(copied: string): string | null {
  const text = copied.trim()
  if (!/http/i.test(text)) return null
  if (!/\s/.test(text) && /^https?:\/\//i.test(text)) return text
  return URL_IN_TEXT.exec(text)?.[0].replace(TRAILING, '') ?? null
}

/** Reads the clipboard half a second after the form opened; refusal is no error. */
export function readClipboardSoon(found: (url: string) => void): () => void {
  let wanted = true
  async function fill() {
    const url = urlFrom(await clipboardText())
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
