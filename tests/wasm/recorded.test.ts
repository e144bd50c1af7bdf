import { fourBar, load, MechanismError } from 'linkwork'
import { MechanismView, type Recording, recordedMotion } from 'linkwork/three'
import { AnimationMixer, Quaternion } from 'three'
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js'
import { expect, it, vi } from 'vitest'

const linkwork = await load()

function recorded() {
  using simulation = linkwork.simulate(fourBar(), { step: 1e-3 })
  const times: number[] = []
  const poses: Float64Array[] = []
  for (let i = 0; i < 5; i++) {
    times.push(simulation.time)
    poses.push(simulation.poses.slice())
    simulation.step(100)
  }
  return { mechanism: simulation.mechanism, recording: { times, poses } }
}

it('a recorded motion puts bodies where they were', () => {
  const { mechanism, recording } = recorded()
  const { scene, clip } = recordedMotion(mechanism, recording, { up: 'z' })
  const mixer = new AnimationMixer(scene)
  mixer.clipAction(clip).play()
  for (const [i, time] of recording.times.slice(0, -1).entries()) {
    mixer.setTime(time)
    for (const [body, { name }] of mechanism.bodies.entries()) {
      const object = scene.getObjectByName(name)!
      const there = recording.poses[i]!.subarray(7 * body, 7 * body + 7)
      const turn = new Quaternion(...there.subarray(3))
      // A quaternion and its negative are the same rotation.
      const sign = object.quaternion.dot(turn) < 0 ? -1 : 1
      const pose = [
        ...object.position.toArray(),
        ...object.quaternion.toArray().map((part) => sign * part)
      ]
      // Tracks hold floats.
      for (const [k, value] of pose.entries()) expect(value).toBeCloseTo(there[k]!, 5)
    }
  }
})

it('its parts are those of a view', () => {
  const { mechanism, recording } = recorded()
  const { scene } = recordedMotion(mechanism, recording)
  let meshes = 0
  scene.traverse((object) => {
    if ('isMesh' in object) meshes++
  })
  const view = new MechanismView(mechanism)
  const drawn = view.children.map((child) => ('count' in child ? (child.count as number) : 0))
  expect(meshes).toBe(drawn.reduce((sum, count) => sum + count, 0))
  expect(scene.quaternion.toArray()).toEqual(view.quaternion.toArray())
})

it('glTF has an object and two channels for each body', async () => {
  const { mechanism, recording } = recorded()
  const { scene, clip } = recordedMotion(mechanism, recording)
  vi.stubGlobal('FileReader', BlobReader)
  const gltf = (await new GLTFExporter().parseAsync(scene, { animations: [clip] })) as {
    nodes: { name: string }[]
    animations: { channels: { target: { node: number; path: string } }[] }[]
  }
  vi.unstubAllGlobals()
  const moved = gltf.animations[0]!.channels.map(({ target }) => {
    return `${gltf.nodes[target.node]!.name} ${target.path}`
  })
  const expected = mechanism.bodies.flatMap(({ name }) => [
    `${name} translation`,
    `${name} rotation`
  ])
  expect(moved).toEqual(expected)
})

it('refuses what is no recording', () => {
  const { mechanism, recording } = recorded()
  const call = (given: unknown) => () => recordedMotion(mechanism, given as Recording)
  expect(call(undefined)).toThrow(MechanismError)
  expect(call({ ...recording, times: [0, 1, 2, 2, 3] })).toThrow(/times\[3\]: expected more than/)
  expect(call({ ...recording, poses: [[0], ...recording.poses.slice(1)] })).toThrow(
    /poses\[0\]: expected 21 numbers, found 1/
  )
})

/** A reader of blobs, which browsers have and Node lacks. */
class BlobReader {
  result: string | undefined
  onloadend: () => void = () => {}

  async readAsDataURL(blob: Blob): Promise<void> {
    const bytes = Buffer.from(await blob.arrayBuffer())
    this.result = `data:${blob.type};base64,${bytes.toString('base64')}`
    this.onloadend()
  }
}
