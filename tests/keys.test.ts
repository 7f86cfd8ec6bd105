import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './support/source-files.ts'

/** Code that reads a key without checking for an input method. */
const UNGUARDED =
  /\b(?:event|e|nativeEvent)\??\.(?:key|code|keyCode|which|isComposing)\b|\{[^{}]*\b(?:key|code|keyCode)\b[^{}]*\}: (?:\w+\.)?KeyboardEvent|'Enter'/

const files = sourceFiles('src').filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)

/** Returns the lines that read a key directly. `Enter` is allowed in files that use `keyOf`. */
const unguarded = (source: string) =>
  source.split('\n').filter((line) => {
    const found = UNGUARDED.exec(line)
    return found && (found[0] !== "'Enter'" || !source.includes('keyOf('))
  })

test('keys are read with keyOf, which leaves those of an input method alone', () => {
  const own = files
    .filter((file) => file !== 'src/ui/keys.ts')
    .flatMap((file) =>
      unguarded(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`),
    )
  expect(own).toEqual([])
})

test.each([
  "if (event.key === 'Enter') send()",
  "if (event.nativeEvent.isComposing || e.key !== 'Escape') return",
  "const keydown = ({ key }: KeyboardEvent) => key === 'Escape' && close()",
  "if (key === 'Enter') send()",
])('“%s” is found', (line) => {
  expect(unguarded(line)).toEqual([line])
})
