const all = ((globalThis as { handedOver?: Record<string, unknown> }).handedOver ??= {})

/**
 * What the script in the page itself has begun, for the files of the app that come later: those share
 * no module with it.
 */
export const handedOver = <Value>(name: string) => ({
  get: () => all[name] as Value | undefined,
  set: (value: Value | undefined) => {
    all[name] = value
  },
})
