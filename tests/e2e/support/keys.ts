import { expect, type Locator, type Page } from '@playwright/test'

/** Maximum number of Tab presses. No screen has as many controls. */
const MOST = 150

type Focus = {
  /** Index of the focused control among the visible ones, or -1. */
  nth: number
  what: string
  controls: number
  /** True if the focus is visible and the control is not covered. */
  isShown: boolean
}

const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary'
    const all = [...document.querySelectorAll(CONTROLS)].filter((one) => one.checkVisibility())
    const focused = document.activeElement ?? document.body
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    // The focus of a text field is shown on the box around it, which can include an icon or a
    // prefix.
    const around = focused.parentElement && getComputedStyle(focused.parentElement)
    const isRinged =
      around !== null &&
      (/ 0px 0px 0px 2px inset/.test(around.boxShadow) ||
        // A ring of 1 px inside a border of 1 px in the same colour.
        around.boxShadow === `${around.borderTopColor} 0px 0px 0px 1px inset`)
    const { left, top, width, height } = focused.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    const isUncovered = above !== null && (focused.contains(above) || above.contains(focused))
    return {
      nth: all.indexOf(focused),
      what: focused.outerHTML.slice(0, 120),
      controls: all.length,
      isShown: isUncovered && (isOutlined || isRinged),
    }
  })

/**
 * Checks that Tab reaches every control of the page in document order, and that each one shows its
 * focus.
 */
export async function expectReachedByTab(page: Page, where: string) {
  const { controls } = await focusOf(page)
  expect(controls, where).toBeGreaterThan(0)
  for (let nth = 0; nth < controls; nth += 1) {
    await page.keyboard.press('Tab')
    const focus = await focusOf(page)
    expect({ where, ...focus }).toEqual({ where, ...focus, nth, controls, isShown: true })
  }
}

/** Presses Tab until the control has the focus. */
async function reach(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let step = 0; step < MOST; step += 1) {
    if (await control.evaluate((one) => one === document.activeElement)) {
      expect((await focusOf(page)).isShown).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come to ${control.toString()}`)
}

export async function pressByKeys(page: Page, control: Locator) {
  await reach(page, control)
  await page.keyboard.press('Enter')
}

/** Replaces the text of a field with the keyboard. */
export async function typeByKeys(page: Page, field: Locator, text: string) {
  await reach(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
