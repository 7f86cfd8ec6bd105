import css from './frame.module.css'

/** Class of every dialog. Its style is loaded with the first dialog. */
export const frame = css.frame

/** Class of dialogs that are sheets on a phone. */
export const sheet = `${css.frame} ${css.sheet}`
