import css from './frame.module.css'

/** Class of every dialog. Its style is loaded with the first dialog. */
export const frame = css.frame
