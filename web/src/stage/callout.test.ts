import { beltChain, differentialLeg, load, type MechanismSource, mitHumanoid } from 'linkwork'
import { expect, it } from 'vitest'
import { findMechanism } from '../model/mechanisms/index.ts'
import { writeDegrees } from '../model/numbers.ts'
import { CalloutWriter } from './callout.ts'

const linkwork = await load()

it.each<[string, MechanismSource, string, string[]]>([
  ['mit-humanoid', mitHumanoid(), 'leftShank', ['leftKneeRotor']],
  ['mit-humanoid', mitHumanoid(), 'leftFoot', ['leftAnkleRotor']],
  ['belt-chain', beltChain(), 'link1', ['rotor1']],
  ['belt-chain', beltChain(), 'link2', ['rotor2']],
  ['differential-leg', differentialLeg(), 'shin', ['kneeAnkleRotor1', 'kneeAnkleRotor2']],
  ['differential-leg', differentialLeg(), 'thigh', []]
])('in %s the callout of a part names the rotors that drive it', (id, source, part, rotors) => {
  using simulation = linkwork.simulate(source)
  const { mechanism, q, v } = simulation
  const entry = findMechanism(id)
  if (!entry) throw new Error(`no mechanism ${id}`)
  const body = mechanism.bodies.findIndex(({ name }) => name === part)
  const { value = '' } = new CalloutWriter(mechanism, entry).write(body, q, v) ?? {}
  const { q: positions } = simulation.state
  const angles = rotors.map((rotor) => {
    const joint = mechanism.joints.find(({ child }) => child === rotor)
    return writeDegrees(Number(positions?.[joint?.name ?? '']))
  })
  if (rotors.length === 0) expect(value).not.toContain('rotor')
  else expect(value).toBe(`${rotors.length === 1 ? 'rotor' : 'rotors'} ${angles.join(', ')}`)
})
