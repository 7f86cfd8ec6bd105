import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expression that runs axe and returns its violations as text. */
const CHECK = `(async () => {
  ${axe}
  const { violations } = await axe.run()
  return JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))
})()`

/** Runs axe in a window of the extension and returns the violations. */
export const violationsIn = async (
  evaluate: (expression: string) => Promise<string>,
): Promise<unknown[]> => JSON.parse(await evaluate(CHECK)) as unknown[]
