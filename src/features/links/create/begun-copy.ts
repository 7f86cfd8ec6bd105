import { copyTextLater } from '#ui/copy-text.ts'
import { toast } from '#ui/toast.tsx'

/** A copy that was begun before its text was there. */
type BegunCopy = { give: (text: string) => void; giveUp: () => void }

let begun: BegunCopy | undefined

/**
 * Copies the short address of a link that is still to be made. Safari writes to the clipboard only within the
 * touch that asked for it, so this is called there; what makes the link takes it with `takeCopy`.
 */
export function beginCopy(): void {
  begun?.giveUp()
  void sayWhenCopied(
    new Promise((give, refuse) => {
      begun = { give, giveUp: () => refuse(new Error('No link was made')) }
    }),
  )
}

/** The copy that was begun, for one taker. */
export function takeCopy(): BegunCopy | undefined {
  const taken = begun
  begun = undefined
  return taken
}

/** Where the browser lets nobody copy nothing is said: SHARE has a button. */
async function sayWhenCopied(text: Promise<string>) {
  if (await copyTextLater(text)) toast('Link has been copied')
}
