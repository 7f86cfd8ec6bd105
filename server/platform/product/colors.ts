import { luminance } from '#contract/qr/options.ts'

/** Values of a colour token in the light and dark theme. */
type Pair = readonly [light: string, dark: string]

export const COLOR = /^#[\da-f]{6}$/i
/** Minimum contrast of text (WCAG 2.2, 1.4.3) and of parts of controls (1.4.11). */
const MIN_TEXT_CONTRAST = 4.5
const MIN_CONTROL_CONTRAST = 3
/** Page of the light theme, and the surface with the least contrast of each theme. */
const PAGE = '#ffffff'
const SURFACES: Pair = ['#f3f6f3', '#2b3630']
const STEPS = 50

/** Returns the contrast ratio of two colours (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns why a colour cannot be the product's; undefined if it can. */
export function problemOf(color: string): string | undefined {
  const ratio = contrast(color, PAGE)
  if (ratio >= MIN_CONTROL_CONTRAST) return undefined
  return `PRODUCT_COLOR ${color} has a contrast of ${ratio.toFixed(1)} to 1 with the white page, and buttons need ${MIN_CONTROL_CONTRAST} to 1. Choose a darker colour.`
}

/** Returns the colour tokens of `src/ui/styles/tokens.css` that follow from the product's colour. */
export function tokensOf(color: string): Record<string, Pair> {
  const light = color.toLowerCase()
  const dark = readableOn(SURFACES[1], light, '#ffffff')
  const onLight = textOn(light)
  const onDark = textOn(dark)
  // Moves away from the text, so that the text stays readable.
  const stronger = (share: number): Pair => [
    mix(light, opposite(onLight), share),
    mix(dark, opposite(onDark), share),
  ]
  const button: Pair = [light, dark]
  const text: Pair = [onLight, onDark]
  return {
    action: button,
    'action-hover': stronger(0.12),
    'action-pressed': stronger(0.24),
    'on-action': text,
    link: [readableOn(SURFACES[0], light, '#000000'), dark],
    focus: button,
    create: button,
    'create-hover': stronger(0.12),
    'create-pressed': stronger(0.24),
    'on-create': text,
    'shadow-create': ['rgb(0 0 0 / 0.3)', 'rgb(0 0 0 / 0.8)'],
    // Lighter than buttons, because the mark also appears on surfaces in their colour.
    'brand-a': [mix(light, '#ffffff', 0.5), mix(dark, '#ffffff', 0.5)],
    'brand-b': ['#0f1712', '#ecf2ee'],
  }
}

/** Returns black or white, whichever is easier to read. One of them always has 4.5 to 1. */
const textOn = (color: string) =>
  contrast(color, '#ffffff') >= MIN_TEXT_CONTRAST ? '#ffffff' : '#000000'
const opposite = (text: string) => (text === '#ffffff' ? '#000000' : '#ffffff')

/** Returns the colour, mixed with as much of another as it needs to be readable on a surface. */
function readableOn(surface: string, color: string, other: string): string {
  const shares = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS)
  const mixed = shares.map((share) => mix(color, other, share))
  return mixed.find((one) => contrast(one, surface) >= MIN_TEXT_CONTRAST) ?? other
}

function mix(color: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [color, other].map((one) => Number.parseInt(one.slice(at, at + 2), 16))
    return Math.round(from! + (to! - from!) * share)
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
