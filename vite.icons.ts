import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ICON = /@phosphor-icons\/react\/dist\/csr\/(\w+)\.es\.js$/
const HELPER = 'virtual:icon'
/** Files whose icons other files draw filled: the marked item of a menu. */
const MENUS = ['src/app/shell/navigation/nav-items.ts', 'src/app/shell/navigation/nav-more.ts']

/**
 * Reduces icons to what the app draws. Of six weights two are kept, and the filled one only for
 * icons that can be filled. Bold is drawn as regular with wider lines: regular lines are 16 wide
 * and bold ones 24. An icon becomes an element when it is first drawn.
 */
export function iconWeights(): Plugin {
  let filled = new Set<string>()
  return {
    name: 'icon-weights',
    apply: 'build',
    buildStart: () => void (filled = filledIcons('src')),
    resolveId: (id) => (id === HELPER ? `\0${HELPER}` : null),
    load: (id) => (id === `\0${HELPER}` ? HELPER_CODE : null),
    transform(_, id) {
      const name = ICON.exec(id)?.[1]
      if (!name) return null
      const drawings = readFileSync(id.replace('/csr/', '/defs/'), 'utf8')
      const weights = filled.has(name) ? ['regular', 'fill'] : ['regular']
      const paths = weights.map((weight) => JSON.stringify(pathOf(drawings, weight, id)))
      return {
        code: `import { icon } from '${HELPER}'
export const ${name}Icon = /* @__PURE__ */ icon(${paths.join(', ')})`,
        map: null,
      }
    },
  }
}

const HELPER_CODE = `import { createElement, forwardRef } from 'react'
import IconBase from '@phosphor-icons/react/dist/lib/IconBase'
export function icon(regular, fill = regular) {
  const drawn = new Map()
  const draw = (weight) =>
    createElement('path', weight === 'bold'
      ? { d: regular, stroke: 'currentColor', strokeWidth: 8 }
      : { d: weight === 'fill' ? fill : regular })
  const weights = {
    get(weight) {
      if (!drawn.has(weight)) drawn.set(weight, draw(weight))
      return drawn.get(weight)
    },
  }
  return forwardRef((props, ref) => createElement(IconBase, { ref, ...props, weights }))
}`

/**
 * Returns the icons that may be drawn filled: all that a file imports which mentions the weight or
 * a banner, or which is a menu.
 */
export function filledIcons(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const names = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    if (!/['"]fill['"]|<Banner\b/.test(code) && !MENUS.includes(file)) return []
    return [...code.matchAll(/@phosphor-icons\/react\/(\w+)/g)].map(([, name = '']) => name)
  })
  return new Set(names)
}

/** Returns the path of an icon in one weight. */
function pathOf(drawings: string, weight: string, id: string): string {
  const drawing = new RegExp(`"${weight}",([\\s\\S]*?)\\n {2}\\]`).exec(drawings)?.[1] ?? ''
  const [path, ...others] = [...drawing.matchAll(/\bd: "([^"]+)"/g)].map(([, d = '']) => d)
  if (!path || others.length > 0 || drawing.match(/createElement/g)?.length !== 2)
    throw new Error(`Unknown icon format in ${id}`)
  return shorten(path)
}

/** Rounds coordinates to a tenth, which is a hundredth of a pixel at the size of an icon. */
export function shorten(path: string): string {
  let written = ''
  let before = ''
  for (const [token] of path.matchAll(/[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi)) {
    const next = /[a-z]/i.test(token) ? token : rounded(token)
    written += needsComma(before, next) ? `,${next}` : next
    before = next
  }
  return written
}

const rounded = (number: string) =>
  String(Math.round(Number(number) * 10) / 10).replace(/^(-?)0\./, '$1.')

const needsComma = (before: string, next: string) =>
  /\d$/.test(before) && (/^\d/.test(next) || (next.startsWith('.') && !before.includes('.')))
