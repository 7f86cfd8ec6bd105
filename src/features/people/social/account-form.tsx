import { TrashIcon } from '@phosphor-icons/react/Trash'
import { useEffect, useId, useState } from 'react'
import { WHOLE_FORM, type FormErrors } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { SOCIAL_TYPES, type SocialLink } from '#contract/social/social-links.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { isAddress, readAccount, fieldText, type AccountKind } from './account-url.ts'
import css from './social-links.module.css'
import { remove } from './social.ts'

type AccountFormProps = {
  kind: AccountKind
  /** Link to edit. Without it, a new one is added. */
  link?: SocialLink
  draft: string
  save: (json: { account_url: string }) => Promise<SocialLink>
  close: () => void
  changed: () => Promise<void>
}

/** Shows one field: a handle behind its prefix, or an address. */
export function AccountForm({ kind, link, draft, save, close, changed }: AccountFormProps) {
  const id = useId()
  const initial = { account_url: link ? fieldText(link.account_url, kind) : '' }
  const form = useForm({
    draft,
    initial,
    read: ({ account_url }) => readAccount(kind, account_url),
    save,
    onSaved(one) {
      close()
      void changed()
      toast(link ? 'Saved' : `${one.account_name} added`)
    },
    action: link ? 'save this' : 'add this',
    offline: 'This needs a connection. What you typed is kept on this device.',
    onClose: close,
  })
  useSnackbar(form.errors)
  if (!form.ready) return null

  /** Discards the draft, closes the form and reports the removal. */
  function finishRemoval() {
    form.change(initial)
    close()
    void changed()
  }

  return (
    <Modal
      title={`${link ? 'Edit' : 'Add'} ${kind.title}`}
      onClose={form.leave}
      dirty={form.dirty}
      footer={
        <>
          {link && <RemoveButton link={link} title={kind.title} onRemoved={finishRemoval} />}
          <Button type="submit" form={id} variant="primary" busy={form.busy}>
            {link ? 'Save' : `Add ${kind.title}`}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className={css.form}>
        <AccountField kind={kind} {...form.field('account_url')} />
      </form>
    </Modal>
  )
}

type AccountFieldProps = { kind: AccountKind } & Pick<
  Parameters<typeof TextField>[0],
  'name' | 'value' | 'error' | 'onChange'
>

function AccountField({ kind, ...field }: AccountFieldProps) {
  const isOther = kind.type === SOCIAL_TYPES.other
  const shown = kind.prefix.replace(/^https?:\/\/(?:www\.)?/, '')
  return (
    <TextField
      {...field}
      label={isOther ? 'Paste URL below' : 'Put your handle here'}
      help={isOther ? undefined : 'You can also paste the whole address. We tidy it up.'}
      prefix={isOther || isAddress(String(field.value)) ? undefined : shown}
      inputMode={isOther ? 'url' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      maxLength={2000}
    />
  )
}

type RemoveButtonProps = { link: SocialLink; title: string; onRemoved: () => void }

function RemoveButton({ link, title, onRemoved }: RemoveButtonProps) {
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    const isGone = await remove(link, title)
    setBusy(false)
    if (isGone) onRemoved()
  }
  return (
    <Button icon={TrashIcon} busy={busy} className={css.remove} onClick={() => void press()}>
      Remove
    </Button>
  )
}

/**
 * Shows an error of no particular field over the dialog, until it is closed or the form changes.
 */
function useSnackbar(errors: FormErrors) {
  useEffect(() => {
    const text = errors[WHOLE_FORM]
    return text === undefined ? undefined : toast(text, { tone: 'problem', closable: true })
  }, [errors])
}
