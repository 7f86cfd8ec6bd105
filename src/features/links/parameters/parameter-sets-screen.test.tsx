import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ParameterSet } from '#contract/links/parameter-sets.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { aSet, SETS } from '#support/window/parameter-sets.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { ParameterSetsScreen } from './parameter-sets-screen.tsx'

signInPerTest({ width: 390 })

const STORY = aSet('Story', 'utm_source=instagram', 'subid=ana')

async function open(sets: ParameterSet[]) {
  const api = fakeApi({ [`GET ${SETS}`]: { results: sets } })
  const app = await renderAt(
    '/settings/parameter-sets',
    '/settings/parameter-sets',
    ParameterSetsScreen,
  )
  return { api, user: userEvent.setup(), ...app }
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the first set is created from rows that have a value', async () => {
  const { api, user } = await open([])
  expect(await screen.findByText('No parameter sets yet.')).toBeTruthy()
  api.change({
    [`POST ${SETS}`]: json({ result: STORY }, 201),
    [`GET ${SETS}`]: { results: [STORY] },
  })
  await user.click(screen.getByRole('button', { name: 'New set' }))
  const form = await dialog('New parameter set')
  await user.type(form.getByLabelText('Name'), 'Story')
  await user.type(form.getByLabelText('Value 1'), 'instagram')
  await user.click(form.getByRole('button', { name: 'Add parameter' }))
  await user.type(form.getByLabelText('Name 4'), 'subid')
  await user.type(form.getByLabelText('Value 4'), 'ana')
  await user.click(form.getByRole('button', { name: 'Create set' }))
  await noDialog()
  expect(api.sentTo(`POST ${SETS}`)).toEqual([{ name: 'Story', parameters: STORY.parameters }])
  expect(await screen.findByText('utm_source=instagram, subid=ana')).toBeTruthy()
})

test('errors are shown at the fields, also those of the server', async () => {
  const { api, user } = await open([STORY])
  await user.click(await screen.findByRole('button', { name: 'New set' }))
  const form = await dialog('New parameter set')
  await user.click(form.getByRole('button', { name: 'Create set' }))
  expect(await form.findByText('Enter a name.')).toBeTruthy()
  expect(form.getByText('Enter at least one parameter.')).toBeTruthy()
  expect(document.activeElement).toBe(form.getByLabelText('Name'))

  const taken = 'You already have a set named “Story”.'
  api.change({ [`POST ${SETS}`]: json({ errors: { name: [taken] } }, 400) })
  await user.type(form.getByLabelText('Name'), 'story')
  await user.type(form.getByLabelText('Value 2'), 'bio')
  await user.click(form.getByRole('button', { name: 'Create set' }))
  expect(await form.findByText(taken)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Value 2').value).toBe('bio')
})

test('a set is edited, and deleted with Undo', async () => {
  const { api, user } = await open([STORY])
  const path = `${SETS}${STORY.uuid}/`
  api.change({
    [`PATCH ${path}`]: { result: STORY },
    [`DELETE ${path}`]: new Response(null, { status: 204 }),
    [`POST ${SETS}`]: json({ result: STORY }, 201),
  })
  await user.click(await screen.findByRole('button', { name: /^Story/ }))
  const form = await dialog('Story')
  await user.click(form.getByRole('button', { name: 'Remove parameter 2' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await noDialog()
  expect(api.sentTo(`PATCH ${path}`)).toEqual([
    { name: 'Story', parameters: [{ name: 'utm_source', value: 'instagram' }] },
  ])

  await user.click(await screen.findByRole('button', { name: /^Story/ }))
  await user.click((await dialog('Story')).getByRole('button', { name: 'Delete set' }))
  await noDialog()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(api.sentTo(`POST ${SETS}`)).toEqual([{ name: 'Story', parameters: STORY.parameters }]),
  )
})
