import { turnAbout } from '../algebra.mjs'

/**
 * Links of 1 m and 1 kg on revolute joints about y and x in turn, level at the start and at rest. The first
 * axis is turned by 30° about the chain: else all links would swing in one plane.
 */
export function chain(linkwork, links) {
  const numbers = Array.from({ length: links }, (_, i) => i + 1)
  const bodies = numbers.map((i) => ({
    name: `link${i}`,
    mass: 1,
    centerOfMass: [0, 0, -0.5],
    inertia: [1 / 12, 1 / 12, 0.002]
  }))
  const joints = numbers.map((i) => ({
    name: `joint${i}`,
    type: 'revolute',
    parent: i === 1 ? 'world' : `link${i - 1}`,
    child: `link${i}`,
    axis: i % 2 ? [0, 1, 0] : [1, 0, 0],
    parentFrame:
      i === 1 ? { rotation: turnAbout([1, 0, 0], Math.PI / 6) } : { position: [0, 0, -1] }
  }))
  return linkwork.mechanism({
    linkwork: 1,
    name: `chain of ${links}`,
    bodies,
    joints,
    initialState: { q: { joint1: [Math.PI / 2] } }
  })
}
