import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { open } from '#support/server/hosts/login-pages.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import * as made from '#support/server/page/public-pages.ts'
import { htmlOf } from '#support/server/page/public-pages.ts'
import { widgetHtml, addWidgetWithLinks } from '#support/server/page/widgets.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

const OPERATOR = 'operator@split.example'
let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ listen: true, operatorEmail: OPERATOR })
})
afterAll(() => server.stop())

/** Returns the name with unclosed Unicode controls that reverse the text direction. */
const turned = (name: string) => `${name} \u202egnp.\u2066exe\u2067 \u061cé אבג`
/** Returns the name as shown: all letters and the harmless direction mark, without the controls. */
const seen = (name: string) => `${name} gnp.exe \u061cé אבג`
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

test('no name on a page turns round what stands beside it, nor what search engines read', async () => {
  const page = await made.addPage(server, {
    title: turned('Ana'),
    description: turned('Slow cooking'),
  })
  await made.name(server, page.userId, turned('Anna'))
  await made.addLinks(server, page, { title: turned('New in') }, [
    { name: turned('Vase'), host: 'ceramics.example' },
  ])
  await made.addSection(server, page, { type: 'text', title: 'Words', text: turned('Hello') })
  const html = await htmlOf(server, page.slug)
  expect(html).not.toMatch(TURNS)
  for (const name of ['Ana', 'Slow cooking', 'New in', 'Vase', 'Hello'])
    expect(html).toContain(seen(name))
  expect(html).toContain(`<title>${seen('Ana')}</title>`)
  expect(html).toContain(`"name":"${seen('Ana')}"`)
  const report = await open(server, `/p/${page.slug}/report`)
  expect(report.html).not.toMatch(TURNS)
  expect(report.html).toContain(`<bdi>${seen('Ana')}</bdi>`)
})

test('no name in a widget turns round what stands beside it', async () => {
  const ana = await signUp(server)
  await made.name(server, ana.uuid, turned('Ana'))
  const { widget } = await addWidgetWithLinks(ana, [turned('Skillet')])
  const html = await widgetHtml(server, widget)
  expect(html).not.toMatch(TURNS)
  for (const name of ['Ana', 'Skillet']) expect(html).toContain(seen(name))
  const report = await open(server, `/w/${widget.key}/report`)
  expect(report.html).not.toMatch(TURNS)
  expect(report.html).toContain(`<bdi>${seen('Ana')}</bdi> made it`)
})

test('nor does a name in a mail', async () => {
  const ana = await signUp(server)
  const { widget } = await addWidgetWithLinks(ana, ['Skillet'], { name: turned('My blog') })
  const form = await open(server, `/w/${widget.key}/report`)
  const sent = await form.submit({
    reason: 'imposter',
    details: turned('That is me'),
    name: turned('Eve'),
    email: 'eve@people.example',
    good_faith: 'on',
  })
  expect(sent.status).toBe(303)
  const mail = await vi.waitFor(
    () => {
      const found = mailsTo(server, OPERATOR).find((one) => one.includes(widget.key))
      expect(found).toBeDefined()
      return found ?? ''
    },
    { timeout: 20_000 },
  )
  expect(mail).toContain(seen('That is me'))
  expect(mail).not.toMatch(TURNS)
})
