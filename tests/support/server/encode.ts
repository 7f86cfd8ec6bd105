const tables = new Map<string, Map<string, number[]>>()

/** Returns text as bytes in an old encoding. Node decodes these encodings but does not encode them. */
export function encode(text: string, encoding: string): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  return Buffer.from(
    Array.from(text).flatMap((sign) => {
      const bytes = table.get(sign)
      if (!bytes) throw new Error(`${encoding} has no ${sign}`)
      return bytes
    }),
  )
}

function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const sign = decoder.decode(new Uint8Array(bytes))
    if (Array.from(sign).length === 1 && sign !== '\uFFFD' && !table.has(sign))
      table.set(sign, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add([byte])
  if (!/^(shift_jis|gbk|gb18030|euc-|big5)/.test(encoding)) return table
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail])
  return table
}
