/**
 * Returns whether React failed because a page translator had replaced its text nodes. Browsers report
 * this as a NotFoundError of `insertBefore` or `removeChild`.
 */
export const isBrokenByTranslation = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError'
