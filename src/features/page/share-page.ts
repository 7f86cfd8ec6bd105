import { runAction } from '#app/failure/run-action.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import { canShareNatively, shareNatively } from '#features/links/share/share-targets.ts'
import { copyText } from '#ui/copy/copy-text.ts'
import { toast } from '#ui/notices/toast.tsx'

/** Opens the share sheet of the system, or copies the address if there is none. */
export function sharePage({ title, url }: CreatorPage): void {
  if (canShareNatively())
    void runAction('open the share sheet', () => shareNatively({ title, url }))
  else void copyAddress(url)
}

async function copyAddress(url: string) {
  if (await copyText(url)) toast('Page address has been copied')
  else toast('Could not copy. Select the text and copy it.', { tone: 'problem' })
}
