import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodePage } from '../../../../server/links/parsing/decode-page.ts'
import { encode } from '#support/server/encode.ts'
import { parseMetadata } from '../../../../server/links/extraction/parse-metadata.ts'

const titleOf = (bytes: Buffer, header?: string) =>
  parseMetadata(decodePage(bytes, header), 'https://shop.example/').title

const page = (head: string, title: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`<!doctype html><html><head>${head}<title>`),
    Buffer.from(title),
    Buffer.from('</title></head></html>'),
  ])

describe('the charset of a page', () => {
  test.each([
    ['page-windows-1252.html', '“Kettle” – café 20€ Tefal™ it’s Škoda'],
    ['page-commented-charset.html', 'Teekanne grün'],
  ])('%s', (name, title) => {
    expect(titleOf(readFileSync(`tests/support/cases/${name}`))).toBe(title)
  })

  test('page-late-meta-sjis.html: a declaration behind the first four kilobytes counts', () => {
    expect(titleOf(readFileSync('tests/support/cases/page-late-meta-sjis.html'))).toMatch(
      /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー\s]+/u,
    )
  })

  const cyrillic = Buffer.from('d7e0e9edeaea', 'hex')
  test.each([
    ['a comment', '<!-- <meta charset="windows-1251"> -->'],
    ['a script', '<script>var a = \'<meta charset="windows-1251">\'</script>'],
    ['a description', '<meta name="description" content="charset=windows-1251">'],
    ['an attribute of another tag', '<link title=\'<meta charset="windows-1251">\' href="/x">'],
  ])('%s does not declare it', (_, head) => {
    expect(titleOf(page(head, 'grün'))).toBe('grün')
  })

  test.each([
    ['an XML declaration', '<?xml version="1.0" encoding="windows-1251"?>', ''],
    ['http-equiv', '', '<meta http-equiv=Content-Type content="text/html; charset=windows-1251">'],
    ['a second, known label', '', '<meta charset="nonsense"><meta charset=cp1251>'],
  ])('%s declares it', (_, start, head) => {
    expect(titleOf(Buffer.concat([Buffer.from(start), page(head, cyrillic)]))).toBe('Чайнкк')
  })

  test.each([
    ['cp949', 'c6c4b6f5', '파란'],
    [
      'windows-31j',
      '905e97cd',
      new TextDecoder('shift_jis').decode(Buffer.from('905e97cd', 'hex')),
    ],
    ['x-sjis', '8365', 'テ'],
    ['gb2312', 'c0b6', '蓝'],
  ])('the label %s is known', (label, hex, title) => {
    expect(titleOf(page('', Buffer.from(hex, 'hex')), label)).toBe(title)
  })

  test('one invalid byte does not change the decoding of the rest from UTF-8', () => {
    const bytes = page('', 'Käse für Zoë und Jürgen')
    bytes[bytes.indexOf('Jü') + 1] = 0xff
    expect(titleOf(bytes)).toMatch(/^Käse für Zoë und J/)
  })

  test('a page that consists of open tags only is read in one pass', () => {
    for (const start of ['<script ', '<!-- ', '<meta "', "<meta x='"])
      expect(decodePage(Buffer.from(start.repeat(60_000)), undefined)).toContain(start)
  })
})

/** Returns a page in a legacy encoding that it does not declare. */
const undeclared = (title: string, encoding: string, tag = '<html>') =>
  encode(`<!doctype html>${tag}<head><title>${title}</title></head>`, encoding)

describe('the charset of a page that declares none', () => {
  test.each([
    ['windows-1251', 'Чайник синий'],
    ['shift_jis', '青いケトル'],
    ['euc-jp', '東京タワー'],
    ['gbk', '蓝色的水壶'],
    ['big5', '藍色水壺'],
    ['euc-kr', '파란 주전자'],
    ['windows-1253', 'Μπλε βραστήρας'],
    ['windows-1255', 'קומקום כחול'],
    ['windows-874', 'กาต้มน้ำสีฟ้า'],
    ['koi8-r', 'Чайник синий'],
  ])('is guessed: %s', (encoding, title) => {
    expect(titleOf(undeclared(title, encoding))).toBe(title)
  })

  test('is guessed with the help of the language that the page states', () => {
    const title = 'Gyűjtő vízforraló'
    expect(titleOf(undeclared(title, 'windows-1250', '<html lang="hu-HU">'))).toBe(title)
  })
})
