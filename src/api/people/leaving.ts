import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import {
  type DeletionPreview,
  DeletionPreviewResult,
  DeletionResult,
  type DeletionRequest,
} from '#contract/people/leaving.ts'
import { parseAnswer, http } from '#http/client.ts'

const PATH = `${V2}/profile/deletion/`

/** Returns what a deletion of the account would end. */
export const previewDeletion = async (options: Options = {}): Promise<DeletionPreview> =>
  (await parseAnswer(http.get(PATH, options), DeletionPreviewResult, options)).result

/** Requests the deletion, which ends all sessions, and returns its time. */
export const requestDeletion = async (
  json: DeletionRequest,
  options: Options = {},
): Promise<string> =>
  (await parseAnswer(http.post(PATH, { json, ...options }), DeletionResult, options)).result
    .deletion_at
