import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import { SignedInDevice } from '#contract/people/sessions.ts'
import { parseAnswer, http } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const DevicesAnswer = v.object({ results: rowsOf(SignedInDevice) })

/** Returns the devices on which the user is signed in, this one first. */
export const listSignedInDevices = async (options: Options = {}): Promise<SignedInDevice[]> =>
  (await parseAnswer(http.get(`${V2}/sessions/`, options), DevicesAnswer, options)).results

/** Signs out another device. */
export const signOutDevice = async (id: string, options: Options = {}): Promise<void> => {
  await http.delete(`${V2}/sessions/${id}/`, options)
}
