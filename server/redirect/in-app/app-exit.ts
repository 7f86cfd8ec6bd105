/** Setting of a link that leads visitors inside apps to their browser. */
export type AppExit = {
  /** Apps whose visitors stay inside. */
  kept: readonly string[]
  /** Hash of the link's password; '' without one. */
  lock: string
}
