import type { Context, Env } from 'hono'

/** Answers with a CSV file that the browser saves. `name` has no extension. */
export function answerCsv<E extends Env>(c: Context<E>, name: string, text: string): Response {
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="${name}.csv"`)
  return c.body(text)
}
