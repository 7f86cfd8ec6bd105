/** Leaves the page, which the browser keeps for going back. */
export const leavePage = () => window.dispatchEvent(transition('pagehide'))

/** Returns to the page by going back. */
export const comeBack = () => window.dispatchEvent(transition('pageshow'))

const transition = (type: string) => Object.assign(new Event(type), { persisted: true })
