const slotValues = ((globalThis as { handedOver?: Record<string, unknown> }).handedOver ??= {})

/**
 * Creates a typed slot for a value that the inline script passes to the app's modules, which share
 * no module with it.
 */
export const sharedSlot = <Value>(name: string) => ({
  get: () => slotValues[name] as Value | undefined,
  set: (value: Value | undefined) => {
    slotValues[name] = value
  },
})
