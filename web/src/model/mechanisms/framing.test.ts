import { load } from 'linkwork'
import { Vector3 } from 'three'
import { expect, it } from 'vitest'
import { Eye } from '../../stage/three/camera.ts'
import { segments } from '../kinematics.ts'
import { firstSolverOf } from '../settings.ts'
import { optionsFrom } from '../solver.ts'
import { initialOptions, motionOf } from './entry.ts'
import { findMechanism } from './index.ts'

const linkwork = await load()
const [width, height] = [928, 684]

/** Light ones that do not stay where they start. */
it.each([
  ...['chain', 'tree', 'cart-pendulum', 'four-bar', 'six-bar', 'differential-leg', 'windmill'],
  ...['rolling-disc', 'rail-torus-chain', 'geared-chain', 'acrobot']
])('%s: all joints stay in the picture', (id) => {
  const entry = findMechanism(id)
  if (!entry) throw new Error(id)
  const options = initialOptions(entry)
  using simulation = linkwork.simulate(entry.source(options), optionsFrom(firstSolverOf(entry)))
  const motion = motionOf(entry, options)
  if (motion && 'joints' in motion) simulation.tracking.start(motion)
  const { mechanism, poses } = simulation
  const eye = new Eye(
    () => true,
    () => {}
  )
  eye.resize(width, height, 0)
  eye.setFraming(entry.framing(options, { mechanism, poses: poses.slice() }), false)
  const at = new Vector3()
  for (let time = 0; time < 4; time += 0.05) {
    simulation.advance(0.05)
    for (const [x, y, z] of segments(mechanism, simulation.poses).flatMap(({ points }) => points)) {
      eye.project(new Vector3(x, z, -y), at)
      expect(Math.abs(at.x - width / 2)).toBeLessThan(width / 2)
      expect(Math.abs(at.y - height / 2)).toBeLessThan(height / 2)
    }
  }
})
