import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NEEDS, NOT_NEEDED } from '#support/engine-needs.ts'

const page = readFileSync('docs/scaling.md', 'utf8')

/** Server code without comments, which may mention features that the code does not use. */
const code = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|sql)$/.test(path))
  .map((path) => ({
    path: `server/${path}`,
    text: readFileSync(`server/${path}`, 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*\*|--).*$/gm, ''),
  }))

const listed = (name: string) => {
  const [, files] = new RegExp(`^\\| ${name} +\\|([^|]*)\\|`, 'm').exec(page) ?? []
  return [...(files ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => `server/${path}`).toSorted()
}

test.each(Object.entries(NEEDS))('docs/scaling.md says where %s is needed', (name, pattern) => {
  const used = code.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(used).not.toEqual([])
  expect(listed(name)).toEqual(used.toSorted())
})

test('every place named in docs/scaling.md exists', () => {
  const named = [
    ...page.matchAll(/`((?:[\w-]+\/)*[\w-]+(?:\.(?:test\.)?(?:tsx?|sql|cfg|yml|md)|\/))`/g),
  ]
  expect(named.length).toBeGreaterThan(30)
  const missing = named.filter(
    ([, path = '']) => !existsSync(`server/${path}`) && !existsSync(path),
  )
  expect(missing.map(([, path]) => path)).toEqual([])
})

test.each(Object.entries(NOT_NEEDED))('%s: no statement needs that', (name, pattern) => {
  expect(code.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
  expect(page.replaceAll(/\s+/g, ' ')).toContain(name)
})
