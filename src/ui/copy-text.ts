import { topDialog } from './dialog/dialog-stack.ts'

/** Copies text; false when the browser would not let us. Works over plain http too. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughSelection(text)
  }
}

/**
 * Copies text that has to be read first. Safari takes it only within the touch, so the promise of it
 * is handed over at once. False, too, when that promise fails.
 */
export async function copyTextLater(text: Promise<string>): Promise<boolean> {
  const blob = asBlob(text)
  // A browser that refuses at once never looks at it, and then nobody else hears that it failed.
  blob.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return text.then(copyText, () => false)
  }
}

/** A promise of a string is too new for some. */
const asBlob = async (text: Promise<string>) => new Blob([await text], { type: 'text/plain' })

function copyThroughSelection(text: string) {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'vh'
  const home = topDialog() ?? document.body
  home.append(area)
  area.select()
  try {
    // The only way on a page without https, where the Clipboard API does not exist.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
