/** Link on a page of another service. */
export type FoundLink = { url: string; title: string; picture: string | undefined }

/** Links below a heading. The title is empty if there is no heading. */
export type FoundSection = { title: string; links: FoundLink[] }

/** Part of a page that is not imported: what it is and why, in plain words. */
export type LeftOut = { what: string; why: string }

/** Content of a page of another service, before its targets are checked. */
export type ForeignPage = {
  title: string
  description: string
  /** Addresses of possible profile pictures, the best first. */
  pictures: string[]
  sections: FoundSection[]
  /** Addresses of social accounts. */
  social: string[]
  /** Colours in `#rrggbb`. */
  background: string | undefined
  button: string | undefined
  leftOut: LeftOut[]
}
