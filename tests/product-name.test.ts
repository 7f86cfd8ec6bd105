import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { APP_NAME, botName, DEFAULT_NAME } from '#contract/text/product-name.ts'
import { textsOf } from '../scripts/texts/texts-of.mjs'

/** The default name itself, and the descriptions of settings for docs/configuration.md. */
const LEFT_OUT =
  /^(?:src\/contract\/text\/product-name\.ts|server\/platform\/config\/settings\/.*)$/

const sources = ['src', 'sw', 'server', 'extension'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path)),
)
const name = new RegExp(`\\b${DEFAULT_NAME}\\b`)

test('no text of a screen, page or message contains the default name, which operators replace', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources
    .filter((path) => !LEFT_OUT.test(path))
    .flatMap((path) => textsOf(path, readFileSync(path, 'utf8')).map((text) => ({ path, text })))
    .filter(({ text }) => name.test(text))
  expect(found).toEqual([])
})

test('the default name is that of the specification', () => {
  expect([APP_NAME, botName()]).toEqual(['Split', 'SplitBot'])
})

afterEach(() => {
  delete document.documentElement.dataset['product']
  vi.resetModules()
})

test('a page that names another product gives the app its name', async () => {
  document.documentElement.dataset['product'] = 'Käse & Co'
  vi.resetModules()
  const other = await import('#contract/text/product-name.ts')
  expect([other.APP_NAME, other.botName()]).toEqual(['Käse & Co', 'KseCoBot'])
})
