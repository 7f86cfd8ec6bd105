import { APP_NAME } from '#contract/app-constants.ts'
import type { Config } from '../../platform/config/config.ts'

/** Returns the text of /accessibility, which always exists. */
export const accessibilityText = ({ operatorEmail }: Pick<Config, 'operatorEmail'>): string => `
# Accessibility

Everybody should be able to use ${APP_NAME}. If something here does not work for you, write to ${operatorEmail} and say which page it was, what you wanted to do, and what you use, such as a screen reader. You get an answer from a person.

## What we hold ourselves to

- The rules of WCAG 2.2, level AA, for the app, for the pages of creators, and for the pages on which people sign in.
- Everything can be done with the keyboard alone, and by touch without dragging.
- Text can be twice as large, and windows as narrow as 320 pixels, without anything being lost.
- Colours have enough contrast in each theme; nothing is told by colour alone.
- Who prefers less motion gets less.

## How it is checked

Each change of ${APP_NAME} runs automatic checks (axe) over its screens in light and dark, at the widths of a phone and a desk, and with large text. Automatic checks do not find everything. Tell us what they missed.

## What creators write

Names, texts and pictures on a page are its creator's. They can say in words what a picture shows, and not all do. The foot of each page leads to a form for reporting it.
`
