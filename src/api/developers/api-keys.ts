import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import { ApiCall } from '#contract/developers/api-calls.ts'
import { ApiKey, CreatedApiKey, type NewApiKey } from '#contract/developers/api-keys.ts'
import { parseAnswer, parseResult, http } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const KEYS = `${V2}/api-keys`
const KeysAnswer = v.object({ results: rowsOf(ApiKey) })

/** Returns the user's API keys, newest first. */
export const listApiKeys = async (options: Options = {}): Promise<ApiKey[]> =>
  (await parseAnswer(http.get(`${KEYS}/`, options), KeysAnswer, options)).results

/** Creates an API key. Only this answer contains the key itself. */
export const createApiKey = (json: NewApiKey, options: Options = {}): Promise<CreatedApiKey> =>
  parseResult(http.post(`${KEYS}/`, { json, ...options }), CreatedApiKey, options)

/** Returns the latest calls of a key, newest first. */
export const listKeyCalls = (id: string, options: Options = {}): Promise<ApiCall[]> =>
  listCalls(`${KEYS}/${id}/calls/`, options)

/** Returns the latest calls of a connected app, newest first. */
export const listAppCalls = (id: string, options: Options = {}): Promise<ApiCall[]> =>
  listCalls(`${V2}/connected-apps/${id}/calls/`, options)

const CallsAnswer = v.object({ results: rowsOf(ApiCall) })
const listCalls = async (path: string, options: Options): Promise<ApiCall[]> =>
  (await parseAnswer(http.get(path, options), CallsAnswer, options)).results

export const deleteApiKey = async (id: string, options: Options = {}): Promise<void> => {
  await http.delete(`${KEYS}/${id}/`, options)
}
