import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  readSecretFiles,
  SECRET_SETTINGS,
} from '../../../../server/platform/config/secret-files.ts'
import { SETTINGS } from '../../../../server/platform/config/settings/settings-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'split-secret-files-'))
const fileWith = (text: string) => {
  const path = join(folder, `secret-${text.length}`)
  writeFileSync(path, text)
  return path
}

test.each(SECRET_SETTINGS)('%s can be in a file', (name) => {
  const env = { [`${name}_FILE`]: fileWith(`value of ${name}\n`), [name]: ' ' }
  readSecretFiles(env)
  expect(env[name]).toBe(`value of ${name}`)
})

test('each setting that is a secret can be in a file', () => {
  const names = SETTINGS.flatMap(({ settings }) => settings.map(({ name }) => name))
  const secrets = names.filter((name) => /SECRET|_KEY$|TOKEN$/.test(name) && !/PUBLIC/.test(name))
  expect(secrets.length).toBeGreaterThan(5)
  expect(SECRET_SETTINGS).toEqual(expect.arrayContaining(secrets))
  expect(names).toEqual(expect.arrayContaining([...SECRET_SETTINGS]))
})

test('a missing or empty file, or both settings, stop the start', () => {
  const missing = join(folder, 'missing')
  expect(() => readSecretFiles({ JWT_SECRET_FILE: missing })).toThrow(
    `JWT_SECRET_FILE: ${missing} cannot be read (ENOENT).`,
  )
  const empty = fileWith('\n')
  expect(() => readSecretFiles({ JWT_SECRET_FILE: empty })).toThrow(
    `JWT_SECRET_FILE: ${empty} is empty.`,
  )
  const both = { JWT_SECRET: 'one', JWT_SECRET_FILE: fileWith('another') }
  expect(() => readSecretFiles(both)).toThrow('Set either JWT_SECRET or JWT_SECRET_FILE.')
})
