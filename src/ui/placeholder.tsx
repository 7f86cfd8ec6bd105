/** Fits light and dark grounds, so that it is one file, kept with the app. */
const SRC = '/icons/placeholder-512.svg'

/** Stands where a link has no picture, in the middle of its box. Decorative: the title stands beside it. */
export const Placeholder = ({ size }: { size: number }) => (
  <img src={SRC} alt="" width={size} height={size} data-placeholder />
)
