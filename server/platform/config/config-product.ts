import { readFileSync, statSync } from 'node:fs'
import { DEFAULT_NAME } from '#contract/text/product-name.ts'
import { COLOR, problemOf } from '../product/colors.ts'
import { ConfigError, readMatching, readValue, throwInvalid, type Env } from './config-readers.ts'

/** No signs that HTML reserves, because some pages contain the name as it is. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .’'+-]{0,28}[\p{L}\p{M}\p{N}.’'+])?$/u
const MAX_LOGO_BYTES = 1024 * 1024

/** Checks the name and colour of the product. Modules read them before this configuration. */
export function checkProduct(env: Env): void {
  readMatching(env, 'PRODUCT_NAME', {
    fallback: DEFAULT_NAME,
    shape: NAME,
    expected: '1 to 30 letters, digits, spaces and . ’ + -',
  })
  const color = readValue(env, 'PRODUCT_COLOR')
  if (color === undefined) return
  if (!COLOR.test(color)) throwInvalid('PRODUCT_COLOR', color, 'a colour like #0b5fff')
  const problem = problemOf(color)
  if (problem !== undefined) throw new ConfigError(problem)
}

/** Returns the content of the logo; null if none is set. */
export function productLogo(env: Env): Buffer | null {
  const path = readValue(env, 'PRODUCT_LOGO')
  if (path === undefined) return null
  if (!/\.(png|svg)$/i.test(path)) return throwInvalid('PRODUCT_LOGO', path, 'a PNG or SVG file')
  const bytes = statSync(path, { throwIfNoEntry: false })?.size
  if (bytes === undefined) return throwInvalid('PRODUCT_LOGO', path, 'a file that exists')
  if (bytes > MAX_LOGO_BYTES) return throwInvalid('PRODUCT_LOGO', path, 'a file of at most 1 MB')
  return readFileSync(path)
}
