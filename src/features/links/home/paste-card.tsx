import { ArrowRightIcon } from '@phosphor-icons/react/ArrowRight'
import { LinkIcon } from '@phosphor-icons/react/Link'
import { useSetAtom } from 'jotai'
import { useState, type FormEvent } from 'react'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { beginCopy } from '#features/links/create/begun-copy.ts'
import { IconButton } from '#ui/button.tsx'
import { urlInput } from '#ui/fields/input-kinds.ts'
import css from './paste-card.module.css'

/** Shows a field that creates, copies and opens a short link in one step. */
export function PasteCard() {
  const open = useSetAtom(openView)
  const [address, setAddress] = useState('')

  function start(event: FormEvent) {
    event.preventDefault()
    const url = address.trim()
    if (url !== '') beginCopy()
    open(url === '' ? { name: 'create' } : { name: 'create', url, now: true })
    setAddress('')
  }

  return (
    <form className={css.card} onSubmit={start}>
      <LinkIcon size={21} aria-hidden />
      <input
        className={`${css.input} frameless`}
        aria-label="Paste a link"
        placeholder="Paste any link to make it short"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        {...urlInput}
        enterKeyHint="go"
      />
      <IconButton
        type="submit"
        label="Create a short link"
        icon={ArrowRightIcon}
        filled={address !== ''}
      />
    </form>
  )
}
