import { and, eq, gt, sql } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { phones } from '../../platform/db/schema.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { sendSms } from './sms.ts'
import { codeFromId } from './phone.ts'

/** Sends the code to the new number, unless it has expired. */
export const phoneCode: JobHandler<'phone-code'> = async (deps, { userId, codeId }, signal) => {
  const [row] = await deps.db
    .select({ to: phones.nextMobile })
    .from(phones)
    .where(
      and(eq(phones.userId, userId), eq(phones.codeId, codeId), gt(phones.codeUntil, sql`now()`)),
    )
  if (!row?.to) return
  // The last line has the format with which phones fill in the code automatically.
  const { host } = new URL(deps.config.appOrigin)
  const code = codeFromId(deps, codeId)
  const text = `${code} is your ${APP_NAME} code. Do not share it.\n\n@${host} #${code}`
  await sendSms(deps, { to: row.to, text }, signal)
}
