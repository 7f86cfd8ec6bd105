import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/** The pattern of class names and animation names that `shortNames` finds and shortens. */
export const LONG_NAME_PATTERN = 'css__[hash]__[local]'
const LONG_NAME = /css__[\w-]+?__([\w-]+)/g

/**
 * Shortens the names in CSS modules, which are random and therefore compress badly: three letters
 * for the file, then a letter for each name. They depend only on the file's path and on the order
 * of its names, so that a changed file leaves the others as they are. Global classes start with a
 * small letter, these with a capital.
 */
export function shortNames(): Plugin[] {
  let prefixes = new Map<string, string>()
  const files = new Map<string, Map<string, string>>()
  const shorten = (code: string, id: string) => {
    const prefix = prefixes.get(pathOf(id))
    if (prefix === undefined) throw new Error(`${id} is a CSS module outside src`)
    const names = files.get(id) ?? new Map<string, string>()
    files.set(id, names)
    return code.replace(LONG_NAME, (_, local: string) => {
      const name = names.get(local) ?? prefix + letters(names.size)
      names.set(local, name)
      return name
    })
  }
  const transform = (code: string, id: string) =>
    id.endsWith('.module.css') ? { code: shorten(code, id), map: null } : null
  return [
    {
      name: 'short-names-in-styles',
      apply: 'build',
      buildStart: () => void (prefixes = filePrefixes(styleFiles())),
      transform,
    },
    { name: 'short-names-in-code', apply: 'build', enforce: 'post', transform },
  ]
}

/**
 * Lets the build write each class name where it is used: it can do so for the named exports of a CSS
 * module, but not for the properties of its default export. Without `no-treeshake`, a module
 * whose names are all written elsewhere would be left out together with its styles.
 */
export const classNames = (): Plugin => ({
  name: 'class-names',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (id.endsWith('.module.css')) return { code, map: null, moduleSideEffects: 'no-treeshake' }
    if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes('.module.css')) return null
    return {
      code: code.replace(
        /import (\w+) from (["'][^"']+\.module\.css["'])/g,
        'import * as $1 from $2',
      ),
      map: null,
    }
  },
})

/** Returns three letters for each path. Paths with the same hash get different letters. */
export function filePrefixes(paths: readonly string[]): Map<string, string> {
  const taken = new Set<string>()
  const prefixes = new Map<string, string>()
  for (const path of paths.toSorted()) {
    let salt = 0
    let prefix = hashedLetters(path)
    while (taken.has(prefix)) prefix = hashedLetters(`${path} ${++salt}`)
    taken.add(prefix)
    prefixes.set(path, prefix)
  }
  return prefixes
}

const styleFiles = () =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => `src/${path.split(sep).join('/')}`)

const pathOf = (id: string) => relative(process.cwd(), id).split(sep).join('/')

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

function hashedLetters(text: string): string {
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(text).digest()
  return `${LETTERS[26 + (first % 26)]}${LETTERS[second % 52]}${LETTERS[third % 52]}`
}

/** Numbers written in letters: a to Z, then aa, ab and so on. */
export function letters(number: number): string {
  const rest = Math.floor(number / LETTERS.length)
  return (rest > 0 ? letters(rest - 1) : '') + LETTERS[number % LETTERS.length]
}
