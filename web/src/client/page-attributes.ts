/**
 * State of the page for programs that watch it: the document's `data-ready`, `data-frame` (a counter),
 * `data-picture` (`still` until the solver is loaded, then `live`), `data-copies` (size of the shown
 * ensemble) and an event `linkwork:frame` with time [s] and poses (7 numbers per body) at every frame.
 */
export function signalFrame(count: number, time: number, poses: Float64Array): void {
  const { dataset } = document.documentElement
  dataset.frame = String(count)
  dataset.ready = 'true'
  signalPicture('live')
  document.dispatchEvent(new CustomEvent('linkwork:frame', { detail: { time, poses } }))
}

export function signalEnsemble(count: number): void {
  document.documentElement.dataset.copies = String(count)
}

export function signalPicture(kind: 'still' | 'live'): void {
  document.documentElement.dataset.picture = kind
}
