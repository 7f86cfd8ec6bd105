/** Prints a heading and rows with aligned columns. */
export function printTable(heading: string, rows: string[][]) {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  console.log(`\n${heading}`)
  for (const row of rows)
    console.log(
      '  ' +
        row
          .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
          .join('  ')
          .trimEnd(),
    )
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}
