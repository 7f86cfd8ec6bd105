import { describe, expect, test, vi } from 'vitest'
import { linkCommand } from '../../../../server/operator/links.ts'
import { pageCommand } from '../../../../server/operator/pages.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { allLinks, lines } from '#support/server/links/imports.ts'
import { mailsTo, waitForMails } from '#support/server/links/outbox.ts'
import { byCode, importTo } from '#support/server/links/previous-hosts.ts'
import { readLink } from '#support/server/links.ts'
import { addDomain } from '#support/server/page/domains.ts'
import { addDomainOwner, addSameCodes } from '#support/server/page/same-codes.ts'
import { newEmail, signUp } from '#support/server/people.ts'
import { OPERATOR, reportsOf, runCommand, sendReport } from '#support/server/reporting.ts'
import { startTestServer } from '#support/server/test-app.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({
  listen: true,
  operatorEmail: OPERATOR,
  trustedProxies: ['127.0.0.1', '::1'],
  dnsServers: [dns.address],
})
const { shortLinkHost, appOrigin } = server.deps.config

const REASONS = { why: 'It asks for card numbers.', rule: 'No phishing' }
const addSame = () => addSameCodes(server, dns)

/** Runs a command as `npm run operator --` does. */
const operator = (name: string, link: string, options: { why?: string; rule?: string } = {}) =>
  runCommand(server, linkCommand([name, link]), options)
const block = (link: string) => operator('block', link, REASONS)

/** Reports a link at its address on the main host. */
const report = async (name: string, email = newEmail()) =>
  sendReport(await open(server, `/s/${encodeURIComponent(name)}+`), { reason: 'scam', email })

/** Returns the links in the commands of the operator's mails about a reported name. */
const commandsFor = (name: string) => [
  ...new Set(
    mailsTo(server, OPERATOR)
      .map((mail) => mail.replaceAll('=\n', ''))
      .filter((mail) => mail.includes(`/s/${name}\n`))
      .flatMap((mail) => mail.match(/(?<=operator -- (?:block|dismiss) )[^\s<]+/g) ?? []),
  ),
]

describe('a report of a link on a creator’s domain', () => {
  test('mails commands that act on this link', async () => {
    const { name, blocked } = await addSame()
    await report(name)
    await vi.waitFor(() => expect(commandsFor(name)).toEqual([name]), 20_000)
    await block(name)
    expect(await blocked()).toEqual({ main: false, own: true })
    expect(await reportsOf(server)).not.toContain(name)
  })

  test('stays open if the link with the same code on the main host is blocked', async () => {
    const { code, name, blocked } = await addSame()
    await report(name)
    await block(code)
    expect(await blocked()).toEqual({ main: true, own: false })
    expect(await reportsOf(server)).toContain(`/s/${name}\n`)
  })

  test('is dismissed by the address on the domain', async () => {
    const { own, code, name } = await addSame()
    await report(code)
    await report(name)
    expect(await operator('dismiss', own.split_url)).toBe(`1 report of ${name} is closed.`)
    const listed = await reportsOf(server)
    expect(listed).toContain(`/s/${code}\n`)
    expect(listed).not.toContain(`/s/${name}\n`)
  })

  test.each(['main', 'own'] as const)(
    'and one on the main host are apart after both links are deleted: %s',
    async (which) => {
      const { main, own, code, name } = await addSame()
      const email = newEmail()
      const [closed, kept] = which === 'main' ? [code, name] : [name, code]
      await report(closed, email)
      await report(kept)
      await server.deps.sql`delete from links where id in (${main.uuid}, ${own.uuid})`
      expect(await operator('dismiss', closed)).toBe(`1 report of ${closed} is closed.`)
      const listed = await reportsOf(server)
      expect(listed).toContain(`/s/${kept}  (the link is gone)`)
      expect(listed).not.toContain(`/s/${closed}  `)
      await expect(operator('dismiss', closed)).rejects.toThrow(`There is no link ${closed}.`)
      expect((await waitForMails(server, email, 2)).at(-1)).toContain(`/s/${closed} on `)
    },
  )
})

describe('commands find a link', () => {
  test('on a creator’s domain by its name and by its addresses', async () => {
    const { own, domain, name, code, blocked } = await addSame()
    const upper = `${code.toUpperCase()}~${domain.id}`
    for (const typed of [
      name,
      `${name}+`,
      upper,
      `${shortLinkHost}/${name}`,
      `${shortLinkHost}/${name}+`,
      `${appOrigin}/${name}`,
      own.split_url,
      `${own.split_url}+`,
      `${own.split_url}/?from=story#top`,
      `${own.split_url}/story`,
      `https://${domain.domain}./s/${code}`,
      `${domain.domain}/${code}`,
    ]) {
      await block(typed)
      expect(await blocked(), typed).toEqual({ main: false, own: true })
      await operator('unblock', typed)
      expect(await blocked(), typed).toEqual({ main: false, own: false })
    }
    expect(await operator('history', own.split_url)).toContain('leads to https://shop.example/own')
  })

  test('on the main host as before', async () => {
    const { code, blocked } = await addSame()
    for (const typed of [
      code,
      `${code}+`,
      `/s/${code}`,
      `${code}~1`,
      `${shortLinkHost}/${code}`,
      `${shortLinkHost}/${code}+`,
      `${shortLinkHost}/${code}/?from=story`,
      `${shortLinkHost}/${code}/story`,
      `${appOrigin}/${code}+`,
      `${shortLinkHost}/${code}`.replace('http://', ''),
    ]) {
      await block(typed)
      expect(await blocked(), typed).toEqual({ main: true, own: false })
      await operator('unblock', typed)
    }
    expect(await operator('history', code)).toContain('leads to https://shop.example/main')
  })

  test('after its domain is suspended, by the same addresses', async () => {
    const { own, domain, blocked } = await addSame()
    await server.deps.sql`update link_domains set status = 'suspended' where id = ${domain.id}`
    await block(own.split_url)
    expect(await blocked()).toEqual({ main: false, own: true })
  })

  test('whose code looks like the id of another one', async () => {
    const { ana, main, domain, blocked } = await addSame()
    const file = lines('keyword,url,title,timestamp,clicks', `${main.uuid},https://a.example/,A,,0`)
    await importTo(ana, domain.id, file)
    await expect(block(main.uuid)).rejects.toThrow(`There is no link ${main.uuid}~1.`)
    await block(`${main.uuid}~${domain.id}`)
    expect(await blocked()).toEqual({ main: false, own: false })
    expect(byCode(await allLinks(ana)).get(main.uuid)).toMatchObject({ is_blocked: true })
  })

  test.each([
    ['https://elsewhere.example/', 'is not on a host of this site'],
    ['elsewhere.example/s/', 'is not on a host of this site'],
  ])('but not by %s', async (start, message) => {
    const { code, blocked } = await addSame()
    await expect(block(`${start}${code}`)).rejects.toThrow(`${start}${code} ${message}`)
    expect(await blocked()).toEqual({ main: false, own: false })
  })

  test('but not on a domain that somebody only requested', async () => {
    const { code, blocked } = await addSame()
    const { domain } = await addDomain(await signUp(server), 'requested.ana.test')
    const refusal = 'is not on a host of this site'
    await expect(block(`https://${domain}/${code}`)).rejects.toThrow(refusal)
    expect(await blocked()).toEqual({ main: false, own: false })
  })
})

describe('exact codes', () => {
  /** Codes of another shortener. Some have a meaning in a shell, in a path or in a command. */
  const CODES = ['AbC', 'abc', 'docs/lamp', 'lamp', 'x;$(reboot)', "it's", '-why', 'p/ana1']

  async function addExact() {
    const { ana, domain } = await addDomainOwner(server, dns)
    const rows = CODES.map((code) => `${code},https://shop.example/${CODES.indexOf(code)},A,,0`)
    await importTo(ana, domain.id, lines('keyword,url,title,timestamp,clicks', ...rows))
    const links = byCode(await allLinks(ana))
    const idOf = (code: string) => links.get(code)?.uuid ?? `no ${code}`
    const blocked = async () =>
      (await allLinks(ana)).filter((link) => link.is_blocked).map((link) => link.short_code)
    return { ana, domain, idOf, blocked, links }
  }

  test('are found in their spelling, by name and address', async () => {
    const { domain, blocked, links } = await addExact()
    for (const code of CODES.filter((one) => one !== 'p/ana1')) {
      for (const typed of [
        `${encodeURIComponent(code)}~${domain.id}`,
        `${shortLinkHost}/${encodeURIComponent(code)}~${domain.id}+`,
        links.get(code)?.split_url ?? '',
        `https://${domain.domain}/${code}+`,
      ]) {
        await block(typed)
        expect(await blocked(), typed).toEqual([code])
        await operator('unblock', typed)
      }
    }
    await expect(block(`https://${domain.domain}/ABC`)).rejects.toThrow('There is no link')
  })

  test.each(CODES.filter((code) => code !== "it's"))(
    'are reported with a command that is safe in a shell: %s',
    async (code) => {
      const { domain, blocked } = await addExact()
      await report(`${code}~${domain.id}`)
      const open = async () =>
        (await reportsOf(server)).split('\n').filter((one) => one.includes(`~${domain.id}`))
      const [line = ''] = await open()
      const name = line.split('/s/').at(-1) ?? ''
      expect(name).toMatch(/^[\w%.][\w%.-]*~\d+$/)
      await vi.waitFor(() => expect(commandsFor(name)).toEqual([name]), 20_000)
      await block(name)
      expect(await blocked()).toEqual([code])
      expect(await open()).toEqual([])
    },
  )

  test('of deleted links are told apart by case and by their parts', async () => {
    const { domain, idOf } = await addExact()
    const names = ['AbC', 'abc', 'docs/lamp', 'lamp'].map((code) => `${code}~${domain.id}`)
    for (const name of names) await report(name)
    for (const code of ['AbC', 'abc', 'docs/lamp', 'lamp'])
      await server.deps.sql`delete from links where id = ${idOf(code)}`
    for (const name of names)
      expect(await operator('dismiss', encodeURIComponent(name))).toMatch(/^1 report of /)
    expect(await reportsOf(server)).not.toContain(`~${domain.id}`)
  })

  test('are not read as a page of the site', async () => {
    const { domain } = await addExact()
    const typed = `https://${domain.domain}/p/ana1`
    const command = runCommand(server, pageCommand(['block', typed]), REASONS)
    await expect(command).rejects.toThrow(`${typed} is not a page of ${appOrigin}.`)
  })
})

test('the owner of a blocked link gets its address on the domain by mail', async () => {
  const { ana, own, name } = await addSame()
  await block(name)
  expect(await readLink(ana, own)).toMatchObject({ is_blocked: true })
  const [mail = ''] = await waitForMails(server, ana.email, 1)
  expect(mail.replaceAll('=\n', '')).toContain(own.split_url)
})
