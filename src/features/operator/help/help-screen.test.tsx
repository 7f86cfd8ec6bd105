import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chatAtom } from '#app/shell/chat.ts'
import { KITCHEN, OPEN } from '#support/window/chat.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, hrefOf, press, userEvent } from '#support/window/on-screen.ts'
import { HelpScreen } from './help-screen.tsx'

signInPerTest()

const FAQ = 'GET /v2/my/public/faq/'
const PAGES = 'GET /v1/static_page/definitions'

const asked = (id: number, key: string, question: string, answer: string, category = '') => ({
  id,
  key,
  question,
  answer,
  category,
})
const questions = {
  results: [
    asked(1, 'money', 'When am I paid?', 'After the hold. See https://help.example/pay.'),
    asked(2, 'start', 'How do I start?', 'Paste <b>a link</b>.'),
  ],
}
const pages = {
  results: [
    { slug: 'contact', title: 'Contact', url: 'https://split.example/contact' },
    { slug: 'terms', title: 'Terms', url: 'https://split.example/terms' },
  ],
}

const show = (address = '/info') => renderAt('/info', address, HelpScreen)
const question = async (name: string) =>
  (await screen.findByText(name)).closest('details') as HTMLDetailsElement

test('the list of keyboard shortcuts opens without a keyboard', async () => {
  fakeApi({ [FAQ]: questions, [PAGES]: pages })
  const { history } = await show()
  await press('Keyboard shortcuts')
  await waitFor(() => expect(history.location.search).toContain('keys='))
})

test('the chat with support opens from here if chat is available (R-563, D-94)', async () => {
  const api = fakeApi({
    [FAQ]: questions,
    [PAGES]: pages,
    [OPEN]: { result: { channel_url: KITCHEN, name: 'Support' } },
  })
  const { store, history } = await show()
  await question('When am I paid?')
  expect(screen.queryByRole('button', { name: 'Chat with support' })).toBeNull()
  act(() => store.set(chatAtom, { accessToken: 't', userId: 'u', unread: 0 }))
  await press('Chat with support')
  await waitFor(() => expect(history.location.pathname).toBe(`/partners/chat/${KITCHEN}`))
  expect(api.sentTo(OPEN)).toEqual([{ channel: 'support' }])
})

test('one question is open at a time, and it is in the address (R-562, R-032)', async () => {
  fakeApi({ [FAQ]: questions, [PAGES]: pages })
  const { history } = await show()
  const money = await question('When am I paid?')
  expect(money.open).toBe(false)
  await userEvent.click(within(money).getByText('When am I paid?'))
  await waitFor(() => expect(money.open).toBe(true))
  expect(history.location.href).toBe('/info?question=money')
  const link = within(money).getByRole('link', { name: 'https://help.example/pay' })
  expect(link.getAttribute('href')).toBe('https://help.example/pay')
  const start = await question('How do I start?')
  await userEvent.click(within(start).getByText('How do I start?'))
  await waitFor(() => expect(start.open).toBe(true))
  expect(money.open).toBe(false)
  // Markup in an answer is shown as text.
  expect(within(start).getByText('Paste <b>a link</b>.')).toBeTruthy()
  await userEvent.click(within(start).getByText('How do I start?'))
  await waitFor(() => expect(start.open).toBe(false))
  expect(history.location.href).toBe('/info')
})

test('an address of a question opens it', async () => {
  fakeApi({ [FAQ]: questions })
  await show('/info?question=start')
  expect((await question('How do I start?')).open).toBe(true)
})

test('a search finds words of questions and answers, in any order', async () => {
  fakeApi({ [FAQ]: questions })
  await show()
  const field = await screen.findByRole('searchbox', { name: 'Search questions' })
  await userEvent.type(field, 'HOLD paid')
  await waitFor(() => expect(screen.queryByText('How do I start?')).toBe(null))
  await expectTexts('When am I paid?', '1 question')
  await userEvent.clear(field)
  await userEvent.type(field, 'nothing like it')
  expect(await screen.findByText('No questions match')).toBeTruthy()
})

const CATEGORISED = {
  results: [
    asked(1, 'paid', 'When am I paid?', 'After the hold.', 'Money'),
    asked(2, 'share', 'Where do I put a link?', 'Anywhere.', 'Links'),
    asked(3, 'back', 'What if it is sent back?', 'It is reversed.', 'Money'),
    asked(4, 'real', 'Is this real?', 'Yes.'),
  ],
}

/** Headings and questions in document order. */
const outline = () =>
  [...document.querySelectorAll('main h2, main summary')].map(({ tagName, textContent }) =>
    tagName === 'H2' ? `# ${textContent}` : textContent,
  )

test('questions are below the headings of their categories, those without one first (R-562, A-157)', async () => {
  fakeApi({ [FAQ]: CATEGORISED })
  await show('/info?question=back')
  const back = await question('What if it is sent back?')
  expect(outline()).toEqual([
    'Is this real?',
    '# Money',
    'When am I paid?',
    'What if it is sent back?',
    '# Links',
    'Where do I put a link?',
    '# Not in here?',
  ])
  expect(back.open).toBe(true)
  expect(within(screen.getByRole('region', { name: 'Money' })).getAllByRole('group')).toHaveLength(
    2,
  )
})

test('a search keeps the headings of its results, and finds all questions of a category by its name', async () => {
  fakeApi({ [FAQ]: CATEGORISED })
  await show()
  const field = await screen.findByRole('searchbox', { name: 'Search questions' })
  await userEvent.type(field, 'anywhere')
  await waitFor(() =>
    expect(outline()).toEqual(['# Links', 'Where do I put a link?', '# Not in here?']),
  )
  await userEvent.clear(field)
  await userEvent.type(field, 'money')
  await waitFor(() =>
    expect(outline()).toEqual([
      '# Money',
      'When am I paid?',
      'What if it is sent back?',
      '# Not in here?',
    ]),
  )
})

test('contacts and the operator’s text about this site are always shown', async () => {
  const api = fakeApi({ [FAQ]: json({}, 500), [PAGES]: pages })
  await show()
  expect(await screen.findByText('Couldn’t load your questions')).toBeTruthy()
  expect(hrefOf('Contact support')).toBe('/contact')
  const terms = await screen.findByRole('link', { name: 'Terms' })
  expect(terms.getAttribute('href')).toBe('https://split.example/terms')
  api.change({ [FAQ]: { results: [] } })
  await press('Try again')
  expect(await screen.findByText('No questions here yet')).toBeTruthy()
})
