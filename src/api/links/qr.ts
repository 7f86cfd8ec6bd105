import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { http, pictureOptions } from '#http/client.ts'

const LINKS = `${V2}/links/`

/** Milliseconds for sheets of many codes on a busy server. */
const SHEET_TIMEOUT_MS = 60_000

/** Source under which analytics count clicks through a code. */
const SOURCE = { from: 'qr' }

/** Colours and logo as the server expects them. `logo` may be the id of an upload. */
export type RequestedLook = { color: string; background: string; logo: string }

export type QrKind = 'svg' | 'png' | 'pdf'

/** Returns the QR code of a link as a file. */
export const fetchQr = (
  uuid: string,
  kind: QrKind,
  look: RequestedLook,
  options: Options = {},
): Promise<Blob> =>
  http
    .get(`${LINKS}${uuid}/qr.${kind}`, {
      ...pictureOptions,
      searchParams: { ...look, ...SOURCE },
      ...options,
    })
    .blob()

/** Returns printable sheets with the QR codes of links. */
export const fetchQrSheet = (uuids: readonly string[], look: RequestedLook): Promise<Blob> =>
  http
    .get(`${LINKS}qr-sheet.pdf`, {
      ...pictureOptions,
      searchParams: { ...look, ...SOURCE, uuids: uuids.join(',') },
      timeout: SHEET_TIMEOUT_MS,
    })
    .blob()
