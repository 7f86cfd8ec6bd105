type Attributes = Record<string, string>

/** Creates an element. Texts become text nodes, so that no text is read as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value)
  created.append(...children)
  return created
}

/** Creates a button. While its action runs, further presses are ignored. */
export function button(
  label: string,
  look: 'create' | 'primary' | 'quiet',
  act: () => Promise<unknown>,
): HTMLButtonElement {
  const created = element('button', { type: 'button', class: `button ${look}` }, label)
  created.addEventListener('click', () => {
    if (created.ariaBusy === 'true') return
    created.ariaBusy = 'true'
    void act().finally(() => (created.ariaBusy = 'false'))
  })
  return created
}

/** Creates a paragraph. */
export const text = (words: string): HTMLElement => element('p', {}, words)

/** Creates a link that opens in a new tab. */
export const link = (label: string, href: string): HTMLAnchorElement =>
  element('a', { href, target: '_blank', rel: 'noopener' }, label)

/** Replaces the contents of the screen and moves the focus to an element of them. */
export function show(contents: (Node | string)[], focused?: HTMLElement): void {
  document.getElementById('main')?.replaceChildren(...contents)
  focused?.focus()
}

/** Tells users of screen readers what has happened. */
export function announce(text: string): void {
  const status = document.getElementById('status')
  if (status) status.textContent = text
}

/** Shows a message about a failure. Screen readers read it at once. */
export const alertOf = (message: string): HTMLElement =>
  element('p', { role: 'alert', class: 'alert' }, message)
