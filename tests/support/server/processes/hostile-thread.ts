import { parentPort } from 'node:worker_threads'
import { clientAddress } from '../../../../server/platform/http/client-address.ts'
import { deviceOf } from '../../../../server/redirect/clicks/device.ts'
import { agentOf } from '../../../../server/redirect/clicks/kinds.ts'
import { referrerHost } from '../../../../server/redirect/clicks/referrer.ts'
import { readTarget } from '../../../../server/links/target.ts'
import { nextKeys } from '../../../../server/links/link-key.ts'
import { targetUrl } from '../../../../server/links/target-url.ts'
import { decodePage } from '../../../../server/links/parsing/decode-page.ts'
import { parseOEmbed } from '../../../../server/links/extraction/oembed.ts'
import { parseMetadata } from '../../../../server/links/extraction/parse-metadata.ts'
import { plainText, withoutEntities } from '../../../../server/links/extraction/text.ts'
import { readRobots } from '../../../../server/links/link-checks/robots.ts'
import { boundaryOf } from '../../../../server/people/media/multipart.ts'
import {
  isEmptyCell,
  readBoolean,
  readCode,
  readList,
} from '../../../../server/links/imports/cells.ts'
import { parseMoment } from '../../../../server/links/imports/moments.ts'
import {
  readColumns,
  columnsWithoutHeader,
  guessUrlColumn,
} from '../../../../server/links/imports/columns.ts'
import { decodeFile } from '../../../../server/links/imports/decode.ts'
import { countRows, readTable } from '../../../../server/links/imports/table.ts'
import { createQueryFilter } from '../../../../server/redirect/passed-on.ts'
import { headersFor } from '../../../../server/redirect/location.ts'
import {
  inspectedCode,
  inspectedName,
  keyIn,
  keyOnDomain,
  queryIn,
} from '../../../../server/redirect/short-url.ts'
import { returnUrl } from '../../../../server/platform/http/return-url.ts'
import { csvLine, escapeFormula, listCell, unescapeFormula } from '#contract/csv.ts'
import { withScheme } from '#contract/links/target-url.ts'
import { readSocialAddress } from '#contract/social/social-addresses.ts'

const HOSTS = { shortLinkHost: 'https://go.example', appOrigin: 'https://app.example' }
const UTM = { utmSource: 'a', utmMedium: '', utmCampaign: '', utmTerm: '', utmContent: '' }
const PAGE = 'https://shop.example/lamp'

async function wholeFile(text: string) {
  await countRows(await readTable(decodeFile(Buffer.from(text), 'utf-8')))
}

/** All functions of the server that parse untrusted text. */
export const READERS: Record<string, (text: string) => unknown> = {
  readCode,
  readList,
  readMoment: parseMoment,
  readBoolean,
  isNothing: isEmptyCell,
  readColumns: (text) => readColumns([text]),
  columnsWithoutHeader: (text) => columnsWithoutHeader([text]),
  guessUrlColumn: (text) => guessUrlColumn(['a'], [`https://${text}`]),
  'a file': wholeFile,
  'a file with a head': (text) => wholeFile(`url\n${text}`),
  'a file with a quotation mark': (text) => wholeFile(`url\n"${text}`),
  guarded: escapeFormula,
  unguarded: unescapeFormula,
  'unguarded apostrophes': (text) => unescapeFormula("'".repeat(text.length) + text),
  csvLine: (text) => csvLine([text]),
  listCell: (text) => listCell([text]),
  parseMetadata: (text) => parseMetadata(text, PAGE),
  'parseMetadata of a title': (text) => parseMetadata(`<title>${text}`, PAGE),
  'parseMetadata of an attribute': (text) => parseMetadata(`<meta content="${text}`, PAGE),
  'parseMetadata of a tag': (text) => parseMetadata(`<meta ${text}`, PAGE),
  'parseMetadata of JSON-LD': (text) =>
    parseMetadata(`<script type="application/ld+json">${text}</script>`, PAGE),
  decodePage: (text) => decodePage(Buffer.from(text), undefined),
  'decodePage of many tags': (text) =>
    decodePage(Buffer.from('<meta '.repeat(text.length)), undefined),
  plainText,
  withoutEntities: (text) => withoutEntities(`&amp;${text}`),
  parseOEmbed: (text) => parseOEmbed(text, PAGE),
  readTarget: (text) => readTarget(text, HOSTS),
  'readTarget of a path': (text) => readTarget(`https://shop.example/${text}`, HOSTS),
  withScheme,
  readSocialAddress,
  'readSocialAddress of a path': (text) => readSocialAddress(`https://www.youtube.com/${text}`),
  'readSocialAddress of a page': (text) => readSocialAddress(`https://ana.example/${text}`),
  targetUrl: (text) => targetUrl({ url: `https://shop.example/?${text}`, ...UTM }),
  readRobots: (text) => readRobots(`user-agent: *\n${text}\ndisallow: /${text}`, 'x').mayVisit('/'),
  clientAddress: (text) => clientAddress('127.0.0.1', text, ['127.0.0.1']),
  deviceOf,
  'deviceOf Silk': (text) => deviceOf(`${'silk'.repeat(text.length)}mobile`),
  agentOf,
  referrerHost: (text) => referrerHost(`https://${text}`),
  passedOn: (text) => createQueryFilter(`https://shop.example/?${text}`, null)(text),
  'passedOn of brackets': (text) =>
    createQueryFilter('https://shop.example/', null)('['.repeat(text.length)),
  headersFor: (text) => headersFor(`https://shop.example/${text}`),
  keyIn: (text) => keyIn(`/s/${text}`, 'app.example', null),
  keyOnDomain: (text) => keyOnDomain(`/${text}`, { domainId: 7, hasExactCodes: false }),
  'keyOnDomain of exact codes': (text) =>
    keyOnDomain(`/${text}`, { domainId: 7, hasExactCodes: true }),
  nextKeys: (text) => nextKeys(`7=${text}`),
  inspectedCode: (text) => inspectedCode(`/${text}`, { domainId: 7, hasExactCodes: true }),
  inspectedName: (text) => inspectedName(`/s/${text}`),
  queryIn: (text) => queryIn(`/s/a?${text}`),
  returnUrl: (text) => returnUrl(text, 'https://app.example'),
  boundaryOf: (text) => boundaryOf(`multipart/form-data; ${text}`),
}

parentPort?.on('message', ({ name, text }: { name: string; text: string }) => void run(name, text))

async function run(name: string, text: string) {
  // An error is as good as a result. Only the time matters.
  await Promise.resolve(text)
    .then(READERS[name])
    .catch(() => undefined)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(name)
}
