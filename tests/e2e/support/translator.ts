import type { Page } from '@playwright/test'

/**
 * Makes the page behave as if the browser translates it: every text node is replaced by nested font
 * elements, also those that appear or change later. Text marked `translate="no"` stays.
 */
export const translatePage = (page: Page) =>
  page.addInitScript(() => {
    const kept = 'script, style, textarea, [translate="no"], [data-translated]'
    function translate(text: Text) {
      const { parentElement: parent, data } = text
      if (!parent || data.trim() === '' || parent.closest(kept)) return
      const font = document.createElement('font')
      font.dataset['translated'] = ''
      const inner = document.createElement('font')
      inner.append(data)
      font.append(inner)
      text.replaceWith(font)
    }
    function translateAll(root: Node) {
      if (root instanceof Text) return translate(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(translate)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translateAll(target)
        else addedNodes.forEach(translateAll)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
