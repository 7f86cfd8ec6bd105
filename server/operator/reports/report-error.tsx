import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { onError } from '../../platform/http/on-error.ts'
import { BrokenLinkPage } from './inspection-page.tsx'

/**
 * Answers a server error with a page. Programs distinguish a temporary error by status 503 and
 * Retry-After.
 */
export function onReportError(error: Error, c: Context<AppEnv>) {
  const answer = onError(error, c)
  if (answer.status < 500) return answer
  return answerPage(c, <BrokenLinkPage />, answer.status === 503 ? 503 : 500)
}
