/**
 * What the page tells programs that watch it: the document's `data-ready`, `data-frame` (a counter),
 * `data-copies` (how many are shown beside the mechanism) and an event `linkwork:frame` with time [s]
 * and poses (7 numbers a body) at every frame.
 */
export function signalFrame(count: number, time: number, poses: Float64Array): void {
  const { dataset } = document.documentElement
  dataset.frame = String(count)
  dataset.ready = 'true'
  document.dispatchEvent(new CustomEvent('linkwork:frame', { detail: { time, poses } }))
}

export function signalCopies(count: number): void {
  document.documentElement.dataset.copies = String(count)
}
