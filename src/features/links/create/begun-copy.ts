import { copyTextLater } from '#ui/copy-text.ts'
import { toast } from '#ui/toast.tsx'

/** Clipboard write that was started before its text was known. */
type BegunCopy = { give: (text: string) => void; giveUp: () => void }

let begun: BegunCopy | undefined

/**
 * Starts copying the short address of a link that does not exist yet. Safari allows clipboard
 * access only while it handles the user's tap, so this is called there. The code that creates the
 * link then gets the copy from `takeCopy`.
 */
export function beginCopy(): void {
  begun?.giveUp()
  void sayWhenCopied(
    new Promise((give, refuse) => {
      begun = { give, giveUp: () => refuse(new Error('No link was created')) }
    }),
  )
}

/** Returns the started copy and clears it, so that it is used only once. */
export function takeCopy(): BegunCopy | undefined {
  const taken = begun
  begun = undefined
  return taken
}

/**
 * Shows a toast after copying. If the browser denies it, show nothing: the share view has a copy
 * button.
 */
async function sayWhenCopied(text: Promise<string>) {
  if (await copyTextLater(text)) toast('Link has been copied')
}
