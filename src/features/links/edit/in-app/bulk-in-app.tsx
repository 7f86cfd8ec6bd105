import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useForm } from '#app/form/use-form.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { setOpenInBrowser } from '../../links.ts'
import { linksText } from '../../numbers.tsx'
import { WAITING_SUFFIX } from '../../select/bulk-hide.ts'
import { runMany } from '../../select/run-many.ts'
import css from './bulk-in-app.module.css'
import { CHOICES, valueOf, type InAppChoice } from './choices.ts'

type BulkInAppProps = { ids: string[]; onDone: (message: string) => void; onClose: () => void }
type Draft = { choice: InAppChoice }

const INITIAL: Draft = { choice: 'on' }
const DONE: Record<InAppChoice, string> = {
  default: 'set to the default',
  on: 'turned on',
  off: 'turned off',
}

/** Sets for all selected links whether they lead visitors inside apps to their browser. */
export function BulkInApp({ ids, onDone, onClose }: BulkInAppProps) {
  const form = useForm({
    draft: 'bulk-in-app',
    initial: INITIAL,
    read: (sent: Draft) => ({ sent }),
    save: async ({ choice }) => ({ choice, waiting: await setMany(ids, choice) }),
    onSaved: ({ choice, waiting }) =>
      onDone(
        `Open in browser ${DONE[choice]} for ${linksText(ids.length)}${waiting ? WAITING_SUFFIX : ''}`,
      ),
    action: 'change the links',
    onClose,
  })
  return (
    <FormModal
      title={`Open ${linksText(ids.length)} in the browser`}
      form={form}
      submit="Save"
      className={css.form}
    >
      <Segmented
        label="Open in browser"
        options={CHOICES}
        value={form.values.choice}
        onChange={(choice) => form.change({ choice })}
      />
      <p className="t2">Shows visitors inside apps such as Instagram the way to their browser.</p>
      <FieldError text={form.errors[WHOLE_FORM]} />
    </FormModal>
  )
}

/** Changes the links and returns whether changes wait. Throws the first error. */
async function setMany(ids: string[], choice: InAppChoice): Promise<boolean> {
  let isWaiting = false
  const each = async (uuid: string) => {
    const { waiting } = await setOpenInBrowser(uuid, valueOf(choice))
    isWaiting ||= waiting
  }
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const { failed, error } = await runMany(ids, each, options)
  if (failed.length > 0) throw error
  return isWaiting
}
