/** From 1 on; 0 is for what nobody has put anywhere yet. */
export const positions = (ids: string[]) =>
  JSON.stringify(ids.map((id, index) => ({ id, position: index + 1 })))
