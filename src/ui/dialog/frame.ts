import css from './frame.module.css'

/** The class of every dialog; its style comes with the first of them, wherever that is. */
export const frame = css.frame
