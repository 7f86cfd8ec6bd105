/** Returns JSON with positions that start at 1. New items have position 0. */
export const positionsJson = (ids: string[]) =>
  JSON.stringify(ids.map((id, index) => ({ id, position: index + 1 })))
