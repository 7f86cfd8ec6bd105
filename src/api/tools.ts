import type { Options } from 'ky'
import type * as v from 'valibot'
import { V1 } from '#contract/app-constants.ts'
import { ToolsMailAnswer } from '#contract/tools.ts'
import { parseAnswer, http } from '#http/client.ts'

/** Sends a mail with the tools to the user's own address. */
export const sendToolsMail = async (
  options: Options = {},
): Promise<v.InferOutput<typeof ToolsMailAnswer>['result']> =>
  (
    await parseAnswer(
      http.post(`${V1}/users/me/send-tools-mail`, options),
      ToolsMailAnswer,
      options,
    )
  ).result
