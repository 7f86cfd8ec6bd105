/** Creates a set of listeners with one message type. */
export function createListeners<Message = void>() {
  const listeners = new Set<(message: Message) => void>()
  return {
    add(listener: (message: Message) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(message: Message) {
      for (const listener of listeners) listener(message)
    },
  }
}
