import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { hasValidFormToken } from './csrf.ts'
import { requireOwnOrigin } from './own-form.ts'

/** Returns the form if it comes from one of our pages in the same browser. */
export async function readOwnForm(c: Context<AppEnv>) {
  requireOwnOrigin(c)
  const form = formTexts(await c.req.parseBody())
  return hasValidFormToken(c, form['csrf']) ? form : undefined
}

/** Returns the text fields of a form, without characters that the database rejects. */
export const formTexts = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, clean(value)]] : [],
    ),
  )

/** Browsers send line breaks as CRLF. */
const clean = (text: string) =>
  text
    .replaceAll('\u0000', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/\p{Surrogate}/gu, '')
    .trim()
