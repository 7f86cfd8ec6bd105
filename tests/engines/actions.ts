import type { Key, Point } from './engine.ts'

const SHIFT = '\uE008'

/** Characters that WebDriver uses for keys without a printable character. */
const NAMED: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: SHIFT,
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

const BUTTONS = { left: 0, right: 2 }

/** Returns the actions of a mouse click. WebDriver Classic and WebDriver BiDi use the same form. */
export function mouseActions({ x, y }: Point, button: 'left' | 'right' = 'left') {
  const press = { button: BUTTONS[button] }
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', ...press },
        { type: 'pointerUp', ...press },
      ],
    },
  ]
}

export function keyActions(key: Key) {
  const keys = key.split('+').map((name) => NAMED[name] ?? name)
  return keyboard([...keys.map(down), ...keys.toReversed().map(up)])
}

/**
 * Returns the key actions for a text. `shifted` matches characters that need the shift key, for
 * drivers that do not press it themselves.
 */
export const typeActions = (text: string, shifted = /(?!)/) =>
  keyboard(
    Array.from(text).flatMap((sign) => (shifted.test(sign) ? held(sign) : [down(sign), up(sign)])),
  )

const held = (sign: string) => [down(SHIFT), down(sign), up(sign), up(SHIFT)]
const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })
const keyboard = (actions: object[]) => [{ type: 'key', id: 'keyboard', actions }]
