/** Downloads a text as a file with this name. */
export function downloadText(name: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started or failed after this time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
