import { useId, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import type { useForm } from './use-form.ts'

type FormModalProps = {
  title: string
  form: Pick<ReturnType<typeof useForm>, 'leave' | 'dirty' | 'busy' | 'props'>
  /** Text of the button that submits the form. */
  submit?: string
  className: string | undefined
  children: ReactNode
}

/** Shows a form in a modal with the submit button in its footer. */
export function FormModal({ title, form, submit = 'Save', className, children }: FormModalProps) {
  const id = useId()
  return (
    <Modal
      title={title}
      onClose={form.leave}
      dirty={form.dirty}
      footer={
        <Button type="submit" form={id} variant="primary" busy={form.busy}>
          {submit}
        </Button>
      }
    >
      <form {...form.props} id={id} className={className}>
        {children}
      </form>
    </Modal>
  )
}
