import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { linksIndex } from '#live/mirror.ts'
import { openSettings, save } from '#support/window/edit-link.tsx'
import { answers } from '#support/window/links-server.ts'
import { press, screen, waitFor } from '#support/window/on-screen.ts'
import { signInPerTest } from '#support/window/signed-in.ts'

signInPerTest()

const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const STOPPED: Partial<ShortLink> = {
  open_in_browser: true,
  kept_in_app: ['instagram', 'x'],
  app_stops: [
    {
      app: 'instagram',
      stopped_at: '2026-11-20T05:00:00.000Z',
      inside: { clicks: 400, orders: 12 },
      outside: { clicks: 3800, orders: 21 },
    },
  ],
}

test('a link follows the account until it has its own choice', async () => {
  const { sent } = await openSettings()
  expect(choice('Default').checked).toBe(true)
  await userEvent.click(choice('On'))
  expect(await sent()).toMatchObject({ open_in_browser: true, base: { open_in_browser: null } })
})

test('a link can follow the account again, and unchanged fields are not sent', async () => {
  const { sent } = await openSettings({ open_in_browser: false })
  expect(choice('Off').checked).toBe(true)
  await userEvent.click(choice('Default'))
  const body = await sent()
  expect(body).toMatchObject({ open_in_browser: null })
  expect(body).not.toHaveProperty('kept_in_app')
})

test('an app that was switched off says why, and can be switched on again', async () => {
  const { sent } = await openSettings(STOPPED)
  expect(
    await screen.findByText(
      'We switched it off, because fewer ordered in the browser: 21 orders from 3,800 clicks, against 12 orders from 400 clicks in the app.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('X: visitors stay in the app.')).toBeTruthy()
  await press('Switch on again for Instagram')
  expect(screen.queryByText(/^Instagram: visitors stay/)).toBeNull()
  expect(await sent()).toMatchObject({
    kept_in_app: ['x'],
    base: { kept_in_app: ['instagram', 'x'] },
  })
})

test('without a connection, the choice waits in the outbox and the link shows it', async () => {
  const { link } = await openSettings({}, ({ method }) =>
    method === 'PATCH' ? answers.json({}, 500) : undefined,
  )
  await userEvent.click(choice('On'))
  await userEvent.click(save())
  await screen.findByText('Saved. Waiting to sync.')
  await waitFor(() =>
    expect(linksIndex().rows.get(link.uuid)).toMatchObject({ open_in_browser: true }),
  )
})
