import { useState } from 'react'
import { useDraft } from '#live/drafts/drafts.ts'

const DRAFT = 'create-link'

/**
 * The address in the CREATE form. In this order: what is typed now, what the form was opened with,
 * what was typed before the form went away (D-105), what the clipboard had (D-17).
 */
export function useTypedAddress(given: string | undefined) {
  const [draft, keep, discard] = useDraft<string>(DRAFT)
  const [touched, setTouched] = useState(false)
  const [clipboard, setClipboard] = useState('')
  const before = given ?? draft ?? ''
  const pasted = !touched && before === '' && clipboard !== ''

  function type(value: string) {
    setTouched(true)
    if (value === '') discard()
    else keep(value)
  }

  return {
    value: touched ? (draft ?? '') : before || clipboard,
    /** Something that would be lost by leaving: typed, and not sent. */
    typed: Boolean(draft) && (touched || given === undefined),
    pasted,
    type,
    /** A field that was typed in stays as it is. */
    paste: setClipboard,
    discard,
  }
}
