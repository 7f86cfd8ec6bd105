import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StatusBanner } from '#app/status/status-banner.tsx'
import type { PublicProfile } from '#contract/people/profile.ts'
import { goOffline, goOnline, showSavedCopy } from '#support/window/connection.ts'
import { FakeImage, PNG } from '#support/window/fake-image.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, press, userEvent } from '#support/window/on-screen.ts'
import { ProfileScreen } from './profile-screen.tsx'

vi.mock('#features/people/photos/crop-stage.tsx', () => ({
  CropStage: () => <div data-testid="stage" />,
}))

signInPerTest()
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal('Image', FakeImage.of({ width: 600, height: 900 }))
})

const MAYA: PublicProfile = {
  first_name: 'Maya',
  last_name: 'Okafor',
  contact_email: 'hello@maya.example',
  avatar_url: null,
  image_upload_id: null,
  image_params: null,
}

const READ = 'GET /v2/my/profile/public/retrieve_profile/'
/** Shown below the form and tested separately. */
const SOCIAL = {
  'GET /v2/my/socialmedialinks/': { results: [] },
  'GET /v2/my/connected_accounts/': { results: [] },
}
const SAVE = 'PUT /v2/my/profile/public/update_profile/'

/** Renders the screen with this stored profile. A save is stored as sent. */
async function open(stored: PublicProfile = MAYA, refusal?: Response) {
  let profile = stored
  const api = fakeApi({
    ...SOCIAL,
    [READ]: () => ({ result: profile }),
    [SAVE]: ({ body }) => {
      if (refusal) return refusal
      profile = { ...profile, ...body }
      return { result: profile }
    },
  })
  const app = await renderAt('/profile', '/profile', ProfileScreen)
  const first = await screen.findByLabelText<HTMLInputElement>('First name')
  return { first, saves: () => api.sentTo(SAVE), user: userEvent.setup(), ...app }
}

const refusing = (errors: Record<string, string[]>) => json({ errors }, 400)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Save' })

test('the form shows the server’s values and saves all of them (R-030, A-023, A-024)', async () => {
  const { first, saves, user } = await open()
  expect([first.value, field('Last name').value]).toEqual(['Maya', 'Okafor'])
  expect(field('Contact email').value).toBe('hello@maya.example')
  await user.clear(first)
  await user.type(first, 'May')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await user.click(save())
  expect(await screen.findByText('Profile saved')).toBeTruthy()
  expect(saves()).toEqual([
    {
      first_name: 'May',
      last_name: 'Okafor',
      contact_email: 'hello@maya.example',
      image_upload_id: null,
      image_params: null,
    },
  ])
  expect(first.value).toBe('May')
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

test('an empty or invalid field has an error and the focus, and nothing is sent (A-024)', async () => {
  const { first, saves, user } = await open()
  await user.clear(field('Last name'))
  await user.clear(field('Contact email'))
  await user.type(field('Contact email'), 'maya')
  await user.click(save())
  await expectTexts('Enter your last name.', 'Enter an email address, like name@example.com.')
  expect(document.activeElement).toBe(field('Last name'))
  expect([first.value, field('Contact email').value]).toEqual(['Maya', 'maya'])
  expect(saves()).toEqual([])
})

test.each([
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['contact_email', 'Contact email'],
])(
  'an error of the server about %s is at its field, and the input stays (A-024, R-130)',
  async (name, label) => {
    const { user } = await open(MAYA, refusing({ [name]: ['Not this one.', 'x'] }))
    await user.type(field(label), 'x')
    await user.click(save())
    expect(await screen.findByText('Not this one.')).toBeTruthy()
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(field(label).value).toMatch(/x$/)
    await user.type(field(label), 'y')
    expect(screen.queryByText('Not this one.')).toBeNull()
  },
)

test('an error about the whole form is beside Save (A-024)', async () => {
  const { user } = await open(MAYA, refusing({ non_field_errors: ['Not now.'] }))
  await user.type(field('First name'), 'x')
  await user.click(save())
  expect(await screen.findByText('Not now.')).toBeTruthy()
})

test('a server without profiles shows no message about a deleted link (offline 34)', async () => {
  const { user } = await open(MAYA, json({}, 404))
  await user.type(field('First name'), 'x')
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Couldn’t save your profile. This server cannot do that.',
  )
})

test('offline the profile is read from this device, saving explains why it fails, and the input stays (D-105)', async () => {
  const { store, user, saves, unmount } = await open()
  await user.type(field('First name'), 'lle')
  showSavedCopy(store)
  await user.click(save())
  expect(await screen.findByText(/^Saving your profile needs a connection/)).toBeTruthy()
  expect(saves()).toEqual([])
  unmount()
  const again = await renderAt('/profile', '/profile', ProfileScreen)
  goOffline(again.store)
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Mayalle')
})

test('leaving with changes asks: Cancel stays, OK discards them (R-193, R-194)', async () => {
  const { user, history } = await open()
  await user.type(field('First name'), 'lle')
  act(() => history.push('/more'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(
    question.getByText('You have unsaved changes. Are you sure you want to leave?'),
  ).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(history.location.pathname).toBe('/profile')
  expect(field('First name').value).toBe('Mayalle')
  act(() => history.push('/more'))
  await press('OK')
  await waitFor(() => expect(history.location.pathname).toBe('/more'))
})

test('the avatar opens the photo editor in fast edit: no tabs, one square, saved with the form (R-269, R-271, R-298)', async () => {
  const { user, saves } = await open()
  await press('Add a photo')
  await screen.findByRole('dialog', { name: 'Edit photo' })
  expect(screen.queryByRole('tab')).toBeNull()
  const ratio = screen.getByLabelText<HTMLSelectElement>('Aspect ratio')
  expect([ratio.value, ratio.disabled]).toEqual(['square', true])
  await user.upload(field('Photo'), new File([PNG], 'me.png', { type: 'image/png' }))
  await screen.findByTestId('stage')
  await user.click(screen.getAllByRole('button', { name: 'Save' }).at(-1)!)
  const upload = await FakeUpload.next()
  expect(upload.url).toMatch(/\/v1\/uploader\/upload\/profile\/$/)
  upload.answer(201, { id: 9, image_url: '/media/me.webp' })
  expect(await screen.findByRole('button', { name: 'Remove photo' })).toBeTruthy()
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await user.click(save())
  const image_params = { x1: 0, y1: 0.1667, x2: 1, y2: 0.8333 }
  await waitFor(() => expect(saves()).toMatchObject([{ image_upload_id: 9, image_params }]))
})

const WithFoot = () => (
  <>
    <ProfileScreen />
    <StatusBanner />
  </>
)

test('a failure with a saved copy is a line at the bottom with the age of the profile', async () => {
  const { unmount } = await open()
  unmount()
  const api = fakeApi({ ...SOCIAL, [READ]: json({}, 500) })
  await renderAt('/profile', '/profile', WithFoot)
  expect(await screen.findByText('Couldn’t refresh.')).toBeTruthy()
  expect(field('First name').value).toBe('Maya')
  api.change({ [READ]: { result: { ...MAYA, first_name: 'May' } } })
  await press('Try again')
  await waitFor(() => expect(field('First name').value).toBe('May'))
  expect(screen.queryByText('Couldn’t refresh.')).toBeNull()
})

test('offline without a copy the screen says so, and loads when the connection returns', async () => {
  fakeApi({ ...SOCIAL, [READ]: noConnection })
  const { store } = await renderAt('/profile', '/profile', ProfileScreen)
  goOffline(store)
  expect(await screen.findByText('Nothing saved on this device yet')).toBeTruthy()
  fakeApi({ ...SOCIAL, [READ]: { result: MAYA } })
  goOnline(store)
  expect(await screen.findByLabelText('First name')).toBeTruthy()
})

test('without an answer and a copy the screen says so and offers to try again', async () => {
  const api = fakeApi({ ...SOCIAL, [READ]: json({}, 500) })
  await renderAt('/profile', '/profile', ProfileScreen)
  expect(await screen.findByText('Couldn’t load your profile')).toBeTruthy()
  api.change({ [READ]: { result: MAYA } })
  await press('Try again')
  expect(await screen.findByLabelText('First name')).toBeTruthy()
})
