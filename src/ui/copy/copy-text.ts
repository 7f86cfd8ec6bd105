import { topDialog } from '../dialog/dialog-stack.ts'

/** Copies text. Returns false if the browser refused. Works over plain http too. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughSelection(text)
  }
}

/**
 * Copies text that has to be loaded first. Safari allows this only within the touch event, so the
 * promise is passed on at once. Returns false if the promise rejects or the browser refuses.
 */
export async function copyTextLater(text: Promise<string>): Promise<boolean> {
  const blob = asBlob(text)
  // If the browser refuses at once, nothing else handles this rejection.
  blob.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return text.then(copyText, () => false)
  }
}

/** Some browsers do not support a promise of a string here. */
const asBlob = async (text: Promise<string>) => new Blob([await text], { type: 'text/plain' })

function copyThroughSelection(text: string) {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'vh'
  const container = topDialog() ?? document.body
  container.append(area)
  area.select()
  try {
    // The Clipboard API does not exist on pages without https.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
