import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetCookies, goTo } from '#support/browser-window.ts'
import { createAppRouter } from '../../routes.tsx'
import { startSession } from './sign-in.ts'

vi.mock('#live/wipe.ts', () => ({ wipeAll: async () => undefined }))

beforeEach(forgetCookies)

const { routesByPath } = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }))
const SCREENS = Object.keys(routesByPath).map((path) => path.replace(/\$\w*/g, 'x1'))

test('there are as many screens as the table of routes has', () => {
  expect(SCREENS.length).toBeGreaterThan(45)
  expect(SCREENS).toEqual(expect.arrayContaining(['/', '/splitlinks', '/settings', '/wallet']))
})

test.each(SCREENS)(
  '%s redirects to the login page without a token (R-001, R-096)',
  async (path) => {
    goTo(`https://app.example${path}`)
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
    expect(await startSession()).toBe('leaving')
    expect(new URL(String(replace.mock.calls[0]?.[0]), location.href).pathname).toBe(
      '/multi-connect/login',
    )
  },
)
