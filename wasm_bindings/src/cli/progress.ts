/** Shows on a terminal, ten times a second, how much of the whole is done. */
export function progressDisplay(
  whole: number,
  text: (done: number) => string
): (done: number) => void {
  if (!process.stderr.isTTY) return () => {}
  let next = 0
  return (done) => {
    const ended = done >= whole
    if (!ended && Date.now() < next) return
    next = Date.now() + 100
    const percent = Math.floor((100 * done) / whole)
    process.stderr.write(`\r${percent} %  ${text(done)}${ended ? '\n' : ''}`)
  }
}
