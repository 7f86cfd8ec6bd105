import type { Options } from 'ky'
import type * as v from 'valibot'
import {
  ArchiveAnswer,
  DataExports,
  ExportRequestAnswer,
  type Archive,
  type ExportRequest,
} from '#contract/exports.ts'
import { V2 } from '#contract/app-constants.ts'
import { parseAnswer, http } from '#http/client.ts'

/** Requests an export, which the server creates in the background. */
export const requestExport = (json: ExportRequest, options: Options = {}) =>
  parseAnswer(
    http.post(`${V2}/analytics/request_user_csv/`, { json, ...options }),
    ExportRequestAnswer,
    options,
  )

/** Returns the newest exports. */
export const listExports = (options: Options = {}): Promise<v.InferOutput<typeof DataExports>> =>
  parseAnswer(http.get(`${V2}/data_export/`, options), DataExports, options)

/** Returns the newest archive of all data of the user, or null if there is none. */
export const getArchive = async (options: Options = {}): Promise<Archive | null> =>
  (await parseAnswer(http.get(`${V2}/account/download/`, options), ArchiveAnswer, options)).result

/** Requests an archive of all data, which the server creates in the background. */
export const requestArchive = (options: Options = {}) =>
  parseAnswer(http.post(`${V2}/account/download/`, options), ExportRequestAnswer, options)
