/** Runs something at the next animation frame, however often it is asked for before that. */
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
