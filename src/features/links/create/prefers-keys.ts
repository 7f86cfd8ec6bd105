/**
 * Returns whether to focus the field at once: yes with a mouse, no on touch devices, where the
 * on-screen keyboard would open.
 */
export const hasFinePointer = () => matchMedia('(pointer: fine)').matches
