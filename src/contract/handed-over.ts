const all = ((globalThis as { handedOver?: Record<string, unknown> }).handedOver ??= {})

/**
 * Creates a typed slot for a value that the inline script passes to the app's modules, which share
 * no module with it.
 */
export const handedOver = <Value>(name: string) => ({
  get: () => all[name] as Value | undefined,
  set: (value: Value | undefined) => {
    all[name] = value
  },
})
