import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeModals } from '#app/problems/close-modals.ts'
import { ApiError } from '#http/error.ts'
import { TextField } from '#ui/fields/field.tsx'
import { goOffline } from '#support/window/connection.ts'
import { deferred } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, expectTexts, press, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { validateWith, WHOLE_FORM } from './form-errors.ts'
import { useForm } from './use-form.ts'

const Change = v.object({
  email: v.pipe(v.string(), v.email('Enter an email address.')),
  password: v.pipe(v.string(), v.minLength(1, 'Enter your password.')),
})

type Sent = v.InferOutput<typeof Change>
const save = vi.fn<(sent: Sent) => Promise<string>>()
const saved = vi.fn<(answer: string) => void>()
const onClose = vi.fn<() => void>()

type EmailFormProps = { secret?: (keyof Sent)[]; given?: Partial<Sent> }

function EmailForm({ secret = [], given }: EmailFormProps) {
  const form = useForm({
    draft: 'email',
    secret,
    prefilled: given,
    initial: { email: 'maya@old.example', password: '' },
    read: validateWith(Change),
    save,
    onSaved: saved,
    action: 'change your email',
    fields: { new_email: 'email' },
    offline: 'This needs a connection.',
    onClose,
  })
  return (
    <form {...form.props}>
      <TextField label="Email" {...form.field('email')} />
      <TextField label="Password" {...form.field('password')} />
      <p role="alert">{form.errors[WHOLE_FORM]}</p>
      <p>{form.dirty ? 'Unsaved' : 'Clean'}</p>
      <button type="submit">{form.busy ? 'Saving' : 'Save'}</button>
      <button type="button" onClick={form.leave}>
        Close
      </button>
    </form>
  )
}

signInPerTest()
beforeEach(() => {
  save.mockReset().mockResolvedValue('done')
  saved.mockReset()
  onClose.mockReset()
})

const open = () => renderAt('/email', '/email', EmailForm)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, text: string) => userEvent.type(field(label), text)

test('errors are shown at their fields, the first gets the focus, and nothing is sent', async () => {
  await open()
  await userEvent.clear(field('Email'))
  await press('Save')
  await expectTexts('Enter an email address.', 'Enter your password.')
  expect(document.activeElement).toBe(field('Email'))
  expect(save).not.toHaveBeenCalled()
})

test('changing a field removes only its own error', async () => {
  await open()
  await userEvent.clear(field('Email'))
  await press('Save')
  await type('Password', 'x')
  expect(screen.queryByText('Enter your password.')).toBeNull()
  expect(screen.getByText('Enter an email address.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Password'))
})

test('an error of the server is shown at its field, also if its name differs', async () => {
  save.mockRejectedValue(new ApiError(400, { data: { errors: { new_email: ['Taken.'] } } }))
  await open()
  await type('Password', 'secret')
  await press('Save')
  expect(await screen.findByText('Taken.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Email')))
  expect(field('Password').value).toBe('secret')
})

test.each([
  [new ApiError('unknown'), 'Couldn’t change your email. Check your connection and try again.'],
  [new ApiError(400, { data: { errors: { plan: ['Not in your plan.'] } } }), 'Not in your plan.'],
])('an error without a field is shown for the whole form: %s', async (error, text) => {
  save.mockRejectedValue(error)
  await open()
  await type('Password', 'secret')
  await press('Save')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
  expect(field('Password').value).toBe('secret')
})

test('typed values are stored as a draft until they are saved (D-105)', async () => {
  const first = await open()
  await type('Password', 'sec')
  first.unmount()
  const second = await open()
  await waitFor(() => expect(field('Password').value).toBe('sec'))
  await press('Save')
  await waitFor(() => expect(saved).toHaveBeenCalledWith('done'))
  expect(save).toHaveBeenCalledWith({ email: 'maya@old.example', password: 'sec' })
  second.unmount()
  await open()
  await screen.findByText('Clean')
  expect(field('Password').value).toBe('')
})

test('secrets are not stored in drafts', async () => {
  const { unmount } = await renderAt('/email', '/email', () => <EmailForm secret={['password']} />)
  await type('Password', 'secret')
  await type('Email', '.test')
  unmount()
  await open()
  await waitFor(() => expect(field('Email').value).toBe('maya@old.example.test'))
  expect(field('Password').value).toBe('')
})

test('given values override a draft until they are changed (D-105)', async () => {
  const { unmount } = await open()
  await type('Email', '.typed')
  unmount()
  const given = { email: 'maya@given.example' }
  const second = await renderAt('/email', '/email', () => <EmailForm given={given} />)
  expect(field('Email').value).toBe('maya@given.example')
  expect(screen.getByText('Clean')).toBeTruthy()
  second.unmount()
  const third = await open()
  await waitFor(() => expect(field('Email').value).toBe('maya@old.example.typed'))
  third.unmount()
  const fourth = await renderAt('/email', '/email', () => <EmailForm given={given} />)
  await type('Email', '.too')
  expect(screen.getByText('Unsaved')).toBeTruthy()
  fourth.unmount()
  await open()
  await waitFor(() => expect(field('Email').value).toBe('maya@given.example.too'))
})

test('restoring the initial values by typing leaves no unsaved changes', async () => {
  await open()
  await type('Password', 'x')
  expect(screen.getByText('Unsaved')).toBeTruthy()
  await type('Password', '{Backspace}')
  expect(screen.getByText('Clean')).toBeTruthy()
  await press('Close')
  expect(onClose).toHaveBeenCalledOnce()
})

test('offline a form that cannot wait sends nothing and keeps its values', async () => {
  const { store } = await open()
  await type('Password', 'secret')
  goOffline(store)
  await press('Save')
  expect(screen.getByRole('alert').textContent).toBe('This needs a connection.')
  expect(field('Password').value).toBe('secret')
  expect(save).not.toHaveBeenCalled()
})

test('leaving asks; Cancel keeps the values, OK discards them (R-193, R-194)', async () => {
  await open()
  await type('Password', 'x')
  await press('Close', 'Cancel')
  expect(onClose).not.toHaveBeenCalled()
  expect(field('Password').value).toBe('x')
  await press('Close', 'OK')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(field('Password').value).toBe('')
})

test('a critical dialog closes the form without asking and keeps the draft (R-091, D-105)', async () => {
  const { unmount } = await open()
  await type('Password', 'x')
  act(() => void closeModals())
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  await open()
  await waitFor(() => expect(field('Password').value).toBe('x'))
})

test('submitting several times sends the form once', async () => {
  const answer = deferred<string>()
  save.mockReturnValue(answer.promise)
  await open()
  await type('Password', 'x')
  await press('Save', 'Saving')
  answer.resolve('done')
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(save).toHaveBeenCalledOnce()
})
