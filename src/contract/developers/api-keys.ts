import * as v from 'valibot'
import { dateTime, list, text, token } from '../common.ts'
import { SCOPES } from './scopes.ts'

/** Maximum number of API keys of one account. Expired and revoked ones count until deleted. */
export const MAX_API_KEYS = 20
/** Maximum number of characters of a key's name. */
export const MAX_KEY_NAME = 60

/** Maximum number of calls of one key per minute and server. */
export const CALLS_PER_MINUTE = 600

/** Prefix by which secret scanners recognize API keys. */
export const KEY_PREFIX = 'split_'

const INVALID_SCOPE = `Use one of these permissions: ${SCOPES.join(', ')}.`
const Scopes = v.pipe(
  list(v.picklist(SCOPES, INVALID_SCOPE), SCOPES.length),
  v.minLength(1, 'Choose at least one permission.'),
  v.transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
)

/** API key as its owner sees it. The key itself is shown only once, when it is created. */
export const ApiKey = v.object({
  /** First part of the key after the prefix; six letters and digits. */
  id: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(SCOPES)),
  created_at: v.string(),
  /** Time from which the key is refused; null if it does not expire. */
  expires_at: v.nullable(v.string()),
  /** Time of the last call, rounded to the hour; null if the key was not used. */
  last_used_at: v.nullable(v.string()),
  /** Time when Split revoked the key because it was sent in an address. */
  revoked_at: v.nullable(v.string()),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

/** Answer of GET /v2/my/api-keys/, newest first. Not in the specification. */
export const ApiKeys = v.object({ results: v.array(ApiKey) })
export type ApiKeys = v.InferOutput<typeof ApiKeys>

/** Body of POST /v2/my/api-keys/. Not in the specification. */
export const NewApiKey = v.object({
  name: v.pipe(text(MAX_KEY_NAME), v.minLength(1, 'Give the key a name.')),
  scopes: Scopes,
  /** Time in the future; null for a key that does not expire. */
  expires_at: v.optional(v.nullable(dateTime('Give a time, like 2027-01-31T00:00:00Z.')), null),
  password: v.optional(token(1000)),
})
export type NewApiKey = v.InferOutput<typeof NewApiKey>

/** Key with its secret, the only answer that contains it. */
export const CreatedApiKey = v.object({ ...ApiKey.entries, key: v.string() })
export type CreatedApiKey = v.InferOutput<typeof CreatedApiKey>
