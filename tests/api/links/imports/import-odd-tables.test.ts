import { describe, expect, test } from 'vitest'
import type { PreviewRow } from '#contract/imports.ts'
import {
  allLinks,
  dryRun,
  importFile,
  lines,
  previewOf,
  importError,
} from '#support/server/links/imports.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'

const { server, ana } = await startWithCreator({ jobs: true })

describe('tables that were written or changed by hand', () => {
  test('different line endings in one file are accepted', async () => {
    const file =
      'url,title\r\nhttps://a.example/1,A\nhttps://a.example/2,"B\nb"\rhttps://a.example/3,C'
    const { preview } = await dryRun(ana, file)
    expect(preview.map(({ row, name }) => `${row} ${name}`)).toEqual(['2 A', '3 B\nb', '4 C'])
  })

  test.each([',', ';', '\t'])('ignore blanks beside quotation marks: “%s”', async (delimiter) => {
    const rows = [
      ['"url"', ' "title" ', ' tags'],
      ['"https://a.example/1" ', ` "A${delimiter} x" `, ''],
      [' https://a.example/2', '', ' b '],
    ]
    const plan = await dryRun(ana, ...rows.map((row) => row.join(delimiter)))
    expect(plan.counts).toMatchObject({ new: 2, errors: 0 })
    expect(plan.preview.map(({ url, name, tags }) => [url, name, tags])).toEqual([
      ['https://a.example/1', `A${delimiter} x`, []],
      ['https://a.example/2', '', ['b']],
    ])
  })
})

describe('columns whose names are not known', () => {
  test.each<[string, string, Partial<PreviewRow>]>([
    [
      'French, with one column of addresses',
      lines('Titre;Lien;Tags', 'Lampe;https://a.example/fr;maison'),
      { url: 'https://a.example/fr', tags: ['maison'] },
    ],
    [
      'Japanese',
      lines('名前,リンク先', 'ランプ,https://a.example/jp'),
      { url: 'https://a.example/jp' },
    ],
    [
      'Linktree',
      lines('Link Title,Link URL,Clicks,CTR', 'A lamp,https://a.example/tree,3,4%'),
      { url: 'https://a.example/tree', name: 'A lamp', short_code: '' },
    ],
    [
      'Cuttly',
      lines(
        'Shortened link;Full link;Title;Clicks',
        'https://cutt.ly/odd-cut;https://a.example/cut;A lamp;3',
      ),
      { url: 'https://a.example/cut', name: 'A lamp', short_code: 'odd-cut' },
    ],
    [
      'TinyURL',
      lines('TinyURL,Long URL,Tags', 'https://tinyurl.com/odd-tiny,https://a.example/tiny,a'),
      { url: 'https://a.example/tiny', short_code: 'odd-tiny' },
    ],
  ])('%s', async (_, file, wanted) => {
    expect(await previewOf(ana, file)).toMatchObject({ outcome: 'new', ...wanted })
  })

  test('a file with two unnamed columns of addresses is refused with a hint', async () => {
    const file = lines('Kurz;Lang', 'https://k.example/a;https://a.example/long')
    expect(await importError(ana, file)).toBe(
      'No column contains URLs. Name it url, long_url or destination in the first line.',
    )
  })
})

describe('dates', () => {
  test('with the year first are read with any separator', async () => {
    const ben = await signUp(server)
    const dates = ['2021/05/12', '2021-5-2 9:30', '2021.05.12 14:30:10', '2021/5/12 14:30 -0500']
    const rows = dates.map((date, index) => `https://a.example/${index},${index},${date}`)
    await importFile(ben, 'url,title,created', ...rows)
    const links = await allLinks(ben)
    const read = dates.map((_, index) => links.find(({ name }) => name === String(index)))
    expect(read.map((link) => link?.created_at)).toEqual([
      '2021-05-12T00:00:00.000Z',
      '2021-05-02T09:30:00.000Z',
      '2021-05-12T14:30:10.000Z',
      '2021-05-12T19:30:00.000Z',
    ])
  })

  test('that do not exist are ignored', async () => {
    const dates = ['2021-02-30', '2021-02-29', '2021-04-31', '2021-13-01', '2020-02-29']
    const rows = dates.map((date, index) => `https://a.example/${index},${date}`)
    expect((await dryRun(ana, 'url,created', ...rows)).undated).toBe(4)
  })

  test('of expiry that are ambiguous get an error with a hint', async () => {
    const file = lines('url,expires_at', 'https://a.example/1,03/04/2026', 'https://a.example/2,')
    const { problems, counts } = await dryRun(ana, file)
    expect(counts).toMatchObject({ new: 1, errors: 1 })
    expect(problems[0]).toMatchObject({
      row: 2,
      column: 'expires_at',
      message: 'Write this date as year-month-day, like 2026-05-12 14:30.',
    })
  })
})
