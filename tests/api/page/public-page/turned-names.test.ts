import { expect, test } from 'vitest'
import { open } from '#support/server/hosts/login-pages.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import * as made from '#support/server/page/public-pages.ts'
import { htmlOf } from '#support/server/page/public-pages.ts'
import { widgetHtml, addWidgetWithLinks } from '#support/server/page/widgets.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { expectParts } from '#support/expect-parts.ts'

const OPERATOR = 'operator@split.example'
const server = await startTestServer({ listen: true, operatorEmail: OPERATOR })

/** Returns the name with unclosed Unicode controls that reverse the text direction. */
const turned = (name: string) => `${name} \u202egnp.\u2066exe\u2067 \u061cé אבג`
/** Returns the name as shown: all letters and the harmless direction mark, without the controls. */
const seen = (name: string) => `${name} gnp.exe \u061cé אבג`
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

test('direction controls in names on a page affect no other text', async () => {
  const words = { title: turned('Ana'), description: turned('Slow cooking') }
  const page = await made.addPage(server, words)
  await made.name(server, page.userId, turned('Anna'))
  const vase = { name: turned('Vase'), host: 'ceramics.example' }
  await made.addLinks(server, page, { title: turned('New in') }, [vase])
  await made.addSection(server, page, { type: 'text', title: 'Words', text: turned('Hello') })
  const html = await htmlOf(server, page.slug)
  expect(html).not.toMatch(TURNS)
  for (const name of ['Ana', 'Slow cooking', 'New in', 'Vase', 'Hello'])
    expect(html).toContain(seen(name))
  expectParts(html, `<title>${seen('Ana')}</title>`, `"name":"${seen('Ana')}"`)
  const report = await open(server, `/p/${page.slug}/report`)
  expect(report.html).not.toMatch(TURNS)
  expect(report.html).toContain(`<bdi>${seen('Ana')}</bdi>`)
})

test('direction controls in names in a widget affect no other text', async () => {
  const ana = await signUp(server)
  await made.name(server, ana.uuid, turned('Ana'))
  const { widget } = await addWidgetWithLinks(ana, [turned('Skillet')])
  const html = await widgetHtml(server, widget)
  expect(html).not.toMatch(TURNS)
  for (const name of ['Ana', 'Skillet']) expect(html).toContain(seen(name))
  const report = await open(server, `/w/${widget.key}/report`)
  expect(report.html).not.toMatch(TURNS)
  expect(report.html).toContain(`<bdi>${seen('Ana')}</bdi> made this widget`)
})

test('direction controls in a report are removed in the mail', async () => {
  const ana = await signUp(server)
  const { widget } = await addWidgetWithLinks(ana, ['Skillet'], { name: turned('My blog') })
  const form = await open(server, `/w/${widget.key}/report`)
  const report = { reason: 'imposter', details: turned('That is me'), good_faith: 'on' }
  const reporter = { name: turned('Eve'), email: 'eve@people.example' }
  expect((await form.submit({ ...report, ...reporter })).status).toBe(303)
  const find = () => mailsTo(server, OPERATOR).find((one) => one.includes(widget.key)) ?? ''
  await expect.poll(find, { timeout: 20_000 }).not.toBe('')
  const mail = find()
  expect(mail).toContain(seen('That is me'))
  expect(mail).not.toMatch(TURNS)
})
