/** Window widths in px at which the layout changes. CSS reads them as `@media (--desk)`. */
export const BREAKPOINTS = {
  /** Side menu instead of bars. */
  desk: 993,
  /** Centred dialog instead of bottom sheet. */
  modal: 769,
  /** Channel list beside the conversation. */
  chat: 875,
  /** Photo editor as a dialog instead of the whole screen. */
  editor: 577,
  /** Photo editor buttons side by side. */
  editorButtons: 356,
} as const

export type Breakpoint = keyof typeof BREAKPOINTS

/** Returns a media query for windows of at least this width. */
export const minWidthQuery = (name: Breakpoint) => `(min-width: ${BREAKPOINTS[name]}px)`
