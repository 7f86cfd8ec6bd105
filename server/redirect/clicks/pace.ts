/** Number of clicks processed without a pause: well below a millisecond of work. */
const SLICE = 256

/** Returns whether a long loop should let waiting requests run now (`await setImmediate()`). */
export const isSliceEnd = (index: number) => index % SLICE === SLICE - 1
