import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textsOf } from '../scripts/texts/texts-of.mjs'
import { textsPage } from '../scripts/texts/texts-page.mjs'

test('docs/texts.md has the texts of the sources (`npm run docs` writes it)', () => {
  expect(readFileSync('docs/texts.md', 'utf8')).toBe(textsPage())
})

test('a sentence keeps its inline elements and the names of its values', () => {
  const source = `export const Line = ({ count, day }) => (
    <p title="Orders of this month">
      You have <b>{count} orders</b> since {formatDay(day)}.
    </p>
  )`
  expect(textsOf('line.tsx', source)).toEqual([
    'Orders of this month',
    'You have {count} orders since {day}.',
  ])
})

test('strings for programs and operators are not texts', () => {
  const source = `import { a } from 'Some Module'
    log.warn('Mail not sent')
    if (!x) throw new Error('This cannot happen')
    export const query = sql\`SELECT One FROM Two\`
    export const styles = { className: 'Row Of', icon: 'M12,4 Z', kind: 'RETRY_LATER' }
    export const title = 'Your links'`
  expect(textsOf('x.ts', source)).toEqual(['Your links'])
})
