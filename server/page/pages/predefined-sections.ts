import type { PredefinedSection } from '#contract/page/pages.ts'

/** Templates for new sections. */
export const PREDEFINED_SECTIONS: PredefinedSection[] = [
  {
    id: 1,
    title: 'Shop my picks',
    type: 'collections',
    layout: 'grid',
    description: 'A collection as a picture grid',
  },
  {
    id: 2,
    title: 'New in',
    type: 'collections',
    layout: 'post',
    description: 'Large pictures to swipe through',
  },
  {
    id: 3,
    title: 'Start here',
    type: 'links',
    layout: 'list',
    description: 'Your most important links as buttons',
  },
  {
    id: 4,
    title: 'Find me on',
    type: 'social',
    layout: 'list',
    description: 'Your social accounts, with their names',
  },
]
