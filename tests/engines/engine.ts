/** DOM name of a key. `Shift+Tab` holds the first key while the second is pressed. */
export type Key = string

export type Point = { x: number; y: number }

/**
 * Basic browser actions that all three browsers support. `visitor.ts` builds all other actions from
 * them.
 */
export interface Engine {
  /** Opens the address and returns when the page has loaded. */
  open(url: string): Promise<void>
  /** Evaluates an expression in the page, waits for its promise and returns the resulting text. */
  evaluate(expression: string): Promise<string>
  tap(point: Point, button?: 'left' | 'right'): Promise<void>
  press(key: Key): Promise<void>
  type(text: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Window size like that of a phone. The width is the smallest that all three browsers support. */
export const WINDOW = { width: 450, height: 844 }
