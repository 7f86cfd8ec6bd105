import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Widget } from '#contract/page/widgets.ts'
import { users } from '../../../../server/platform/db/schema.ts'
import { widgetCommand } from '../../../../server/operator/widgets.ts'
import { texts } from '#support/server/activity.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { ask } from '#support/server/asking.ts'
import { mailsTo, waitForMails } from '#support/server/links/outbox.ts'
import { name as setName, hrefsIn, visibleText } from '#support/server/page/public-pages.ts'
import {
  addWidget,
  openWidget,
  widgetHtml,
  widgetPath,
  addWidgetWithLinks,
} from '#support/server/page/widgets.ts'
import { newEmail, signUp, type Person } from '#support/server/people.ts'
import type { TestServer } from '#support/server/test-app.ts'
import {
  startReportServer,
  OPERATOR,
  EVE,
  sendReport,
  reportsOf,
  runCommand,
} from '#support/server/reporting.ts'

let ana: Person
let widget: Widget
let title: string
const server = await startReportServer()
const other = await startReportServer(server)
beforeEach(async () => {
  ana = await signUp(server)
  await setName(server, ana.uuid, 'Ana <b>')
  const made = await addWidgetWithLinks(ana, ['Pan'])
  widget = made.widget
  title = made.collection.name
})

const pathOf = ({ key }: { key: string }) => `/w/${key}/report`
const urlOf = ({ key }: { key: string }) => `${server.deps.config.appOrigin}/w/${key}`
const why = 'It shows stolen pictures'
const rule = 'Only what is yours'

const report = async (typed: Record<string, string>) =>
  sendReport(await open(server, pathOf(widget)), typed)

/** Runs a command as `npm run operator --` does. */
const operator = (name: string, which: string, typed: { why?: string; rule?: string } = {}) =>
  runCommand(server, widgetCommand([name, which]), typed)
const list = () => reportsOf(server)
const read = async () => (await ask<Widget>(ana, 'GET', widgetPath(widget))).body

const mails = (email: string, count: number) => waitForMails(server, email, count)

describe('a person who reports a widget', () => {
  test('finds the form in the footer, with its subject, and is thanked', async () => {
    expect(hrefsIn(await widgetHtml(server, widget))).toContain(pathOf(widget))
    const form = await open(server, pathOf(widget))
    expect(form.status).toBe(200)
    expect(visibleText(form.html)).toContain(title)
    expect(form.html).toContain('Ana &lt;b&gt;')
    const sent = await sendReport(form, { reason: 'copied', details: 'My photo' })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${pathOf(widget)}?reported`])
    const thanks = await open(server, `${pathOf(widget)}?reported`)
    expect(visibleText(thanks.html)).toContain(
      'Thank you. The operator of this site will review your report',
    )
    expect(thanks.html).not.toContain('<form')
    expect(await list()).toContain(
      `${urlOf(widget)}\n  a widget\n  It uses my work without permission: My photo\n  answer to Eve`,
    )
  })

  test('gets no script and no cookie; the form cannot be framed', async () => {
    const { headers, html, cookie } = await open(server, pathOf(widget))
    expect(html).not.toContain('<script')
    expect(cookie).toBe('')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(part)
    }
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
  })

  test('must give name, address and confirmation; typed values stay', async () => {
    const form = await open(server, pathOf(widget))
    const back = await form.submit({ reason: 'copied', details: 'Mine', name: '', email: '' })
    expect(back.status).toBe(400)
    expect(back.html).toContain('Enter your name.')
    expect(back.html).toMatch(/<textarea[^>]*>Mine<\/textarea>/)
    expect(await list()).not.toContain(urlOf(widget))
    const headers = { Origin: 'https://elsewhere.example' }
    const forged = { ...EVE, reason: 'spam' }
    const foreign = await server.request('POST', pathOf(widget), { form: forged, headers })
    expect(foreign.status).toBe(403)
    expect((await sendReport(back, { reason: 'copied' })).status).toBe(303)
  })

  test('causes one mail an hour to the operator, with instructions', async () => {
    await report({ reason: 'scam', details: 'first' })
    await report({ reason: 'spam', details: 'second' })
    const about = () => mailsTo(server, OPERATOR).filter((mail) => mail.includes(widget.key))
    // A later report about another widget. By then a second mail about this one would have arrived.
    const { widget: later } = await addWidgetWithLinks(ana, ['Pot'])
    await sendReport(await open(server, pathOf(later)), { reason: 'scam' })
    await vi.waitFor(
      () => expect(mailsTo(server, OPERATOR).join('\n')).toContain(later.key),
      20_000,
    )
    const [mail = '', ...more] = about()
    expect(more).toEqual([])
    for (const words of [`/w/${widget.key}`, 'This is a widget', `block w/${widget.key} --why`]) {
      expect(mail).toContain(words)
    }
    expect(await list()).toContain('second')
  })

  test.each(['abcdefghij', 'ABCDEFGHIJ', 'x', '%00', 'assets'])(
    'gets 404 for an unknown widget: /w/%s/report',
    async (key) => {
      const none = await open(server, `/w/${key}/report`)
      expect([none.status, none.cookie]).toEqual([404, ''])
    },
  )
})

describe('a widget that is no longer shown', () => {
  test('deleted by its owner: cannot be reported, and reports stay open', async () => {
    await report({ reason: 'scam' })
    await ana.send('DELETE', widgetPath(widget))
    const gone = await open(server, pathOf(widget))
    expect(gone.status).toBe(410)
    expect(visibleText(gone.html)).toContain('Its creator removed it.')
    const form = { ...EVE, reason: 'spam' }
    expect((await server.request('POST', pathOf(widget), { form })).status).toBe(410)
    expect(await list()).toContain(`${urlOf(widget)}  (the widget is gone)`)
    expect(await operator('dismiss', `w/${widget.key}`)).toContain('1 report')
    await server.deps.db.delete(users).where(eq(users.id, ana.uuid))
    await expect(operator('dismiss', `w/${widget.key}`)).rejects.toThrow('There is no widget')
  })

  test('deleted with its owner: its reports are found by its key', async () => {
    await report({ reason: 'scam' })
    await server.deps.db.delete(users).where(eq(users.id, ana.uuid))
    expect(await list()).toContain(`${urlOf(widget)}  (the widget is gone)`)
    expect(await operator('dismiss', urlOf(widget))).toContain('1 report')
  })

  test('blocked by the operator: every site shows it in every process until it is unblocked', async () => {
    const words = async (from: TestServer) => {
      const answer = await openWidget(from, widget)
      return `${answer.status} ${visibleText(await answer.text())}`
    }
    for (const from of [server, other]) expect(await words(from)).toContain('200')
    for (const typed of [{}, { why }, { rule }]) {
      await expect(operator('block', `w/${widget.key}`, typed)).rejects.toThrow(/^--(why|rule) /)
    }
    const said = await operator('block', `${urlOf(widget)}/report?x`, { why, rule })
    expect(said).toContain(`The widget ${widget.key} is blocked`)
    for (const from of [server, other]) {
      await vi.waitFor(async () =>
        expect(await words(from)).toMatch(/^410 .*This widget was blocked\./),
      )
    }
    const reported = await open(server, pathOf(widget))
    expect(visibleText(reported.html)).toContain('already blocked it')
    expect(await operator('unblock', `/w/${widget.key}`)).toContain('is back as it was')
    await vi.waitFor(async () => expect(await words(other)).toContain('200'))
  })
})

describe('the operator', () => {
  test('tells the owner why, in the app and by mail; edits do not unblock it', async () => {
    expect((await read()).block).toBeNull()
    await operator('block', `w/${widget.key}`, { why, rule })
    const block = { why, rule, contact: OPERATOR, since: expect.any(String) as string }
    expect(await read()).toMatchObject({ block })
    const [text] = await texts(ana)
    for (const words of [widget.name, 'was blocked by the operator', why, rule, OPERATOR]) {
      expect(text).toContain(words)
    }
    const [mail = ''] = await mails(ana.email, 1)
    // Either server may send the mail, with its own origin, so only the path is compared.
    for (const words of [`/w/${widget.key}`, why, rule, OPERATOR]) expect(mail).toContain(words)
    await ana.send('PATCH', widgetPath(widget), { name: 'Better', block: null })
    await ana.send('DELETE', widgetPath(widget))
    const { key, collection_uuid } = widget
    expect(await addWidget(ana, { key, collection_uuid })).toMatchObject({ block })
    expect((await openWidget(server, widget)).status).toBe(410)
    await operator('unblock', `w/${widget.key}`)
    expect((await read()).block).toBeNull()
    expect(await texts(ana)).toContainEqual(expect.stringContaining('is no longer blocked'))
    expect((await openWidget(server, widget)).status).toBe(200)
  })

  test('closes its reports by either decision, and notifies reporters with an address', async () => {
    const [first, second] = [newEmail(), newEmail()]
    const { widget: good } = await addWidgetWithLinks(ana, ['Pot'])
    await report({ reason: 'scam', email: first })
    await sendReport(await open(server, pathOf(good)), { reason: 'other', email: second })
    await Promise.all([mails(first, 1), mails(second, 1)])
    await operator('block', `w/${widget.key}`, { why, rule })
    expect(await operator('dismiss', `w/${good.key}`, { why: 'It is a shop.' })).toContain(
      '1 report',
    )
    const taken = (await mails(first, 2)).at(-1) ?? ''
    expect(taken).toContain('blocked the widget. No site shows it.')
    expect(taken).toContain(`The rule it broke: ${rule}`)
    expect((await mails(second, 2)).at(-1)).toContain('did not block the widget')
    expect(await list()).not.toMatch(new RegExp(`${widget.key}|${good.key}`))
  })
})

test.each([['block', 'abcdefghij'], ['history', 'w/abcdefghij'], ['block', 'w/x'], ['block']])(
  '%s %s is not a command about a widget',
  (...typed) => {
    expect(widgetCommand(typed)).toBeUndefined()
  },
)
