import * as v from 'valibot'
import { readMoveIn } from '#api/page/pages.ts'
import { validateWith, WHOLE_FORM } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { useOffline } from '#app/problems/problems.ts'
import { MoveInAddress, type MoveInDraft } from '#contract/page/move-in.ts'
import { quiet } from '#http/client.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { FormSkeleton } from '../create/new-page-screen.tsx'
import css from './move-in.module.css'

const OFFLINE = 'You’re offline. Reading a page needs a connection.'

const read = validateWith(
  v.object({
    ...MoveInAddress.entries,
    isMine: v.literal(true, 'Confirm that this page is yours.'),
  }),
)

/** Asks for the address of the old page and for the confirmation that it is the user's. */
export function AddressForm({ onRead }: { onRead: (draft: MoveInDraft) => void }) {
  const offline = useOffline()
  const form = useForm({
    draft: 'move-in',
    initial: { url: '', isMine: false },
    read,
    save: ({ url }) => readMoveIn(url, quiet),
    onSaved: onRead,
    action: 'read the page',
    offline: OFFLINE,
  })
  const { values, errors, busy } = form
  if (!form.ready) return <FormSkeleton />
  return (
    <form {...form.props} className={`${css.form} stack`}>
      {offline && (
        <Banner>
          <b>Offline.</b> Reading a page needs a connection.
        </Banner>
      )}
      <p className={css.lead}>
        Bring your links from Linktree, Beacons, Bento, LinkStack, Carrd or any other page. You
        choose what to keep.
      </p>
      <TextField
        {...form.field('url')}
        label="Address of your page"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="linktr.ee/you"
        readOnly={busy}
      />
      <div>
        <Checkbox
          name="isMine"
          label="This page is mine"
          checked={values.isMine}
          aria-invalid={errors['isMine'] ? true : undefined}
          onChange={({ target }) => form.change({ isMine: target.checked })}
        />
        <FieldError text={errors['isMine']} />
      </div>
      <div className={`${css.bar} stack`}>
        <FieldError text={errors[WHOLE_FORM]} />
        <div role="status">{busy && <Progress />}</div>
        <Button type="submit" variant="primary" size="lg" block busy={busy}>
          Read my page
        </Button>
      </div>
    </form>
  )
}

const Progress = () => (
  <div className={css.progress}>
    <span>Reading your page and its pictures. This takes up to a minute.</span>
    <progress className={css.meter} aria-label="Reading your page" />
  </div>
)
