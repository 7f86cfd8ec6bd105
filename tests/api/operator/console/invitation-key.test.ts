import { expect, test } from 'vitest'
import { expectParts } from '#support/expect-parts.ts'
import { hiddenFields, open } from '#support/server/hosts/login-pages.ts'
import { inviteMember, STAFF_PASSWORD } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

test.each(['', 'AAAA', '0'.repeat(32), 'a1!'])(
  'an invitation whose form has the invalid key “%s” says so at the code and shows another key',
  async (secret) => {
    const path = await inviteMember(server, 'odd@staff.example', 'viewer')
    const page = await open(server, path)
    const typed = { name: 'Odd', password: STAFF_PASSWORD, code: '000000' }
    const answer = await page.submit({ ...typed, secret })
    expect(answer.status).toBe(400)
    expectParts(answer.html, 'The key of the app is not valid', 'value="Odd"')
    expect(hiddenFields(answer.html)['secret']).toMatch(/^[A-Z2-7]{32}$/)
    expect((await open(server, path)).status).toBe(200)
  },
)
