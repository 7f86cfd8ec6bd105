/**
 * Business constants of the specification, section 9. Milliseconds unless the name says otherwise.
 */
export const TOAST_MS = 4000
export const COPIED_MS = 2000
export const CLIPBOARD_DELAY_MS = 500
export const SEARCH_DEBOUNCE_MS = 500
export const DEFAULT_RELOAD_SECONDS = 60
export const STALE_AFTER_MS = 24 * 60 * 60 * 1000
export const AUTH_COOKIE_DAYS = 30

export const PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100
/**
 * Size of the first page of links. It fills a phone's screen at once; all further pages have the
 * maximum size.
 */
export const FIRST_PAGE_SIZE = 18
/**
 * Maximum page size of the link search. The first load of ten thousand links takes twenty requests.
 */
export const MAX_LINK_PAGE_SIZE = 500
/**
 * Maximum page number, far beyond any list. Larger numbers do not fit into the database's integer.
 */
export const MAX_PAGE = 1_000_000

/**
 * Maximum links in a collection. Each answer about a collection contains the ids of its links, and
 * a new order names every collection.
 */
export const MAX_COLLECTION_LINKS = 5000
export const MAX_COLLECTIONS = 2000
export const MAX_TAGS = 50
/** Maximum number of collections in a filter. A link must be in all of them. */
export const MAX_FILTER_COLLECTIONS = 80
/** Maximum links that one call can change. */
export const MAX_BULK_LINKS = 1000

export const MAX_PARAMETER_SETS = 50
/** Maximum number of parameters in a set. */
export const MAX_PARAMETERS = 20

/** Delays between polls of the metadata extraction. The last one repeats (D-26). */
export const POLL_DELAYS_MS = [2000, 4000, 6000, 8000, 10_000] as const
export const POLL_TIMEOUT_MS = 5 * 60 * 1000

/** Progress at which the server has read the page and starts to fetch its picture. */
export const PAGE_READ_PROGRESS = 40

/** Simulated progress: from `from` percent on, one point every `every` milliseconds. */
export const PROGRESS_STEPS = [
  { from: 80, every: 6000 },
  { from: 60, every: 3750 },
  { from: 40, every: 3000 },
  { from: 20, every: 1500 },
  { from: 0, every: 750 },
] as const

/** Options of pictures shown through the resize path. */
export const IMAGE_OPTIONS = { fit: 'cover', quality: 85, sharpen: 1 } as const
export const PLACEHOLDER_SIZE = 512

/** Lifetime of the one-time token of the login host (D-06). */
export const AUTH_TOKEN_SECONDS = 60
export const PASSWORD_MIN_LENGTH = 8
/** Minimum characters of a link's password. Wrong attempts are limited, so it can be short. */
export const LINK_PASSWORD_MIN_LENGTH = 4
export const LINK_PASSWORD_MAX_LENGTH = 200
/** Maximum of `max_clicks` of a link. */
export const MAX_CLICK_LIMIT = 1_000_000_000

/** Limits of a page: enough for five hundred products, more than visitors scroll through. */
export const MAX_SECTIONS = 50
export const MAX_PAGE_COLLECTIONS = 50
export const MAX_PAGE_LINKS = 500
