/**
 * Adds `http://` to a typed address: `example.com` becomes `http://example.com/` (spec section 5,
 * D-16). The path gets a final slash unless its last segment has a dot. Text that starts with http
 * is not changed.
 */
export function withScheme(typed: string): string {
  const url = typed.trim()
  if (/^https?:/i.test(url) || url === '') return url
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  const lastSegment = path.includes('/') ? path.slice(path.lastIndexOf('/') + 1) : ''
  const slash = path.endsWith('/') || lastSegment.includes('.') ? '' : '/'
  return `http://${path}${slash}${rest}`
}

/** Returns whether `withScheme` would change the address. */
export const needsScheme = (typed: string) => typed.trim() !== withScheme(typed)

export const INVALID_URL_TEXT = 'Enter a valid URL, like https://example.com/page.'
