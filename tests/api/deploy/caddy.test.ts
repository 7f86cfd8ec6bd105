import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFetcher } from '../../../server/platform/fetcher/fetcher.ts'
import { httpsProbe } from '../../../server/page/domains/domain-probe.ts'
import { askByTls, caddyProgram, startCaddy, type Caddy } from '#support/server/hosts/caddy.ts'
import { startDns, type DnsServer } from '#support/server/hosts/dns-server.ts'
import { addDomain, checkDomains, publish, readDomain } from '#support/server/page/domains.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, freePort, type TestServer } from '#support/server/test-app.ts'

const LONG_MS = 60_000
/** Whether the program is missing. Then the tests are skipped, and their names say why. */
const isMissing = caddyProgram === undefined
const MISSING = isMissing ? ' (skipped: the program caddy is missing)' : ''
/** Error when the proxy aborts the TLS handshake. */
const NO_CERTIFICATE = /alert/

let dns: DnsServer
let server: TestServer
let caddy: Caddy
let port: number
beforeAll(async () => {
  if (isMissing) return
  port = await freePort()
  dns = await startDns()
  server = await createTestServer({
    listen: true,
    host: '127.0.0.1',
    appOrigin: `https://app.me.test:${port}`,
    shortLinkHost: `https://go.me.test:${port}`,
    trustedProxies: ['127.0.0.1'],
    dnsServers: [dns.address],
  })
  caddy = await startCaddy({
    hosts: ['app.me.test', 'go.me.test'],
    tlsPort: port,
    httpPort: await freePort(),
    splitPort: server.deps.config.port,
  })
}, LONG_MS)
afterAll(async () => {
  if (isMissing) return
  await caddy.stop()
  await server.stop()
  await dns.stop()
})

const get = (host: string, path: string) => askByTls({ ca: caddy.ca, port }, host, path)

/** Resolves every name to this machine and trusts the proxy's own certificate authority. */
const probe = () =>
  httpsProbe(
    server.deps,
    createFetcher({
      isAllowed: () => true,
      userAgent: 'test',
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      ca: caddy.ca,
    }),
  )

describe.skipIf(isMissing)(`with deploy/Caddyfile${MISSING}`, () => {
  test(
    'a custom domain is served over TLS and HTTP/2 once it is verified (R-448)',
    { timeout: LONG_MS },
    async () => {
      const ana = await signUp(server)
      const added = await addDomain(ana, 'links.ana.test')
      // The proxy gets no certificate for an unverified domain.
      await expect(get('links.ana.test', '/')).rejects.toThrow(NO_CERTIFICATE)
      publish(dns, added)
      await vi.waitFor(
        async () => {
          await checkDomains(server, [added], probe())
          expect(await readDomain(ana, added)).toMatchObject({ status: 'active', problem: null })
        },
        { timeout: LONG_MS, interval: 200 },
      )

      const link = await addLink(ana, 'https://shop.example/lamp')
      const { body } = await editLink(ana, link, { link_domain_id: added.id, short_code: 'lamp' })
      expect(body.split_url).toBe(`https://links.ana.test:${port}/lamp`)
      expect(await get('links.ana.test', '/lamp')).toMatchObject({
        protocol: 'h2',
        status: 302,
        location: 'https://shop.example/lamp',
      })

      await server.deps.sql`
      insert into pages (user_id, slug, title, is_published)
      values (${ana.uuid}, 'lamps-of-ana', 'Lamps of Ana', true)`
      for (const [host, path] of [
        ['links.ana.test', '/'],
        ['app.me.test', '/p/lamps-of-ana'],
      ] as const) {
        const page = await get(host, path)
        expect([page.protocol, page.status]).toEqual(['h2', 200])
        expect(page.body).toContain('Lamps of Ana')
      }
    },
  )

  test(
    'only the main hosts and verified domains get a certificate',
    { timeout: LONG_MS },
    async () => {
      expect(await get('app.me.test', '/livez')).toMatchObject({ protocol: 'h2', status: 200 })
      expect((await get('go.me.test', '/no-such-link')).status).toBe(404)
      await expect(get('stranger.test', '/')).rejects.toThrow(NO_CERTIFICATE)
    },
  )
})
