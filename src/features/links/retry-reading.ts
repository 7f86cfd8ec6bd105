import type { ShortLink } from '#contract/links.ts'
import { toast } from '#ui/toast.tsx'
import { readAgain } from './extraction.ts'

export const retryReading = (link: ShortLink) => void retry(link)

/** Rows do not wait for the code of this. */
async function retry({ uuid }: ShortLink) {
  try {
    const { runAction } = await import('#app/failure/run-action.ts')
    await runAction('read the page', () => readAgain(uuid), { subject: 'The link' })
  } catch {
    toast('Couldn’t read the page. Check your connection and try again.', { tone: 'problem' })
  }
}
