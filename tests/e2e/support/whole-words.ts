import type { Page } from '@playwright/test'

/**
 * Returns words that are split across two lines or extend beyond their visible area. Only words of
 * letters count, because addresses may be split. `except` selects elements that are hidden,
 * scrollable or shortened on purpose.
 */
export const cutWords = (page: Page, except = '.vh'): Promise<string[]> =>
  page.evaluate((skipped) => {
    const WORD = /(?<![^\s(“‘])\p{L}{2,}(?=[.,:;!?)”’]*(?:\s|$))/gu
    const found: string[] = []
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)

    function edgesOf(node: Text, start: number, end: number) {
      range.setStart(node, start)
      range.setEnd(node, end)
      return [...range.getClientRects()].filter(({ width }) => width > 1)
    }

    while (texts.nextNode()) {
      const node = texts.currentNode as Text
      const parent = node.parentElement
      if (!parent?.checkVisibility() || parent.closest(`script, style, ${skipped}`)) continue
      let box: Element | null = parent
      while (box && getComputedStyle(box).overflowX === 'visible') box = box.parentElement
      const edge = box ? box.getBoundingClientRect().right : innerWidth
      for (const { 0: word, index } of node.data.matchAll(WORD)) {
        const edges = edgesOf(node, index, index + word.length)
        const tops = edges.map(({ top }) => top)
        const right = Math.max(...edges.map((rect) => rect.right))
        if (Math.max(...tops) - Math.min(...tops) > 8) found.push(`${word}, on two lines`)
        else if (right > edge + 1) found.push(`${word}, cut off`)
      }
    }
    return found
  }, except)
