/** A key by the name that the DOM gives it; `Shift+Tab` holds the first while the second goes down. */
export type Key = string

export type Point = { x: number; y: number }

/**
 * What a hand and an eye can do in a browser, in the fewest words that three browsers have in common.
 * Everything else is written once, on top of it (`visitor.ts`).
 */
export interface Engine {
  /** Returns when the page has been loaded. */
  open(url: string): Promise<void>
  /** Runs an expression in the page, waits for it, and returns the text that it comes to. */
  evaluate(expression: string): Promise<string>
  tap(point: Point, button?: 'left' | 'right'): Promise<void>
  press(key: Key): Promise<void>
  type(text: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** About a phone's; the narrowest that every one of the three can have. */
export const WINDOW = { width: 450, height: 844 }
