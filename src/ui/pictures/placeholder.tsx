/** Picture that fits light and dark backgrounds. It is cached with the app. */
const SRC = '/icons/placeholder-512.svg'

/**
 * Shows a placeholder for a link without a picture, centred in its box. Decorative, because the
 * title is beside it.
 */
export const Placeholder = ({ size }: { size: number }) => (
  <img src={SRC} alt="" width={size} height={size} data-placeholder />
)
