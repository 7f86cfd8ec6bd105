import { expect, test, vi } from 'vitest'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ operatorEmail: 'security@app.example' })

test('security.txt names the contact and expires within a year (RFC 9116)', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T10:20:30Z'), toFake: ['Date'] })
  const answer = await server.request('GET', '/.well-known/security.txt')
  vi.useRealTimers()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe(
    [
      'Contact: mailto:security@app.example',
      'Expires: 2027-05-26T00:00:00Z',
      'Preferred-Languages: en',
      `Canonical: ${server.deps.config.appOrigin}/.well-known/security.txt`,
      '',
    ].join('\n'),
  )
})
