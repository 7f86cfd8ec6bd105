import { useAnswer } from '#app/query/use-answer.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { useLink } from '#live/read/use-mirror.ts'
import { refreshLink } from './links.ts'

type MissingReason = 'gone' | 'unreachable'

/** Returns a link from this device, or fetches it from the server. Undefined while it loads. */
export function useAnyLink(uuid: string): ShortLink | MissingReason | undefined {
  const link = useLink(uuid)
  const fetched = useAnswer(
    link === null ? `link ${uuid}` : null,
    ({ signal }) => refreshLink(uuid, signal ?? undefined),
    { isSecondary: true },
  )
  if (link ?? fetched.value) return link ?? fetched.value
  if (link === undefined || fetched.loading) return undefined
  return fetched.error?.status === 404 ? 'gone' : 'unreachable'
}
