import { expect, test } from 'vitest'
import { rowOf } from '#support/window/analytics.ts'
import { GERMANY, HALF, openRules } from '#support/window/edit-rules.tsx'
import { fireEvent, press, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { signInPerTest } from '#support/window/signed-in.ts'

signInPerTest()

test('templates add rules for stores and countries', async () => {
  const { sent } = await openRules()
  await press('App Store or Play Store')
  fireEvent.change(await screen.findByLabelText('App Store, for iPhone and iPad'), {
    target: { value: 'https://apps.example/1' },
  })
  fireEvent.change(screen.getByLabelText('Play Store, for Android'), {
    target: { value: 'https://play.example/1' },
  })
  await press('Add')
  await press('By country')
  await userEvent.selectOptions(await screen.findByLabelText('Country 1'), 'FR')
  fireEvent.change(screen.getByLabelText('Address 1'), {
    target: { value: 'https://fr.example/1' },
  })
  await press('Add')
  expect(await sent()).toMatchObject({
    rules: [
      { conditions: [{ kind: 'system', values: ['ios'] }], target_url: 'https://apps.example/1' },
      {
        conditions: [{ kind: 'system', values: ['android'] }],
        target_url: 'https://play.example/1',
      },
      { conditions: [{ kind: 'country', values: ['FR'] }], target_url: 'https://fr.example/1' },
    ],
  })
})

test('a product at Amazon offers its other stores, other pages do not', async () => {
  const { sent } = await openRules({ link: { url: 'https://www.amazon.com/Lamp/dp/B08N5WRWNW' } })
  await press('Amazon by country')
  fireEvent.change(await screen.findByLabelText(/^amazon\.de/), { target: { value: 'ana-21' } })
  await press('Add')
  expect(await sent()).toMatchObject({
    rules: [{ target_url: 'https://www.amazon.de/dp/B08N5WRWNW?tag=ana-21' }],
  })
})

test('pages of other shops do not offer Amazon’s stores', async () => {
  const { rules } = await openRules()
  expect(rules.getByRole('button', { name: '50/50' })).toBeTruthy()
  expect(rules.queryByRole('button', { name: 'Amazon by country' })).toBeNull()
})

test('trying sends the visitor and the unsaved rules, and shows where and why', async () => {
  const { tries } = await openRules({ link: { rules: [GERMANY] } })
  await press('Try as')
  const dialog = within(await screen.findByRole('dialog', { name: 'Try as' }))
  expect(await dialog.findByText('Rule 1 applies')).toBeTruthy()
  expect(dialog.getByText('shop.example/de')).toBeTruthy()
  expect(dialog.getByText('The visitor is in Germany.')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(
    'https://shop.example/de',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }))
  await userEvent.selectOptions(dialog.getByLabelText('Country'), 'AT')
  await waitFor(() =>
    expect(tries.at(-1)).toMatchObject({
      country: 'AT',
      device: 'phone',
      system: 'ios',
      position: 0,
      rules: [GERMANY],
    }),
  )
})

test('the better half becomes the link’s own address, and that can be undone', async () => {
  const results = [
    rowOf('half5678', { clicks: 1000, conversions: 60 }),
    rowOf('else', { clicks: 1000, conversions: 20 }),
  ]
  const { rows, sent } = await openRules({ link: { rules: [GERMANY, HALF] }, results })
  await userEvent.click(await screen.findByRole('button', { name: 'Use this one' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await press('Undo')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await press('Use this one')
  expect(await sent()).toMatchObject({ url: 'https://shop.example/b', rules: [GERMANY] })
})

test('with too few clicks there is no better half', async () => {
  const results = [
    rowOf('half5678', { clicks: 99, conversions: 60 }),
    rowOf('else', { clicks: 1000, conversions: 20 }),
  ]
  await openRules({ link: { rules: [HALF] }, results })
  expect(await screen.findByText(/^Not enough data yet/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use this one' })).toBeNull()
})
