/** Caches that hold what belongs to a person all start with this, so that a wipe finds them. */
export const PERSONAL_CACHE_PREFIX = 'split-person-'
export const IMAGE_CACHE = `${PERSONAL_CACHE_PREFIX}images`
