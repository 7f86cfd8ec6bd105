import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reorder } from './reordered.ts'

const list = (letters: string) => letters.split('')
const text = (ids: string[]) => ids.join('')
const without = (ids: string[], gone: string) => ids.filter((id) => id !== gone)

test('the given items change places, others stay', () => {
  expect(text(reorder(list('abcde'), list('dbx')))).toBe('adcbe')
})

test.each([
  ['each moved another one', 'abcdef', 'fabcde', 'bcdefa', 'fbcdea'],
  ['one was added elsewhere', 'abc', 'cab', 'abcx', 'cabx'],
  ['one was removed elsewhere', 'abcd', 'dabc', 'acd', 'dac'],
  ['both moved the same one: the later word counts', 'abcd', 'bcda', 'bacd', 'bcda'],
  ['nothing was moved here', 'abcd', 'abcd', 'dcba', 'dcba'],
  ['nothing was moved elsewhere', 'abcd', 'dbca', 'abcd', 'dbca'],
])('%s (D-75)', (_what, base, mine, now, merged) => {
  expect(text(reorder(list(now), list(mine), list(base)))).toBe(merged)
})

const ids = fc.uniqueArray(fc.constantFrom(...list('abcdefghijkl')), { maxLength: 10 })
const shuffled = fc.shuffledSubarray(list('abcdefghijkl'))

test('after any changes on two devices, every remaining link is listed once (D-75)', () => {
  fc.assert(
    fc.property(shuffled, shuffled, fc.option(ids, { nil: undefined }), (now, wanted, base) => {
      const merged = reorder(now, wanted, base)
      expect([...merged].sort()).toEqual([...now].sort())
    }),
  )
})

test('an order that nobody else changed is used unchanged', () => {
  const two = shuffled.chain((base) =>
    fc.tuple(fc.constant(base), fc.shuffledSubarray(base, { minLength: base.length })),
  )
  fc.assert(
    fc.property(two, ([base, wanted]) => {
      expect(reorder(base, wanted, base)).toEqual(wanted)
    }),
  )
})

test('moving one item keeps the order of the others', () => {
  const day = shuffled
    .filter(({ length }) => length > 1)
    .chain((base) =>
      fc.tuple(
        fc.constant(base),
        fc.shuffledSubarray(base, { minLength: base.length }),
        fc.nat({ max: base.length - 1 }),
        fc.nat({ max: base.length - 1 }),
      ),
    )
  fc.assert(
    fc.property(day, ([base, now, from, to]) => {
      const rest = base.filter((_, place) => place !== from)
      const wanted = [...rest.slice(0, to), ...base.slice(from, from + 1), ...rest.slice(to)]
      const merged = reorder(now, wanted, base)
      // If two neighbours change places, either may be the one that was moved.
      const kept = [base[from] ?? '', base[to] ?? ''].some(
        (id) => text(without(merged, id)) === text(without(now, id)),
      )
      expect(kept).toBe(true)
    }),
  )
})
