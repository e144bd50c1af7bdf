/**
 * What the page tells programs that watch it: the document's `data-ready`, `data-frame` (a counter),
 * `data-picture` (what is on the stage: a `still` of the start until the solver is here, then what is
 * `live`), `data-copies` (how many are shown beside the mechanism) and an event `linkwork:frame` with
 * time [s] and poses (7 numbers a body) at every frame.
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
