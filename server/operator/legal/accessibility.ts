import { APP_NAME } from '#contract/app-constants.ts'
import type { Config } from '../../platform/config/config.ts'

/** Returns the text of /accessibility, which always exists. */
export const accessibilityText = ({ supportEmail }: Pick<Config, 'supportEmail'>): string => `
# Accessibility

Everyone should be able to use ${APP_NAME}. If something does not work for you, write to ${supportEmail}. Tell us the page, what you wanted to do, and the assistive technology you use, such as a screen reader. A person will answer you.

## Our standard

- WCAG 2.2, level AA, for the app, the pages of creators and the sign-in pages.
- Everything works with the keyboard alone, and by touch without dragging.
- Everything stays readable and usable with text at 200 % and in windows 320 pixels wide.
- Colors have enough contrast in each theme. No information depends on color alone.
- Animations are reduced if your device asks for less motion.

## How we test

Each change to ${APP_NAME} is tested automatically with axe in the light and dark theme, at phone and desktop widths, and with large text. Automatic tests do not find everything. Please tell us what they missed.

## Content of creators

Creators write the texts and add the pictures on their pages. They can describe pictures in words, but not all do. You can report a page with the link at its bottom.
`
