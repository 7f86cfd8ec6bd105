import { copyTextLater } from '#ui/copy/copy-text.ts'
import { toast } from '#ui/notices/toast.tsx'

/** Clipboard write that was started before its text was known. */
type PendingCopy = { complete: (text: string) => void; cancel: () => void }

let pendingCopy: PendingCopy | undefined

/**
 * Starts copying the short address of a link that does not exist yet. Safari allows clipboard
 * access only while it handles the user's tap, so this is called there. The code that creates the
 * link then gets the copy from `takeCopy`.
 */
export function beginCopy(): void {
  pendingCopy?.cancel()
  void toastWhenCopied(
    new Promise((resolve, reject) => {
      pendingCopy = { complete: resolve, cancel: () => reject(new Error('No link was created')) }
    }),
  )
}

/** Returns the started copy and clears it, so that it is used only once. */
export function takeCopy(): PendingCopy | undefined {
  const copy = pendingCopy
  pendingCopy = undefined
  return copy
}

/**
 * Shows a toast after copying. If the browser denies it, show nothing: the share view has a copy
 * button.
 */
async function toastWhenCopied(text: Promise<string>) {
  if (await copyTextLater(text)) toast('Link has been copied')
}
