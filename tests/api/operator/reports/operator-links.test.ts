import { expect, test, vi } from 'vitest'
import { addLink, editLink } from '#support/server/links.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { signUp } from '#support/server/people.ts'
import { runProcess, startReadyProcess } from '#support/server/processes/process.ts'
import { forThisFile, folderForThisFile } from '#support/server/for-this-file.ts'

const DATA_DIR = folderForThisFile()
const running = await forThisFile(startReadyProcess({ env: { DATA_DIR } }))

const EVE = { reason: 'scam', name: 'Eve', email: 'eve@people.example', good_faith: 'on' }
const REASONS = ['--why', 'It steals.', '--rule', 'No phishing']

const PORT = new URL(running.origin).port
const operator = (...args: string[]) =>
  runProcess({ script: 'operator.js', args, env: { DATA_DIR, PORT } })
const go = (code: string) => running.request('GET', `/s/${code}`)

test('the operator reads reports, and blocks and unblocks the link while the server runs', async () => {
  const ana = await signUp(running)
  const { short_code: code } = await addLink(ana, 'https://shop.example/trap')
  expect((await operator('reports')).out).toBe('No open reports.\n')
  expect((await go(code)).status).toBe(302)
  const page = await open(running, `/s/${code}+`)
  const typed = { ...EVE, details: 'see\u001b[2J\nthis' }
  expect((await page.submit(typed)).status).toBe(303)

  const { out } = await operator('reports')
  expect(out).toContain(`/s/${code}\n  led to https://shop.example/trap\n`)
  expect(out).toContain('steals passwords: see [2J this\n  answer to Eve eve@people.example\n')

  expect(await operator('block', `${running.origin}/s/${code}+`, ...REASONS)).toMatchObject({
    code: 0,
  })
  await vi.waitFor(async () => expect((await go(code)).status).toBe(410))
  expect((await operator('reports')).out).toBe('No open reports.\n')
  expect(await operator('unblock', code)).toMatchObject({ code: 0, err: '' })
  await vi.waitFor(async () => expect((await go(code)).status).toBe(302))
})

test('a report can be dismissed without a block', async () => {
  const ana = await signUp(running)
  const { short_code: code } = await addLink(ana)
  await (await open(running, `/s/${code}+`)).submit(EVE)
  expect((await operator('dismiss', code)).out).toBe(`1 report of ${code} is closed.\n`)
  expect((await operator('reports')).out).toBe('No open reports.\n')
  expect((await go(code)).status).toBe(302)
})

test('the operator sees former targets of a link and who changed them (D-18)', async () => {
  const ana = await signUp(running)
  const link = await addLink(ana, 'https://shop.example/one')
  const { short_code: code } = link
  const expected = `${code} leads to https://shop.example/one, as it always did.\n`
  expect((await operator('history', code)).out).toBe(expected)
  await editLink(ana, link, { url: 'https://shop.example/two' })
  const { out } = await operator('history', code)
  expect(out).toContain(`${code} leads to https://shop.example/two\n`)
  expect(out).toContain(
    `by ${ana.email}\n  from https://shop.example/one\n  to   https://shop.example/two\n`,
  )
})

test.each([
  [['block'], /^Usage:/],
  [['block', 'lamp'], /^--why "what is wrong" is missing\. .*\n$/],
  [
    ['block', 'lamp', '--why', 'It steals.'],
    /^--rule "the rule that it breaks" is missing\. .*\n$/,
  ],
  [['block', 'nobody-has-this', ...REASONS], /^There is no link nobody-has-this\.\n$/],
  [['unblock', '!'], /^! is not a short code\.\n$/],
  [['dismiss', 'a', 'b'], /^Usage:/],
])('%j prints what is wrong', async (args, message) => {
  const { code, err } = await operator(...args)
  expect(code).toBe(1)
  expect(err).toMatch(message)
})
