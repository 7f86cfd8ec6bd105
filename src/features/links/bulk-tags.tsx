import { useEffect, useEffectEvent, useId, useState, type FormEvent } from 'react'
import { toApiError } from '#api/error.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'
import { useDraft } from '#mirror/drafts.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Modal } from '#ui/modal.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { WAITS } from './bulk-hide.ts'
import css from './bulk-tags.module.css'
import { explainFailure } from './failure.ts'
import { tagMany, type TagMode } from './links.ts'
import { linksText } from './numbers.tsx'
import { TagInput } from './tag-input.tsx'

type BulkTagsProps = { ids: string[]; onDone: (message: string) => void; onClose: () => void }
type Draft = { mode: TagMode; tags: string[] }

const EMPTY: Draft = { mode: 'add', tags: [] }
const MODES = [
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
  { value: 'set', label: 'Replace' },
] as const
const HELP: Record<TagMode, string> = {
  add: 'They keep the tags they have.',
  remove: 'Other tags stay.',
  set: 'Their tags become exactly these.',
}

/** Adds tags to all selected links, takes them away, or replaces what is there. */
export function BulkTags({ ids, onDone, onClose }: BulkTagsProps) {
  const form = useId()
  const [draft, keep, discard] = useDraft<Draft>('bulk-tags')
  const { mode, tags } = draft ?? EMPTY
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // The connection or the app failed: what was typed is there again the next time (D-105).
  const takeAway = useEffectEvent(onClose)
  useEffect(() => onCloseModals(() => takeAway()), [])

  function change(part: Partial<Draft>) {
    setError(undefined)
    keep({ mode, tags, ...part })
  }

  async function leave() {
    if (tags.length > 0 && !(await mayLeave())) return
    discard()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (tags.length === 0 && mode !== 'set') return setError('Type at least one tag.')
    setBusy(true)
    try {
      const { waiting } = await tagMany(ids, tags, mode)
      discard()
      onDone(`${summary(ids.length, draft ?? EMPTY)}${waiting ? WAITS : ''}`)
    } catch (failure) {
      setError(toApiError(failure).field('tags') ?? explainFailure(failure, 'tag the links') ?? '')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      title={`Tag ${linksText(ids.length)}`}
      onClose={() => void leave()}
      dirty={tags.length > 0}
      footer={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {mode === 'set' && tags.length === 0 ? 'Remove all tags' : LABELS[mode]}
        </Button>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <Segmented
          label="What to do"
          options={MODES}
          value={mode}
          onChange={(next) => change({ mode: next })}
        />
        <p className="t2">{HELP[mode]}</p>
        <TagInput
          label="Tags"
          tags={tags}
          onChange={(next) => change({ tags: next })}
          error={error}
        />
      </form>
    </Modal>
  )
}

const LABELS: Record<TagMode, string> = {
  add: 'Add tags',
  remove: 'Remove tags',
  set: 'Replace tags',
}

const mayLeave = () =>
  confirm('You have unsaved changes. Are you sure you want to leave?', {
    ok: 'OK',
    cancel: 'Cancel',
  })

function summary(links: number, { mode, tags }: Draft) {
  const named = tags.join(', ')
  if (mode === 'add') return `${linksText(links)} tagged ${named}`
  if (mode === 'remove') return `${named} removed from ${linksText(links)}`
  return tags.length === 0
    ? `${linksText(links)} without tags now`
    : `${linksText(links)} tagged ${named} only`
}
