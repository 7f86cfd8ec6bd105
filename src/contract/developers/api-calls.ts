import * as v from 'valibot'

/** Maximum number of listed calls of a key or app. */
export const MAX_LISTED_CALLS = 100

/** Call of an API key or a connected app. */
export const ApiCall = v.object({
  at: v.string(),
  /** Method and path without values, for example `GET /v2/my/links/{uuid}`. */
  call: v.string(),
  /** Status of the answer. */
  status: v.number(),
  /** Header `X-Request-Id` of the answer. */
  request_id: v.string(),
})
export type ApiCall = v.InferOutput<typeof ApiCall>

/**
 * Answer of GET /v2/my/api-keys/{id}/calls/ and /v2/my/connected-apps/{id}/calls/: the latest calls
 * of seven days, newest first. Not in the specification.
 */
export const ApiCalls = v.object({ results: v.array(ApiCall) })
export type ApiCalls = v.InferOutput<typeof ApiCalls>
