/** Finds a browser, or installs one; throws with one sentence that says what to do. */
export function findBrowser(options?: { install?: boolean }): { path: string; how: string }
