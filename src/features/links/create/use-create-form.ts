import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { replaceView } from '#app/dialog/link-dialog-state.ts'
import { validateWith } from '#app/form/form-errors.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { NewLink } from '#contract/links/link-edits.ts'
import { addLink } from '../links.ts'
import { useChosenSets } from '../parameters/parameter-sets.ts'
import { takeCopy } from './begun-copy.ts'
import { readClipboardSoon } from './clipboard.ts'
import { bodyOf } from './new-link-body.ts'

const readNewLink = validateWith(NewLink)
type Values = { url: string; regular_collection_names: string[]; parameter_sets: string[] }
const EMPTY: Values = { url: '', regular_collection_names: [], parameter_sets: [] }

/**
 * Returns the form for a new link. The URL is the first one available of: text typed now, the URL
 * that the form was opened with, the saved draft, the clipboard.
 */
export function useCreateForm(url: string | undefined, now: boolean) {
  const showView = useSetAtom(replaceView)
  const attempt = useAttemptKeys()
  const { found, forget } = useClipboard()
  const chosenSets = useChosenSets()
  const copy = useRef<ReturnType<typeof takeCopy>>(undefined)
  const form = useForm({
    draft: 'create-link',
    initial: EMPTY,
    prefilled: url === undefined ? undefined : { url },
    read: (values) => {
      const names = values.regular_collection_names
      return readNewLink(bodyOf(values.url || found, names, chosenSets(values.parameter_sets)))
    },
    save: (link) => attempt(link, (key) => addLink(link, key)),
    onSaved({ uuid, split_url }) {
      if (split_url) copy.current?.complete(split_url)
      showView({ name: 'share', uuid, created: true })
    },
    action: 'create the link',
    within: 'dialog',
  })

  useRunOnce(now && form.ready, () => {
    forget()
    // Remove `now` from the address, so that a reload or Back does not create the link again.
    showView(url === undefined ? { name: 'create' } : { name: 'create', url })
    copy.current = takeCopy()
    // Text that was copied stays copied. If the link was refused or queued, there is nothing to
    // copy.
    void form.submit().then(() => copy.current?.cancel())
  })

  function type(url: string) {
    forget()
    form.change({ url })
  }

  const { values } = form
  return { form, type, url: values.url || found, pasted: values.url === '' && found !== '' }
}

/** Calls `run` once, as soon as `wanted` is true. */
function useRunOnce(wanted: boolean, run: () => void) {
  const done = useRef(false)
  const start = useEffectEvent(run)
  useEffect(() => {
    if (!wanted || done.current) return
    done.current = true
    start()
  }, [wanted])
}

/**
 * Returns the URL found in the clipboard. Reading stops when the user types, because Safari and
 * Firefox ask for permission with a button over the page.
 */
function useClipboard() {
  const [found, setFound] = useState('')
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    stop.current = readClipboardSoon(setFound)
    return stop.current
  }, [])

  function forget() {
    stop.current?.()
    setFound('')
  }

  return { found, forget }
}
