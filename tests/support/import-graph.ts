import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([#.][^'"]+)\1/g
/** Not what is fetched on demand: that is no knot, it is how the app starts quickly. */
const STATIC = /^(?:import|export)\b[^;'"(]*?(['"])([#.][^'"]+)\1/gm

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)

/** Every code file of the product; tests stand apart. */
export const code = ['src', 'sw', 'server']
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))

/** What stands apart: journeys, the server's tests, and what they share. */
export const tests = filesIn('tests').filter((file) => /\.tsx?$/.test(file))

/** The files that this one imports, types included, now or on demand. */
export const importsOf = (file: string): string[] => read(file, SPECIFIER)

function read(file: string, specifier: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(specifier)].map(([, , to = '']) =>
    to.startsWith('#') ? `src/${to.slice(1)}` : normalize(join(dirname(file), to)),
  )
}

/** Groups of files in which each needs all others, types included (Tarjan's algorithm). */
export function knots(): string[][] {
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
