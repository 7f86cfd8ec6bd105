/** Business constants of the specification, section 9. Milliseconds unless the name says otherwise. */
export const TOAST_MS = 4000
export const COPIED_MS = 2000
export const CLIPBOARD_DELAY_MS = 500
export const SEARCH_DEBOUNCE_MS = 500
export const DEFAULT_RELOAD_SECONDS = 60
export const STALE_AFTER_MS = 24 * 60 * 60 * 1000
export const AUTH_COOKIE_DAYS = 30

export const PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100
/** A phone's window full of links, so that a first import shows at once; then come the largest pages. */
export const FIRST_PAGE_SIZE = 18
/** Link search alone allows more, so that a first import of ten thousand links is twenty requests. */
export const MAX_LINK_PAGE_SIZE = 500
/** Far beyond any list; a larger number would not fit the database's own. */
export const MAX_PAGE = 1_000_000

/** Every answer about a collection holds the ids of its links, and an order names every collection. */
export const MAX_COLLECTION_LINKS = 5000
export const MAX_COLLECTIONS = 2000
export const MAX_TAGS = 50
/** A list can be narrowed to what is in all of these collections; each name more narrows it further. */
export const MAX_NAMES_SEARCHED = 80
/** Links that one call changes. */
export const MAX_LINKS_AT_ONCE = 1000

/** Polling of metadata extraction: the last delay repeats (D-26). */
export const POLL_DELAYS_MS = [2000, 4000, 6000, 8000, 10_000] as const
export const POLL_GIVE_UP_MS = 5 * 60 * 1000

/** From here on the server has read the page and is at its picture. */
export const PAGE_READ_PROGRESS = 40

/** Simulated progress: from `from` percent on, one point every `every` milliseconds. */
export const PROGRESS_STEPS = [
  { from: 80, every: 6000 },
  { from: 60, every: 3750 },
  { from: 40, every: 3000 },
  { from: 20, every: 1500 },
  { from: 0, every: 750 },
] as const

/** Pictures shown through the resize path. */
export const IMAGE_OPTIONS = { fit: 'cover', quality: 85, sharpen: 1 } as const
export const PLACEHOLDER_SIZE = 512

/** One-time token of the login host (D-06). */
export const AUTH_TOKEN_SECONDS = 60
export const PASSWORD_MIN_LENGTH = 8

/** Of a page: enough for five hundred products, and for anything a visitor scrolls through. */
export const MAX_SECTIONS = 50
export const MAX_PAGE_COLLECTIONS = 50
export const MAX_PAGE_LINKS = 500
