import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filledIcons, shorten } from '../vite.icons.ts'
import { sourceFiles } from './support/source-files.ts'

const code = sourceFiles('src')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

const names = (pattern: RegExp) =>
  new Set(code.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))

test('icons drawn filled stay filled in the build', () => {
  const drawn = names(/<(\w+)Icon\b[^>]*\bweight=(?:"fill"|\{[^}]*'fill')/g)
  expect([...drawn]).toEqual(expect.arrayContaining(['WarningCircle', 'CheckCircle']))
  const menus = ['Compass', 'Browser', 'Link', 'Handshake', 'DotsThreeOutline', 'Wallet', 'Trophy']
  const passed = ['Info', 'Warning', 'Hourglass', 'CloudSlash', 'Cards']
  expect([...filledIcons('src')]).toEqual(expect.arrayContaining([...drawn, ...menus, ...passed]))
})

const numbers = (path: string) => path.match(/-?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? []

test('shorter paths of icons have the same shape', () => {
  expect(shorten('M225.29,165.93l-1.41.59a8,8,0,0,1-.04,0,2,2,0,0,0,.5.04Z')).toBe(
    'M225.3,165.9l-1.4.6a8,8,0,0,1,0,0,2,2,0,0,0,.5,0Z',
  )
  for (const name of names(/@phosphor-icons\/react\/(\w+)/g)) {
    const drawings = readFileSync(`node_modules/@phosphor-icons/react/dist/defs/${name}.es.js`)
    for (const [, path = ''] of String(drawings).matchAll(/\bd: "([^"]+)"/g)) {
      const short = shorten(path)
      const wanted = numbers(path).map((number) => Math.round(number * 10) / 10 + 0)
      expect(numbers(short), `${name} ${path}`).toEqual(wanted)
      expect(short.match(/[a-z]/gi)).toEqual(path.match(/[a-z]/gi))
    }
  }
})
