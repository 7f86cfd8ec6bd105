import { nextKeys } from '../../../server/links/link-key.ts'
import { describe, expect, test, vi } from 'vitest'
import { stepTo } from '../../../server/redirect/chain.ts'
import { locationOf } from '../../../server/redirect/location.ts'
import { ENDED } from '../../../server/redirect/pages.ts'
import { createReader } from '../../../server/redirect/reader.ts'
import { keyIn, keyOnDomain, shortHostsOf } from '../../../server/redirect/short-url.ts'
import { Targets } from '../../../server/redirect/targets.ts'
import type { Target } from '../../../server/redirect/target.ts'

const targetOf = (url: string): Target => {
  const location = locationOf(url, null, false)
  if (!location) throw new Error('no location')
  const link = { linkId: url, userId: 'u', brandId: null }
  const to = stepTo(url)
  const after = { endsAt: Infinity, limits: null, after: ENDED, afterwards: null }
  return { ...location, ...after, to, link, rules: null, exit: null, isByFormerCode: false }
}

/** Creates a cache whose reads end when the test says so. */
function cacheWithReads() {
  const reads: { key: string; end: (target: Target | null) => void; fail: () => void }[] = []
  const cache = new Targets(
    (key) =>
      new Promise((resolve, reject) => {
        reads.push({ key, end: resolve, fail: () => reject(new Error('no database')) })
      }),
  )
  /** Finds the link `1:a` with a read that returns this target. */
  const findAs = async (target: Target) => {
    const found = cache.find('1:a')
    reads.at(-1)?.end(target)
    return found
  }
  /** Finds the link `1:a` with a read that fails. */
  const findFailing = async () => {
    const found = cache.find('1:a')
    reads.at(-1)?.fail()
    return found
  }
  return { cache, reads, findAs, findFailing }
}

describe('targets in memory (A-038)', () => {
  const before = targetOf('http://shop.example/before')
  const after = targetOf('http://shop.example/after')

  test('simultaneous requests for a link share one read', async () => {
    const { cache, reads } = cacheWithReads()
    const asked = [cache.find('1:a'), cache.find('1:a'), cache.find('1:a')]
    reads[0]?.end(before)
    expect(await Promise.all(asked)).toEqual([before, before, before])
    expect(reads).toHaveLength(1)
    expect(cache.get('1:a')).toBe(before)
  })

  test('a read older than an edit does not restore the old target', async () => {
    const { cache, reads } = cacheWithReads()
    const early = cache.find('1:a')
    cache.drop('1:a')
    const late = cache.find('1:a')
    reads[1]?.end(after)
    expect(await late).toBe(after)
    reads[0]?.end(before)
    await early
    expect(cache.get('1:a')).toBe(after)
  })

  test('after missed notices the target is read again, and the old one used if that fails', async () => {
    const { cache, findAs, findFailing } = cacheWithReads()
    await findAs(before)
    cache.clear()
    expect(cache.get('1:a')).toBeUndefined()
    expect(await findFailing()).toBe(before)
    expect(await findAs(after)).toBe(after)
    cache.clear()
    cache.drop('1:a')
    await expect(findFailing()).rejects.toThrow('no database')
  })

  test('a read older than a clear is not kept', async () => {
    const { cache, reads } = cacheWithReads()
    const early = cache.find('1:a')
    cache.clear()
    reads[0]?.end(before)
    await early
    expect(cache.get('1:a')).toBeUndefined()
  })

  test('during a commit no older read is shared and nothing is kept', async () => {
    const { cache, reads, findAs } = cacheWithReads()
    const early = cache.find('1:a')
    cache.hold('1:a', 'edit 1')
    cache.hold('1:a', 'edit 2')
    const during = cache.find('1:a')
    reads[0]?.end(before)
    reads[1]?.end(after)
    expect([await early, await during]).toEqual([before, after])
    cache.release('1:a', 'edit 1')
    expect(cache.get('1:a')).toBeUndefined()
    await findAs(after)
    expect(cache.get('1:a')).toBeUndefined()
    cache.release('1:a', 'edit 2')
    await findAs(after)
    expect(cache.get('1:a')).toBe(after)
  })

  test('a failed read is retried by the next request', async () => {
    const { findAs, findFailing } = cacheWithReads()
    await expect(findFailing()).rejects.toThrow('no database')
    expect(await findAs(after)).toBe(after)
  })

  test('a scan of unknown codes does not displace real links', async () => {
    const cache = new Targets(async (key) => (key === '1:real' ? before : null))
    await cache.find('1:real')
    for (let n = 0; n < 25_000; n++) await cache.find(`1:none${n}`)
    expect(cache.get('1:real')).toBe(before)
    expect(cache.get('1:none24999')).toBeNull()
    expect(cache.get('1:none0')).toBeUndefined()
  })
})

describe('where a short link is looked for (D-04)', () => {
  test.each([
    ['/s/abc', 'abc'],
    ['/s/ABC/?x=/y', 'abc'],
    ['/s/a_b-9', 'a_b-9'],
    ['/s', ''],
    ['/s/', ''],
    ['/s/a+', ''],
    ['/s/abc/d', 'abc'],
    ['/s/abc/d/e', ''],
    ['/s/abc//', 'abc'],
    ['/s/\u0130bc', ''],
    ['/shop', undefined],
    ['/abc', undefined],
    ['', undefined],
  ])('%s names %s', (url, code) => {
    const key = code && `1:${code}`
    expect(keyIn(url, 'localhost:8080', null)).toBe(key)
  })

  test.each([
    ['/s/Abc~12', '12=Abc'],
    ['/s/%41bc~12/story', '12=Abc'],
    ['/s/7~12', '12=7'],
    ['/s/%C3%BC~12', '12=ü'],
    ['/s/caf%C3%A9~12/story', '12=café'],
    ['/s/caf%C3%A9~12.', '12=café'],
    ['/s/caf%C3%A9~12+', ''],
    ['/s/caf%C3%A9~12x', ''],
    ['/s/a%2Fb~12', '12=a/b'],
    ['/s/abc~1', '1:abc'],
    ['/s/abc~01', ''],
    ['/s/abc~', ''],
    ['/s/abc~12~13', ''],
    ['/s/abc~9999999999', ''],
  ])('%s names a link of another domain, or none', (url, key) => {
    expect(keyIn(url, 'localhost:8080', null)).toBe(key)
  })

  test.each([
    ['/Abc', '7:abc'],
    ['/s/abc/?x=1', '7:abc'],
    ['/abc~1', ''],
    ['/v1/my/settings', ''],
    ['/', ''],
  ])('on an own domain %s is a link of its owner, or none', (url, key) => {
    expect(keyOnDomain(url, { domainId: 7, hasExactCodes: false })).toBe(key)
  })

  test.each([
    ['/Abc', ['7=Abc', '7:abc']],
    ['/s/abc/?x=1', ['7=s/abc', '7=abc', '7:abc']],
    ['/Abc/story', ['7=Abc/story', '7=Abc', '7:abc']],
    ['/Abc./story', ['7=Abc./story', '7=Abc.', '7=Abc', '7:abc']],
    ['/Abc,then', ['7=Abc,then', '7=Abc', '7:abc']],
    ['/Abc%20then', ['7=Abc', '7:abc']],
    ['/abc%E2%80%9D', ['7=abc', '7:abc']],
    ['/abc+', []],
    ['/abc~8', []],
    ['/Abc).', ['7=Abc).', '7=Abc', '7:abc']],
    ['/1', ['7=1']],
    ['/1/story', ['7=1/story', '7=1']],
    ['/s', ['7=s']],
    ['/-_a.b', ['7=-_a.b']],
    ['/caf%C3%A9', ['7=café']],
    ['/cafe%CC%81', ['7=café']],
    ['/caf%C3%A9.', ['7=café.', '7=café']],
    ['/caf%C3%A9/story', ['7=café/story', '7=café']],
    ['/%00', []],
    ['/a/b/c', ['7=a/b/c', '7=a/b']],
    ['/a//b', []],
    ['/a/../b', []],
    ['/..', []],
    ['/', []],
  ])('on a domain with exact codes %s is looked up as %j', (url, keys) => {
    const key = keyOnDomain(url, { domainId: 7, hasExactCodes: true })
    expect(key === '' ? [] : [key, ...nextKeys(key)]).toEqual(keys)
  })

  test('the short host counts with its port, and not when it is the app itself', () => {
    expect(shortHostsOf('http://localhost:8080/s', 'http://localhost:8080')).toBeNull()
    expect(shortHostsOf('https://app.example/s', 'https://app.example')).toBeNull()
    const go = shortHostsOf('https://go.example', 'https://app.example')
    expect(keyIn('/abc', 'Go.Example', go)).toBe('1:abc')
    expect(keyIn('/abc', 'app.example', go)).toBeUndefined()
    const local = shortHostsOf('http://localhost:9000', 'http://localhost:8080')
    expect(keyIn('/abc', 'localhost:9000', local)).toBe('1:abc')
    for (const host of ['localhost', 'localhost:8080', 'localhost:443'])
      expect(keyIn('/abc', host, local)).toBeUndefined()
  })
})

describe('reading many links at once', () => {
  test('requests during a query are combined in the next one', async () => {
    const questions: string[][] = []
    const answers: (() => void)[] = []
    const read = createReader<string>((keys) => {
      questions.push(keys)
      return new Promise((resolve) => {
        answers.push(() => resolve(new Map(keys.map((key) => [key, `of ${key}`]))))
      })
    })
    const first = read('1:a')
    await vi.waitFor(() => expect(questions).toHaveLength(1))
    const second = read('1:b')
    await vi.waitFor(() => expect(questions).toHaveLength(2))
    const rest = [read('1:c'), read('1:d'), read('1:c')]
    answers[0]?.()
    expect(await first).toBe('of 1:a')
    await vi.waitFor(() => expect(questions).toHaveLength(3))
    for (const answer of answers) answer()
    expect(await second).toBe('of 1:b')
    expect(await Promise.all(rest)).toEqual(['of 1:c', 'of 1:d', 'of 1:c'])
    expect(questions).toEqual([['1:a'], ['1:b'], ['1:c', '1:d']])
  })

  test('a failure reaches all waiting requests and no later one', async () => {
    let isBroken = true
    const read = createReader(async () => {
      if (isBroken) throw new Error('no database')
      return new Map<string, string>()
    })
    const asked = await Promise.allSettled([read('1:a'), read('1:b')])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await read('1:a')).toBeNull()
  })
})
