import { expect, test } from 'vitest'
import { problemsFile } from './problems-file.ts'

test('additional cells of a row follow the problem column, so the row stays invalid', () => {
  const cells = ['https://a.example/1', '2', '3']
  const message = 'This row has more cells than there are columns.'
  const text = problemsFile(['url'], [{ row: 2, outcome: 'error', column: '', message, cells }])
  expect(text).toBe(`\uFEFFurl,problem\r\nhttps://a.example/1,${message},2,3\r\n`)
})

test('the file repeats the rows and their problems, and escapes formulas', () => {
  const text = problemsFile(
    ['url', 'title'],
    [
      { row: 3, outcome: 'error', column: 'url', message: 'Paste a URL.', cells: ['', '=1+1'] },
      { row: 4, outcome: 'error', column: '', message: 'Too long, "all"', cells: ['x'] },
    ],
  )
  expect(text).toBe(
    `\uFEFFurl,title,problem\r\n,'=1+1,url: Paste a URL.\r\nx,,"Too long, ""all"""\r\n`,
  )
})
