import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { sourceFiles } from './source-files.ts'

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([#.][^'"]+)\1/g
/**
 * Matches static imports. Dynamic ones are left out, because they are how the app starts quickly
 * and form no cycle.
 */
const STATIC = /^(?:import|export)\b[^;'"(]*?(['"])([#.][^'"]+)\1/gm

/** All code files of the product, without tests. */
export const code = sourceFiles('src', 'sw', 'server', 'extension').filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
)

/** Returns the files that this one imports, including types and dynamic imports. */
export const importsOf = (file: string): string[] => read(file, SPECIFIER)

function read(file: string, specifier: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(specifier)].map(([, , to = '']) =>
    to.startsWith('#') ? `src/${to.slice(1)}` : normalize(join(dirname(file), to)),
  )
}

/**
 * Returns groups of files that import each other in cycles, including types (Tarjan's algorithm).
 */
export function importCycles(): string[][] {
  const graph = new Map(code.map((file) => [file, read(file, STATIC)]))
  const found: string[][] = []
  const place = new Map<string, number>()
  const open: string[] = []

  const visit = (file: string): number => {
    place.set(file, place.size)
    let low = place.size - 1
    open.push(file)
    for (const to of graph.get(file) ?? []) {
      if (!graph.has(to)) continue
      if (!place.has(to)) low = Math.min(low, visit(to))
      else if (open.includes(to)) low = Math.min(low, place.get(to) ?? low)
    }
    if (low === place.get(file)) found.push(open.splice(open.indexOf(file)))
    return low
  }
  for (const file of code) if (!place.has(file)) visit(file)
  return found.filter(({ length }) => length > 1)
}
