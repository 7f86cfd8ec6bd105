/** Prefix of all caches with user data, so that a wipe finds them. */
export const PERSONAL_CACHE_PREFIX = 'split-person-'
export const IMAGE_CACHE = `${PERSONAL_CACHE_PREFIX}images`
