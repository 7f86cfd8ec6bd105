import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import { SignedInDevice } from '#contract/sessions.ts'
import { answer, http } from '#http/client.ts'
import { rowsOf } from './list-answers.ts'

const DevicesAnswer = v.object({ results: rowsOf(SignedInDevice) })

/** Where this person is signed in, this device first. */
export const listSignedInDevices = async (options: Options = {}): Promise<SignedInDevice[]> =>
  (await answer(http.get(`${V2}/sessions/`, options), DevicesAnswer, options)).results

/** Signs another device out. */
export const signOutDevice = async (id: string, options: Options = {}): Promise<void> => {
  await http.delete(`${V2}/sessions/${id}/`, options)
}
