/** Hands a text to the browser as a file of this name. */
export function downloadText(name: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by then, or never will.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
