import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { onError } from '../http/on-error.ts'
import { answerPage } from './foot.tsx'
import { Heading, ReadingPage } from './layout.tsx'

const TOO_LARGE = {
  title: 'This is too large',
  text: 'Nothing was changed. Go back and send less at once, or a smaller file.',
}
const BROKEN = {
  title: 'Something went wrong',
  text: 'There is a problem on our server. Try again in a moment.',
}

/**
 * Converts an exception into a response. A browser that asks for a page gets one if the request is
 * too large or the server failed.
 */
export async function answerFailure(error: Error, c: Context<AppEnv>): Promise<Response> {
  const answer = onError(error, c)
  const { status } = answer
  const isForPeople = c.req.header('Accept')?.includes('text/html') ?? false
  if (!isForPeople || (status !== 413 && status < 500)) return answer
  const retryAfter = answer.headers.get('Retry-After')
  if (retryAfter !== null) c.header('Retry-After', retryAfter)
  const { title, text } = status === 413 ? TOO_LARGE : BROKEN
  const page = (
    <ReadingPage title={title}>
      <Heading title={title}>{text}</Heading>
    </ReadingPage>
  )
  return answerPage(c, page, status === 413 || status === 503 ? status : 500)
}
