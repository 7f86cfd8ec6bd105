import type { Options } from 'ky'
import type * as v from 'valibot'
import {
  ArchiveAnswer,
  DataExports,
  ExportRequested,
  type Archive,
  type ExportRequest,
} from '#contract/exports.ts'
import { V2 } from '#contract/app-constants.ts'
import { answer, http } from '#http/client.ts'

/** Has a file made in the background. */
export const requestExport = (json: ExportRequest, options: Options = {}) =>
  answer(
    http.post(`${V2}/analytics/request_user_csv/`, { json, ...options }),
    ExportRequested,
    options,
  )

/** The newest exports. */
export const listExports = (options: Options = {}): Promise<v.InferOutput<typeof DataExports>> =>
  answer(http.get(`${V2}/data_export/`, options), DataExports, options)

/** The newest file with all of one's data; null without one. */
export const getArchive = async (options: Options = {}): Promise<Archive | null> =>
  (await answer(http.get(`${V2}/account/download/`, options), ArchiveAnswer, options)).result

/** Has such a file made in the background. */
export const requestArchive = (options: Options = {}) =>
  answer(http.post(`${V2}/account/download/`, options), ExportRequested, options)
