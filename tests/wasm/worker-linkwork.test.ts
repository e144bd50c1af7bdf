import { boxStack, fourBar, load, MechanismError, miniCheetah, SimulationError } from 'linkwork'
import { type WorkerLinkwork, workerLinkwork } from 'linkwork/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// The library in workers: its results are bitwise those of the library here.

const linkwork = await load()
let remote: WorkerLinkwork
beforeAll(async () => {
  remote = await workerLinkwork({ workers: 2 })
})
afterAll(() => remote.dispose())

describe('the library in a worker', () => {
  it('answers as the library does', async () => {
    expect(await remote.version).toBe(linkwork.version)
    expect(await remote.methods).toEqual(linkwork.methods)
    expect(await remote.info(fourBar())).toEqual(linkwork.info(fourBar()))
    expect(await remote.mechanism(fourBar())).toEqual(linkwork.mechanism(fourBar()))
  })

  it('moves simulations as the library does', async () => {
    using here = linkwork.simulate(miniCheetah())
    const there = await remote.simulate(miniCheetah())
    here.forces.setTorque(2, 1.5)
    here.step(20)
    void there.forces.setTorque(2, 1.5) // calls are carried out in order
    await there.step(20)
    expect(await there.q).toEqual(here.q.slice())
    expect(await there.energy.kinetic).toBe(here.energy.kinetic)
    expect(await there.dynamics.massMatrix()).toEqual(here.dynamics.massMatrix())
    await there.set('stepSize', 2e-3)
    expect(await there.stepSize).toBe(2e-3)
    const knee = await there.joint(2)
    expect(await knee.torque).toBe(1.5)
    await knee.set('torque', 2.5)
    expect((await there.forces.torques)[here.forces.torques.indexOf(1.5)]).toBe(2.5)
    here.forces.setTorque(2, 2.5)
    const clone = await there.clone()
    const moment = await there.snapshot()
    await there.step()
    expect(await clone.snapshot()).toEqual(moment)
    here.stepSize = 2e-3
    here.step()
    expect(await there.state).toEqual(here.state)
    clone.dispose()
    there.dispose()
    await expect(there.time).rejects.toThrow(SimulationError)
  })

  it('hands frames over, and takes their memory back', async () => {
    using here = linkwork.simulate(fourBar())
    const there = await remote.simulate(fourBar())
    const first = await there.frame(0.01)
    expect(first).toEqual({ steps: 10, time: 0.01, poses: first.poses })
    const { buffer } = first.poses
    const second = await there.frame(0.01, first.poses)
    expect(buffer.byteLength).toBe(0) // it was transferred
    here.step(20)
    expect(second.poses).toEqual(here.poses.slice())
    there.dispose()
  })

  it('has the groups of simulations', async () => {
    using here = linkwork.simulate(boxStack())
    const there = await remote.simulate(boxStack())
    here.step(20)
    await there.step(20)
    const { contacts } = there
    expect(await contacts.forces).toEqual(here.contacts.forces)
    expect(await contacts.events()).toEqual(here.contacts.events())
    expect(await contacts.castRay([0, 0, 9], [0, 0, -1])).toEqual(
      here.contacts.castRay([0, 0, 9], [0, 0, -1])
    )
    await expect(contacts.castRay([0, 0], [0, 0, -1])).rejects.toThrow(MechanismError)
    await there.set('actuators.controls', [])
    await expect(there.set('actuators.controls', [1])).rejects.toThrow('controls: expected')
    await expect(there.set('actuators.control' as never, 1 as never)).rejects.toThrow(
      'no property "actuators.control" can be set'
    )
    there.dispose()
    await expect(contacts.error).rejects.toThrow(/disposed/)
  })

  it('answers with models', async () => {
    using here = linkwork.model(fourBar())
    const there = await remote.model(fourBar())
    expect(await there.joint('crank')).toEqual(here.joint('crank'))
    expect(await there.start).toEqual(here.start)
    expect(await there.forwardDynamics()).toEqual(here.forwardDynamics().slice())
    const simulation = await there.simulate({ step: 1e-2 })
    expect(await simulation.stepSize).toBe(1e-2)
    there.dispose()
    await simulation.step()
    simulation.dispose()
  })

  it('says what is wrong as the library does', async () => {
    await expect(remote.info('{')).rejects.toThrow(MechanismError)
    const simulation = await remote.simulate(fourBar(), { step: 1 / 8 })
    await simulation.forces.setTorque('crank', 1e9)
    const failure: unknown = await simulation.step(9).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SimulationError)
    expect((failure as SimulationError).time).toBe(await simulation.time)
    await expect(simulation.frame(0.1, [] as never)).rejects.toThrow(MechanismError)
    simulation.dispose()
    await expect(workerLinkwork({ workers: 0 })).rejects.toThrow(/workers: expected/)
  })
})

it('workers share out what is made, and end when they are disposed of', async () => {
  const pool = await workerLinkwork({ workers: 2 })
  const many = await Promise.all(Array.from({ length: 4 }, () => pool.simulate(fourBar())))
  await Promise.all(many.map((each) => each.step(10)))
  const states = await Promise.all(many.map((each) => each.q))
  for (const q of states) expect(q).toEqual(states[0])
  pool.dispose()
  await expect(many[0]?.step()).rejects.toThrow(/disposed of/)
})
