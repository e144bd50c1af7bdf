// The peers that bench/peers has installed, alike in Node and in a page.

const folder = new URL('../../.cache/peers/node_modules/', import.meta.url)

export const importPeer = (path) => import(new URL(path, folder).href)

export async function bytesOf(path) {
  const address = new URL(path, folder)
  if (address.protocol !== 'file:')
    return new Uint8Array(await (await fetch(address)).arrayBuffer())
  const { readFile } = await import('node:fs/promises')
  return readFile(address)
}

export async function versionOf(name) {
  const description = new TextDecoder().decode(await bytesOf(`${name}/package.json`))
  return JSON.parse(description).version
}
