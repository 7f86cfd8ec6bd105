import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  READING_COMMANDS,
  RECORDED_COMMANDS,
} from '../../../../server/operator/actions/recorded-command.ts'

const source = readFileSync('docs/operating.md', 'utf8')
const [, section = ''] = source.split('### Commands and screens')
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const named = rows.flatMap(([, commands = '']) =>
  [...commands.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
)

test('each operator command has a screen of the console, or the reason why not', () => {
  const commands = [...Object.keys(RECORDED_COMMANDS), ...READING_COMMANDS]
  const missing = commands.filter(
    (command) => ![command, command.split(' ')[0] ?? ''].some((one) => named.includes(one)),
  )
  expect(commands.length).toBeGreaterThan(35)
  // "help" prints the list of commands.
  expect(missing).toEqual(['help'])
})

test('each row names a screen that exists, or says why there is none', () => {
  const screens = /^(Today|People|Reports|Brands|Money|Messages|Jobs|Audit)\b/
  const wrong = rows.filter(([, , place = '']) => !screens.test(place) && !/^none: ./.test(place))
  expect(rows.length).toBeGreaterThan(12)
  expect(wrong).toEqual([])
})
