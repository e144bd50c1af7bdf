/** Tables in Markdown, row by row as they become known. */
export function row(cells) {
  console.log(`| ${cells.join(' | ')} |`)
}

export function heading([first, ...columns]) {
  row([first, ...columns])
  row(['---', ...columns.map(() => '---:')])
}
