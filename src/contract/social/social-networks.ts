import type { SocialPrefix, SocialType } from './social-links.ts'

export type SocialNetwork = {
  type: SocialType
  /** Name of the network. */
  title: string
  /** Address in front of a handle. */
  urlPrefix: string
  /** Host without `www.` and `m.`. */
  host: string
  handle: RegExp
  /** Error text for invalid handles. */
  handleHelp: string
  /** First path segments that are pages of the network and no profiles. */
  reservedSegments: Set<string>
  /** First path segments that precede the name of a profile. Such an address is kept as it is. */
  profileSegments: Set<string>
}

const wordSet = (text: string) => new Set(text.split(' '))
const NO_WORDS = new Set<string>()

export const NETWORKS: SocialNetwork[] = [
  {
    type: 1,
    title: 'Instagram',
    urlPrefix: 'https://www.instagram.com/',
    host: 'instagram.com',
    handle: /^(?!\.)(?!.*\.\.)[a-z0-9._]{0,29}[a-z0-9_]$/i,
    handleHelp: 'Instagram handles have up to 30 letters, numbers, dots and underscores.',
    reservedSegments: wordSet(
      'p reel reels tv stories explore accounts direct s share about legal developer',
    ),
    profileSegments: NO_WORDS,
  },
  {
    type: 2,
    title: 'TikTok',
    urlPrefix: 'https://www.tiktok.com/@',
    host: 'tiktok.com',
    handle: /^[a-z0-9._]{1,23}[a-z0-9_]$/i,
    handleHelp: 'TikTok handles have 2 to 24 letters, numbers, dots and underscores.',
    reservedSegments: wordSet(
      't v tag music video discover foryou following explore live search upload embed',
    ),
    profileSegments: NO_WORDS,
  },
  {
    type: 3,
    title: 'YouTube',
    urlPrefix: 'https://www.youtube.com/@',
    host: 'youtube.com',
    handle: /^[\p{L}\p{M}\p{N}_.·-]{3,30}$/u,
    handleHelp: 'YouTube handles have 3 to 30 letters, numbers, dots, dashes and underscores.',
    reservedSegments: wordSet(
      'watch playlist shorts embed results feed live hashtag post clip gaming premium t',
    ),
    profileSegments: wordSet('channel c user'),
  },
]

export const SOCIAL_PREFIXES: SocialPrefix[] = NETWORKS.map(({ type, urlPrefix }) => ({
  account_type: type,
  url_prefix: urlPrefix,
}))
