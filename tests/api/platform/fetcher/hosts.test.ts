import { expect, test } from 'vitest'
import { addLink } from '#support/server/links.ts'
import { redirectTarget, LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { startWithCreator } from '#support/server/creator.ts'

const APP = 'https://app.example'

const { server, ana } = await startWithCreator({
  appOrigin: APP,
  shortLinkHost: 'https://go.example',
})

test('short links begin with the host that the operator has set (R-623)', async () => {
  const { split_url, short_code } = await addLink(ana)
  expect(split_url).toBe(`https://go.example/${short_code}`)
})

test.each([
  ['', `${APP}/`],
  [`?success=${encodeURIComponent(`${APP}/rank`)}`, `${APP}/rank`],
  [`?success=${encodeURIComponent('http://localhost:8080/rank')}`, `${APP}/`],
])('a sign-in with "%s" ends at the app host, %s (R-624)', async (query, expected) => {
  const page = await open(server, `${LOGIN}${query}`)
  const { origin, pathname } = redirectTarget(
    await page.submit({ email: ana.email, password: ana.password }),
  )
  expect(origin + pathname).toBe(expected)
})
