import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { onError } from '../../platform/http/on-error.ts'
import { BrokenLinkPage } from './inspection-page.tsx'

/** A page says so; to programs, away for a moment is told from broken by the status and its Retry-After. */
export function onReportError(error: Error, c: Context<AppEnv>) {
  const answer = onError(error, c)
  if (answer.status < 500) return answer
  return answerPage(c, <BrokenLinkPage />, answer.status === 503 ? 503 : 500)
}
