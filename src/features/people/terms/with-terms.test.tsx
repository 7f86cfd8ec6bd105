import { beforeEach, expect, test, vi } from 'vitest'
import { http } from '#http/client.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { signInAs } from '#support/window/links-server.ts'
import { press, render } from '#support/window/on-screen.ts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { withTerms } from './with-terms.ts'

const GET = 'GET /v2/my/terms/'
const POST = 'POST /v2/my/terms/'
const REDEEM = 'POST /v1/shop/paypal/redeem'
const terms = (accepted_at: string | null) => ({
  result: { version: 'abc', url: '/terms', accepted_at },
})
const refused = () => json({ errors: { terms: ['The terms have changed.'] } }, 400)

beforeEach(() => {
  signInAs('ana')
  render(<ConfirmHost />)
})

const redeem = () => withTerms(() => http.post('/v1/shop/paypal/redeem', { json: {} }).json())

test('a call refused because of new terms is sent once more after they are accepted', async () => {
  const api = fakeApi({
    [GET]: terms(null),
    [REDEEM]: refused,
    [POST]: () => {
      api.change({ [REDEEM]: { done: true } })
      return json(terms('2031-01-01T00:00:00Z'))
    },
  })
  const done = redeem()
  await press('Accept and redeem')
  expect(await done).toEqual({ done: true })
  expect(api.sentTo(POST)).toEqual([{ version: 'abc' }])
})

test('reading the terms accepts nothing, and nothing more is sent', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const api = fakeApi({ [GET]: terms(null), [REDEEM]: refused })
  const done = redeem().catch((error: unknown) => error)
  await press('Read the terms')
  expect(await done).toBeInstanceOf(Error)
  expect(opened).toHaveBeenCalledWith('/terms', '_blank', 'noopener')
  expect(api.sentTo(REDEEM)).toHaveLength(1)
})
