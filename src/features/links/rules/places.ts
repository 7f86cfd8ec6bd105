import { fold } from '#contract/search/fold.ts'
import { clauseOf } from '#contract/rules/sentences.ts'

/** Countries and territories of ISO 3166-1. */
const COUNTRY_CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

/** Languages that browsers commonly send, and variants that differ much. */
const LANGUAGE_TAGS =
  'af ar bg bn ca cs da de de-at de-ch el en en-gb en-us es es-mx et eu fa fi fr fr-ca ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mr ms my nb ne nl nn pa pl pt pt-br pt-pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh zh-cn zh-hk zh-tw'

/** Value of a condition and its name. */
export type Place = { value: string; label: string }

const named = (kind: 'country' | 'language', codes: string): Place[] =>
  codes
    .split(' ')
    .map((value) => ({ value, label: clauseOf({ kind, values: [value] }).what }))
    .toSorted((a, b) => a.label.localeCompare(b.label))

let countries: Place[] | undefined
let languages: Place[] | undefined

/** Returns all countries, sorted by name. */
export const allCountries = () => (countries ??= named('country', COUNTRY_CODES))

/** Returns common languages, sorted by name. */
export const allLanguages = () => (languages ??= named('language', LANGUAGE_TAGS))

/** Returns the places whose name or code starts with the typed text, then those that contain it. */
export function findPlaces(places: readonly Place[], typed: string): Place[] {
  const text = fold(typed.trim())
  if (text === '') return []
  const rank = ({ value, label }: Place) => {
    const name = fold(label)
    if (name.startsWith(text) || value.toLowerCase() === text) return 0
    return name.includes(text) ? 1 : 2
  }
  return places.filter((place) => rank(place) < 2).toSorted((a, b) => rank(a) - rank(b))
}
