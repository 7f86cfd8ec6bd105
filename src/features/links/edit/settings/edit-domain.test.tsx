import { expect, test } from 'vitest'
import { field, openEdit, save, tab } from '#support/window/edit-link.tsx'
import { aLink, answers } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { screen, userEvent, waitFor } from '#support/window/on-screen.ts'

signInPerTest()

test('a link whose domain no longer redirects says so, and can be moved (D-20)', async () => {
  const { saves } = await openEdit(
    aLink('Oak lamp', {
      split_url: 'https://split.example/s/oak~12',
      link_domain_id: { domain: 'links.ana.example', id: 12, is_main: false },
    }),
    {
      respond: ({ path }) =>
        path.endsWith('/links/domains/')
          ? answers.json({ results: [{ domain: 'split.example', id: 1, is_main: true }] })
          : undefined,
    },
  )
  await userEvent.click(await tab('Settings'))
  const choice = await screen.findByLabelText<HTMLSelectElement>('Domain')
  expect(choice.selectedOptions[0]?.textContent).toBe('links.ana.example')
  const told =
    /^links\.ana\.example does not lead on now, so this link is split\.example\/s\/oak~12\./
  expect(screen.getByText(told)).toBeTruthy()
  await userEvent.selectOptions(choice, 'split.example')
  expect(screen.queryByText(told)).toBeNull()
  await userEvent.click(save())
  await waitFor(() => expect(saves()).toHaveLength(1))
  expect(saves()[0]?.body).toMatchObject({ link_domain_id: 1 })
})

test('with one domain there is no choice; the host is shown before the code (D-20)', async () => {
  await openEdit(aLink('Oak lamp', { short_code: 'oak', split_url: 'https://split.example/s/oak' }))
  await userEvent.click(await tab('Settings'))
  expect(screen.queryByLabelText('Domain')).toBeNull()
  expect(screen.getAllByText('split.example/s/')).toHaveLength(2)
  const code = await field('Short code')
  await userEvent.clear(code)
  await userEvent.type(code, 'o')
  expect(screen.getByText(/Use 2 to 50 letters/)).toBeTruthy()
  await userEvent.type(code, 'ak-2')
  expect(screen.getByText('split.example/s/oak keeps working, too.')).toBeTruthy()
})
