import { expect, test } from 'vitest'
import type { Rule } from '#contract/rules/rules.ts'
import { answerOf, rowOf } from '#support/window/analytics.ts'
import { openEdit, save, tab } from '#support/window/edit-link.tsx'
import { GERMANY, HALF, openRules, openRulesDialog } from '#support/window/edit-rules.tsx'
import { aLink, answers } from '#support/window/links-server.ts'
import { fireEvent, press, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { signInPerTest } from '#support/window/signed-in.ts'

signInPerTest()

const IN_APP: Rule = {
  id: 'app45678',
  conditions: [
    { kind: 'system', values: ['ios'] },
    { kind: 'app', values: ['instagram'] },
  ],
  target_url: null,
}
const address = () => screen.getByLabelText<HTMLInputElement>('Address')

test('rules are sentences with their numbers, and "everybody else" is last', async () => {
  const results = [
    rowOf('de345678', { clicks: 1204, conversions: 22 }),
    rowOf('else', { clicks: 798, conversions: 8 }),
  ]
  const { rows, rules } = await openRules({ link: { rules: [GERMANY, IN_APP] }, results })
  expect(rows().map(({ textContent }) => textContent)[0]).toContain(
    'If the visitor is in Germany or Austriago to shop.example/de',
  )
  expect(rows()[1]?.textContent).toContain(
    'If the visitor uses iPhone or iPad and the visitor is inside Instagramshow that the link has ended',
  )
  expect(await rules.findByText('1,204 clicks, 22 orders')).toBeTruthy()
  expect(rules.getByText('1.8 orders per 100 clicks, 95% interval 1.2 to 2.8')).toBeTruthy()
  expect(rules.getByText('Everybody else')).toBeTruthy()
  expect(rules.getByText('798 clicks, 8 orders')).toBeTruthy()
})

test('hours name the time zone in which they apply', async () => {
  const hours: Rule = {
    id: 'hours567',
    target_url: null,
    conditions: [{ kind: 'hours', values: ['mon,tue 09:00-17:00'] }],
  }
  const { rows } = await openRules({ link: { rules: [hours] } })
  await waitFor(() =>
    expect(rows()[0]?.textContent).toContain(
      `it is Monday or Tuesday, 09:00 to 17:00 in ${answerOf().period.time_zone}`,
    ),
  )
})

test('a rule is added by country and sent with the form, with the rules it is based on', async () => {
  const { sent } = await openRules({ link: { rules: [HALF] } })
  await press('Add a rule')
  await screen.findByRole('dialog', { name: 'Add a rule' })
  await press('Country')
  expect(await screen.findByText(/^This server does not know the countries/)).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search countries' }), 'germ')
  await press('Germany')
  fireEvent.change(address(), { target: { value: 'https://shop.example/de' } })
  await press('Add')
  const body = await sent()
  expect(body).toMatchObject({
    rules: [
      HALF,
      {
        conditions: [{ kind: 'country', values: ['DE'] }],
        target_url: 'https://shop.example/de',
      },
    ],
    base: { rules: [HALF] },
  })
})

test('missing values are errors at their fields before a rule is added', async () => {
  const { saves } = await openRules()
  await press('Add a rule')
  await screen.findByRole('dialog', { name: 'Add a rule' })
  await press('Add')
  expect(await screen.findByText('Add a condition.')).toBeTruthy()
  expect(screen.getByText(/^Enter a valid URL/)).toBeTruthy()
  await press('Percentage')
  fireEvent.change(screen.getByLabelText(/^Percentage of/), { target: { value: '120' } })
  fireEvent.change(address(), { target: { value: 'https://shop.example/b' } })
  await press('Add')
  expect(await screen.findByText(/^Use a percentage from 1 to 99\./)).toBeTruthy()
  expect(saves()).toEqual([])
})

test('keys move a rule, and removing one can be undone', async () => {
  const { rows, sent } = await openRules({ link: { rules: [GERMANY, IN_APP, HALF] } })
  const handle = screen.getByRole('button', { name: /^Move If the visitor is in Germany/ })
  fireEvent.keyDown(handle, { key: 'End' })
  await waitFor(() => expect(rows()[2]?.textContent).toContain('Germany'))
  expect(await screen.findByText('Moved to place 3 of 3')).toBeTruthy()
  await press(/^If the visitor is among/)
  await press('Delete the rule')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await press('Undo')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(await sent()).toMatchObject({ rules: [IN_APP, HALF, GERMANY] })
})

test('an error of the server is shown at its rule and on the tab', async () => {
  const { rules, saves } = await openRules({
    link: { rules: [GERMANY, HALF] },
    respond: ({ method }) =>
      method === 'PATCH'
        ? answers.json({ errors: { rules: ['Rule 2: This is already a short link.'] } }, 400)
        : undefined,
  })
  fireEvent.keyDown(screen.getByRole('button', { name: /^Move If the visitor is in/ }), {
    key: 'End',
  })
  await userEvent.click(rules.getByRole('button', { name: 'Close' }))
  await userEvent.click(save())
  expect(await screen.findByText('Rule 2: This is already a short link.')).toBeTruthy()
  expect(await tab('Settings 1 error')).toBeTruthy()
  expect(saves()).toHaveLength(1)
  await press(/^Where it leads/)
  const again = within(await screen.findByRole('dialog', { name: 'Where it leads' }))
  const wrong = again.getByText('This is already a short link.').closest('li')
  expect(wrong?.textContent).toContain('Germany')
})

test('rules that another device changed are a conflict only if the server cannot merge them', async () => {
  const link = aLink('Oak lamp', { rules: [GERMANY, HALF] })
  const elsewhere = { ...HALF, target_url: 'https://shop.example/c' }
  const latest = { ...link, rules: [GERMANY, elsewhere], updated_at: '2027-01-01T00:00:00.000Z' }
  const { saves, server } = await openEdit(link, {
    respond({ method, path }) {
      if (path.endsWith('/my_links/')) return answers.json(answerOf())
      return method === 'PATCH' && saves().length === 1
        ? answers.json({ conflict: { fields: ['rules'], latest } }, 409)
        : undefined
    },
  })
  const dialog = within(await openRulesDialog())
  fireEvent.keyDown(screen.getByRole('button', { name: /^Move If the visitor is in/ }), {
    key: 'End',
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  server.put(latest)
  await userEvent.click(save())
  expect(await screen.findByText('Changed elsewhere:')).toBeTruthy()
  expect(screen.getByText('rules of where it leads.', { exact: false })).toBeTruthy()
  await press('Keep mine')
  await userEvent.click(save())
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]?.body).toMatchObject({ rules: [HALF, GERMANY], base: { rules: latest.rules } })
})
