import type { Plugin } from 'vite'
import { BREAKPOINTS } from './src/ui/breakpoints.ts'

const media = Object.entries(BREAKPOINTS)
  .map(([name, width]) => `@custom-media --${name} (min-width: ${width}px);`)
  .join('')

/** Gives every stylesheet the breakpoints as `@media (--desk)`, from the one table. */
export const breakpoints = (): Plugin => ({
  name: 'breakpoints',
  enforce: 'pre',
  transform(code, id) {
    return /\.css(\?|$)/.test(id) && code.includes('(--') ? { code: media + code, map: null } : null
  },
})

const UNUSED_WEIGHT = /\[\s*"(?:duotone|light|thin)",[\s\S]*?\n {2}\],?/g

/** Leaves out the icon weights that the design never uses: half of every icon's size. */
export const iconWeights = (): Plugin => ({
  name: 'icon-weights',
  transform(code, id) {
    if (!id.includes('@phosphor-icons/react/dist/defs/')) return null
    return { code: code.replace(UNUSED_WEIGHT, ''), map: null }
  },
})
