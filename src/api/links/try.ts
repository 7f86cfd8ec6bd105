import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { TryAnswer, type TryAs, type TryResult } from '#contract/rules/try.ts'
import { http, parseAnswer } from '#http/client.ts'

/** Returns where a link leads a described visitor. Changes nothing. */
export const tryLink = async (
  uuid: string,
  json: TryAs,
  options: Options = {},
): Promise<TryResult> =>
  (
    await parseAnswer(
      http.post(`${V2}/links/${uuid}/try/`, { json, ...options }),
      TryAnswer,
      options,
    )
  ).result
