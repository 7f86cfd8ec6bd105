import { execFile } from 'node:child_process'
import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import {
  buildahProgram,
  Images,
  startContainer,
  type Container,
  type ImageConfig,
} from '#support/server/machine/container.ts'
import { addLink, readLink } from '#support/server/links.ts'
import { PHONE } from '#support/server/links/short-links.ts'
import { signUp, sessionOn, type Person } from '#support/server/people.ts'
import { freePort, toInit, type Reachable } from '#support/server/test-app.ts'

// The build installs all packages and builds everything, and the machine may be busy.
vi.setConfig({ testTimeout: 5 * 60_000, hookTimeout: 20 * 60_000 })

const isMissing = buildahProgram === undefined
/** Reason for skipping, as part of the names of the tests. */
const MISSING = isMissing ? ' (skipped: the program buildah is missing)' : ''

const NODE_USER = 1000
const BASE = 'localhost/split-test-node'
const IMAGE = 'localhost/split-test'

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

/** Returns the packages below a folder `node_modules`, each once. */
function packagesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const own = /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/
  const found = files
    .filter((file) => own.test(file) && !/(?:^|\/)\.[^/]+\//.test(file))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Package)
    .filter(({ name, version }) => name && version)
  return [...new Set(found.map(({ name, version }) => `${name}@${version}`))].toSorted()
}
type Package = { name: string; version: string }

let images: Images
let config: ImageConfig
let root: string
beforeAll(async () => {
  if (isMissing) return
  images = new Images()
  await images.makeBase(BASE)
  await images.build(IMAGE, BASE)
  config = await images.config(IMAGE)
  root = await images.mount(IMAGE)
})
afterAll(async () => {
  if (!isMissing) await images.remove()
})

describe.skipIf(isMissing)(`deploy/Dockerfile${MISSING}`, () => {
  const volume = folderForThisFile()
  let container: Container | undefined
  let origin = ''
  const server: Reachable = {
    request: (method, path, options = {}) => fetch(origin + path, toInit(method, options)),
  }

  async function start() {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const env = { PORT: String(port), APP_ORIGIN: origin, TRUSTED_PROXIES: '127.0.0.1' }
    container = await startContainer({ config, root, volume, env })
    await vi.waitFor(
      async () => {
        if (!container?.isRunning()) return
        expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      },
      { timeout: 120_000, interval: 100 },
    )
    expect(container.isRunning(), container.output()).toBe(true)
  }
  afterAll(async () => {
    if (!container?.isRunning()) return
    container.signal('SIGKILL')
    await container.exit()
  })

  test('runs without root, with one volume and a command that gets signals', () => {
    expect(config).toMatchObject({
      User: `${NODE_USER}:${NODE_USER}`,
      Volumes: { '/data': {} },
      ExposedPorts: { '8080/tcp': {} },
      StopSignal: 'SIGTERM',
      Cmd: ['node', 'dist/server/main.js'],
    })
    expect(config.Env).toEqual(expect.arrayContaining(['DATA_DIR=/data', 'NODE_ENV=production']))
    expect(config.Healthcheck.Test.slice(0, 3)).toEqual(['CMD', 'node', '-e'])
    expect(statSync(join(root, 'data')).uid).toBe(NODE_USER)
  })

  test('contains the build and what it needs, without sources and build tools', () => {
    const folder = join(root, 'opt/split')
    const files = ['dist', 'node_modules', 'package.json', 'sbom.cdx.json', 'server', 'src']
    expect(readdirSync(folder).toSorted()).toEqual(files)
    const sources = ['server', 'src'].flatMap((name) => filesBelow(join(folder, name)))
    expect(sources.filter((file) => !/\.(css|js)$/.test(file))).toEqual([])
    const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string }[]
    }
    const listed = components.map(({ name, version }) => `${name}@${version}`)
    expect([...new Set(listed)].toSorted()).toEqual(packagesIn(join(folder, 'node_modules')))
  })

  test('loses no click when it is stopped under load, and keeps its data', async () => {
    chownSync(volume, NODE_USER, NODE_USER)
    await start()
    const ana = await signUp(server)
    const link = await addLink(ana)
    const path = new URL(link.split_url).pathname
    let sent = 0
    let answered = 0
    const stopsAt = 400
    async function clickUntilStopped(): Promise<void> {
      for (;;) {
        sent += 1
        // A visitor of its own for each click, so that none counts as repeated.
        const visitor = `198.18.${sent >> 8}.${sent & 255}`
        if (sent === stopsAt) container?.signal('SIGTERM')
        const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': visitor }
        const response = await server.request('GET', path, { headers }).catch(() => null)
        if (!response) return
        expect(response.status).toBe(302)
        answered += 1
      }
    }
    await Promise.all(Array.from({ length: 8 }, clickUntilStopped))
    expect(answered).toBeGreaterThanOrEqual(stopsAt - 8)
    // Exit code 0 means that the server ended within its own limit of ten seconds.
    expect(await container?.exit()).toBe(0)

    await start()
    const again: Pick<Person, 'get' | 'send'> = sessionOn(server, ana.token)
    const { lifetime_clicks: counted } = await readLink({ ...ana, ...again }, link)
    expect(counted).toBeGreaterThanOrEqual(answered)
    expect(counted).toBeLessThanOrEqual(sent)
  })

  test('its health check succeeds while Split runs and fails after it ended', async () => {
    const [, program = '', ...args] = config.Healthcheck.Test
    const check = () =>
      new Promise<number | null>((resolve) => {
        const env = { ...process.env, PORT: new URL(origin).port }
        execFile(program, args, { env }).once('exit', resolve)
      })
    expect(await check()).toBe(0)
    container?.signal('SIGTERM')
    expect(await container?.exit()).toBe(0)
    expect(await check()).toBe(1)
  })

  test('writes only to its volume', () => {
    expect(readdirSync(join(root, 'data'))).toEqual([])
    expect(readdirSync(volume)).toEqual(expect.arrayContaining(['postgres', 'secrets.json']))
    // The programs of PostgreSQL run from the image and are not copied.
    expect(readdirSync(volume)).not.toContain('lib')
  })
})
