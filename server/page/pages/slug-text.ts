/** Letters without a Unicode decomposition, and transliterations of Cyrillic and Greek. */
const LETTERS = readTable(`
  ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ħ=h ı=i ŋ=ng ŧ=t ə=a
  а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh
  ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=u ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz
  α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch
  ψ=ps ω=o`)

function readTable(table: string): Map<string, string> {
  const entries = table.trim().split(/\s+/)
  return new Map(entries.map((entry) => [entry.slice(0, 1), entry.slice(2)]))
}

/** Removed without a dash, because they are within a word: don't, l’été. */
const APOSTROPHES = /['’ʼ]/g

/**
 * Returns a text with only the letters, digits and single dashes of a slug. Other characters are
 * left out. The table is applied before accents are removed and once more after that.
 */
export const slugText = (text: string): string =>
  latin(
    latin(text.normalize('NFKC').toLowerCase().replace(APOSTROPHES, ''))
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, ''),
  )
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const latin = (text: string) =>
  text.replace(/\P{ASCII}/gu, (letter) => LETTERS.get(letter) ?? letter)
