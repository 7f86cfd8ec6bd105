import type { Page } from '@playwright/test'

/**
 * Replaces the app's list by a minimal one with clones of its rows and its styles, without
 * framework and data. Rows are added and removed four lines at a time. It shows what the browser
 * needs for such rows on this machine.
 */
export const bareList = (page: Page, row: string) =>
  page.evaluate((selector) => {
    const drawn = [...document.querySelectorAll<HTMLElement>(selector)]
    const boxes = drawn.map((one) => one.closest<HTMLElement>('li') ?? one)
    const tops = boxes.map((box) => box.getBoundingClientRect())
    const [first] = tops
    const columns = tops.filter(({ top }) => top === first?.top).length
    const height = (tops[columns]?.top ?? 0) - (first?.top ?? 0)
    const lines = Math.floor(400_000 / height)
    const host = document.createElement('ul')
    host.style.cssText = `position: relative; height: ${lines * height}px; container-type: inline-size`
    const near = new Map<number, HTMLElement[]>()

    function draw(line: number) {
      const made = tops.slice(0, columns).map(({ left, width }, column) => {
        const box = boxes[(line * columns + column) % boxes.length]?.cloneNode(true) as HTMLElement
        box.style.cssText = `position: absolute; top: ${line * height}px; left: ${left}px; width: ${width}px; height: ${height}px`
        return box
      })
      near.set(line, made)
      host.append(...made)
    }
    function follow() {
      const from = Math.max(0, Math.floor(scrollY / height / 4) * 4 - 4)
      const to = Math.min(lines, from + Math.ceil(innerHeight / height / 4) * 4 + 16)
      for (const [line, made] of near)
        if (line < from || line >= to) {
          for (const one of made) one.remove()
          near.delete(line)
        }
      for (let line = from; line < to; line += 1) if (!near.has(line)) draw(line)
    }
    // The app stays loaded, hidden and idle.
    document.querySelector<HTMLElement>('#root')?.style.setProperty('display', 'none')
    document.body.append(host)
    scrollTo(0, 0)
    follow()
    addEventListener('scroll', follow, { passive: true })
  }, row)
