/** Clicks worked on in one go: well below a millisecond's worth. */
const SLICE = 256

/** Where a long loop lets waiting requests through (`await setImmediate()`). */
export const isSliceEnd = (index: number) => index % SLICE === SLICE - 1
