/** Keeps the built page for when there is no network, once it runs; nothing where that is not to be had. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker.register('./service-worker.js').catch(() => undefined)
  })
}
