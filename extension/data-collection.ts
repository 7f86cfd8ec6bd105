/** Firefox's name of the permission to report how the extension is used. */
export const USAGE_DATA = 'technicalAndInteraction'
