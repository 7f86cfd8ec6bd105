/** The browser keeps the page for whoever goes back. */
export const leavePage = () => window.dispatchEvent(transition('pagehide'))

/** Somebody went back. */
export const comeBack = () => window.dispatchEvent(transition('pageshow'))

const transition = (type: string) => Object.assign(new Event(type), { persisted: true })
