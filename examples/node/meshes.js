// A URDF with meshes: a crystal falls on the ground and comes to rest on a face. Its file is loaded by
// three.js's reader; what touches is the convex hull of it.
import { readFile } from 'node:fs/promises'
import { load } from 'linkwork'
import { loadMeshes, meshUrl, withHulls } from 'linkwork/three'
import { mechanismFromUrdf } from 'linkwork/urdf'

const linkwork = await load()
const urdf = await readFile(new URL('crystal/crystal.urdf', import.meta.url), 'utf8')
const robot = mechanismFromUrdf(linkwork, urdf, { base: 'floating', ground: true })
const folder = new URL('.', import.meta.url) // in it are packages: package://crystal is crystal/
const loaded = await loadMeshes(robot.meshes, (uri) => readFile(meshUrl(uri, folder)))
const { mechanism, warnings } = withHulls(robot.mechanism, loaded)
for (const warning of [...loaded.warnings, ...warnings]) console.warn(warning)

const start = { q: { world_to_crystal: [0, 0, 0.3, 0.3, 0.1, 0, Math.sqrt(0.9)] } }
const simulation = linkwork.simulate(mechanism, { step: 1e-3, state: start })
simulation.advance(4)
const inradius = 0.1 / Math.sqrt(3)
console.log(`${mechanism.contact.colliders[1].points.length} corners touch the ground`)
console.log(`the middle is ${simulation.poses[2].toFixed(4)} m high, of ${inradius.toFixed(4)} m`)
simulation.dispose()
loaded.dispose()
