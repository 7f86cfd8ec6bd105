/** A finger does not get a keyboard that it may not need; keys are ready for a keyboard at once. */
export const prefersKeys = () => matchMedia('(pointer: fine)').matches
