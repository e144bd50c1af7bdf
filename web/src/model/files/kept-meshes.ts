import type { LoadedMeshes } from 'linkwork/three'

/** Number of robots whose meshes are kept for Back. */
const most = 4
const kept = new Map<string, LoadedMeshes>()

/** Keeps meshes while the page is open, because the history cannot hold them. Returns their key. */
export function keepMeshes(meshes: LoadedMeshes): string {
  const id = crypto.randomUUID()
  kept.set(id, meshes)
  for (const [oldest] of kept) {
    if (kept.size <= most) break
    kept.get(oldest)?.dispose()
    kept.delete(oldest)
  }
  return id
}

export const keptMeshes = (id: string): LoadedMeshes | undefined => kept.get(id)
