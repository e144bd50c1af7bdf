/** Runs a function at the next animation frame, once per frame. */
export function onceAFrame(run: () => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      run()
    })
  }
}
