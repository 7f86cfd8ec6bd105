import type { ReactNode } from 'react'

/* Illustrations of products. Decorative, because text is beside them. */

type ArtProps = { className: string | undefined }

const Picture = ({ className, children }: ArtProps & { children: ReactNode }) => (
  <svg
    className={className}
    viewBox="0 0 400 400"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const Serum = ({ className }: ArtProps) => (
  <Picture className={className}>
    <path fill="#F1D8C7" d="M0 0H400V400H0z" />
    <path fill="#D8A78C" d="M0 306H400V400H0z" />
    <rect x="40" y="276" width="320" height="52" rx="8" fill="#F7EADF" />
    <path fill="#E7CDB9" d="M40 316H360V400H40z" />
    <path d="M178 66c0-16 10-26 22-26s22 10 22 26v36h-44z" fill="#3A2A22" />
    <rect x="170" y="96" width="60" height="30" rx="6" fill="#E4DCD0" />
    <path
      d="M160 126h80c22 10 26 22 26 38v96c0 10-8 18-18 18h-96c-10 0-18-8-18-18v-96c0-16 4-28 26-38z"
      fill="#D2874A"
    />
    <rect x="150" y="172" width="100" height="76" rx="3" fill="#FBF3EA" />
    <path d="M164 190h46M164 234h28" stroke="#3A2A22" strokeWidth="7" strokeLinecap="round" />
    <path d="M164 207h70M164 217h58" stroke="#B08B74" strokeWidth="4" strokeLinecap="round" />
  </Picture>
)

export const Mugs = ({ className }: ArtProps) => (
  <Picture className={className}>
    <path fill="#C5D5DA" d="M0 0H400V400H0z" />
    <path fill="#97ADB5" d="M0 300H400V400H0z" />
    <path d="M300 214c40-4 40 64-6 62" fill="none" stroke="#3B676E" strokeWidth="14" />
    <path d="M208 190h104l-8 106c-1 12-10 18-22 18h-44c-12 0-21-6-22-18z" fill="#3F6C73" />
    <ellipse cx="260" cy="191" rx="52" ry="11" fill="#24474D" />
    <path d="M214 236c48-8 52 74-8 70" fill="none" stroke="#E6DFD2" strokeWidth="15" />
    <path d="M92 206h130l-8 106c-1 14-12 22-26 22h-62c-14 0-25-8-26-22z" fill="#EFE9DE" />
    <ellipse cx="157" cy="207" rx="65" ry="13" fill="#C9BFAE" />
    <ellipse cx="157" cy="209" rx="56" ry="9" fill="#6B4229" />
    <path d="M94 262c38 10 88 10 124 0l-2 24c-40 8-82 8-120 0z" fill="#D97F5B" />
  </Picture>
)

export const Tote = ({ className }: ArtProps) => (
  <Picture className={className}>
    <path fill="#BFD4C8" d="M0 0H400V400H0z" />
    <path fill="#8EAD9C" d="M0 322H400V400H0z" />
    <path d="M140 150c0-110 120-110 120 0" fill="none" stroke="#CDBB97" strokeWidth="13" />
    <path d="M98 146h204l18 184c1 10-6 18-16 18H96c-10 0-17-8-16-18z" fill="#EDE2C9" />
    <path d="M140 152v-40M260 152v-40" stroke="#B9A67F" strokeWidth="13" />
    <path d="M98 146h204" stroke="#B9A67F" strokeWidth="3" strokeDasharray="7 5" />
    <circle cx="200" cy="250" r="42" fill="#E2674A" />
    <path d="M158 250a42 42 0 0 1 84 0z" fill="#0F5A43" />
  </Picture>
)
