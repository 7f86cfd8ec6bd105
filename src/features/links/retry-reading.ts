import type { ShortLink } from '#contract/links/short-link.ts'
import { toast } from '#ui/notices/toast.tsx'
import { readAgain } from './extraction.ts'

export const retryReading = (link: ShortLink) => void retry(link)

/** Reads the page again. The code is loaded on demand, so that rows do not wait for it. */
async function retry({ uuid }: ShortLink) {
  try {
    const { runAction } = await import('#app/failure/run-action.ts')
    await runAction('read the page', () => readAgain(uuid), { subject: 'The link' })
  } catch {
    toast('Couldn’t read the page. Check your connection and try again.', { tone: 'problem' })
  }
}
