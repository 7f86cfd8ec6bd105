/** Returns an export file of Bitly with two valid rows and one that cannot become a link. */
export function bitlyExport() {
  const mark = `e${crypto.randomUUID().slice(0, 8)}`
  return {
    name: 'bitly-export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Link,Custom Link,Destination URL,Title,Tags,Clicks',
        `https://bit.ly/${mark}1,https://bit.ly/${mark}-lamp,https://shop.example/lamp,Oak arc lamp,"light,home",12`,
        `https://bit.ly/${mark}2,,https://shop.example/linen,Washed linen set,home,3`,
        `https://bit.ly/${mark}3,,javascript:alert(1),Bad row,,0`,
      ].join('\r\n'),
    ),
  }
}
