// Keeps the page's own files, so it opens without a network. The build puts their names here.
const files = FILES
const name = VERSION

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request))
})

async function keep() {
  const cache = await caches.open(name)
  await cache.addAll(files)
}

/** Caches of this page's earlier builds; other pages of the host have caches too. */
async function forgetOthers() {
  const names = await caches.keys()
  const old = names.filter((each) => each.startsWith(self.registration.scope) && each !== name)
  await Promise.all(old.map((each) => caches.delete(each)))
}

/** The newest page where there is a network; all else has its content in its name. */
async function answer(request) {
  const kept = await (await caches.open(name)).match(request, {
    ignoreSearch: true,
    ignoreVary: true
  })
  if (request.mode !== 'navigate') return kept ?? fetch(request)
  return fetch(request).catch(() => kept ?? Response.error())
}
