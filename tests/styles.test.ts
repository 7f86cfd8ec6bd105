import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BREAKPOINTS } from '#ui/styles/breakpoints.ts'
import { sourceFiles } from './support/source-files.ts'

const sheets = sourceFiles('src').filter((file) => file.endsWith('.css'))

test('breakpoints: all widths in media queries come from one table (R-625)', () => {
  expect(BREAKPOINTS).toEqual({
    desk: 993,
    modal: 769,
    chat: 875,
    editor: 577,
    editorButtons: 356,
  })
  const own = sheets.filter((file) => /@media[^{]*width/.test(readFileSync(file, 'utf8')))
  expect(own).toEqual([])
})

test('stylesheets use only breakpoints of the table', () => {
  const names = sheets.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media \(--(\w+)\)/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !(name in BREAKPOINTS))).toEqual([])
})

test('colours: only tokens.css contains hex values', () => {
  const own = sheets
    .filter((file) => !file.endsWith('/tokens.css'))
    .flatMap((file) =>
      (readFileSync(file, 'utf8').match(/#[0-9a-f]{3,8}\b/gi) ?? []).map((hex) => `${file} ${hex}`),
    )
  expect(own).toEqual([])
})

test('every CSS module puts its rules into a cascade layer', () => {
  const modules = sheets.filter((file) => file.endsWith('.module.css'))
  const outside = modules.filter(
    (file) => !/^@layer (layout|components|screens) \{/.test(readFileSync(file, 'utf8')),
  )
  expect(modules.length).toBeGreaterThan(20)
  expect(outside).toEqual([])
})

// A single such rule makes the browser restyle every row of a long list whenever one is added.
test('no rule selects any element after another (`+ *`, `~ :first-child`)', () => {
  const sweeping = sheets.flatMap((file) =>
    (readFileSync(file, 'utf8').match(/^.*[+~]\s*(?:\*|:).*$/gm) ?? [])
      .filter((line) => !line.includes('calc('))
      .map((line) => `${file} ${line.trim()}`),
  )
  expect(sweeping).toEqual([])
})
