import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.each(['src', 'server', 'sw'])('%s checks URLs with canParseUrl', (root) => {
  const using = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('URL.canParse('))
  expect(using).toEqual([])
})
