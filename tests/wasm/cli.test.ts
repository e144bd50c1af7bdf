import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chain, fourBar, load, type Mechanism, mitHumanoid } from 'linkwork'
import { afterAll, describe, expect, it } from 'vitest'
import { program, run } from './command-line.js'

const linkwork = await load()
const folder = mkdtempSync(join(tmpdir(), 'linkwork-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** The pendulum of the format's documentation, alone. */
const pendulum: Mechanism = {
  linkwork: 1,
  name: 'pendulum',
  bodies: [
    { name: 'link', mass: 1, centerOfMass: [0, 0, -0.5], inertia: [0.083, 0.083, 0.001, 0, 0, 0] }
  ],
  joints: [
    {
      name: 'shoulder',
      type: 'revolute',
      parent: 'world',
      child: 'link',
      axis: [0, 1, 0],
      parentFrame: { position: [0, 0, 1] }
    }
  ]
}
const mechanism = file('pendulum.json', pendulum)
const state = file('state.json', {
  q: { shoulder: [0.3] },
  v: { shoulder: [0.1] },
  tau: { shoulder: [2] },
  a: { shoulder: [0.7] }
})
const inertia = 0.083 + 1 * 0.5 ** 2 // about the shoulder
const weight = 9.81 * 0.5 * Math.sin(0.3) // moment of gravity, towards hanging down

/** The answer to a command that must succeed without a word on standard error. */
async function answer(...args: string[]) {
  const { stdout, stderr, status } = await run(...args)
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return JSON.parse(stdout)
}

describe('every command answers in the words of the format', () => {
  it('info', async () => {
    expect(await answer('info', mechanism)).toEqual({
      name: 'pendulum',
      bodies: ['link'],
      joints: ['shoulder'],
      degreesOfFreedom: 1,
      clusters: [{ bodies: ['link'], degreesOfFreedom: 1 }],
      plan: [{ kind: 'hinges', bodies: ['link'] }],
      warnings: []
    })
  })

  it('kinematics', async () => {
    const { bodies } = await answer('kinematics', mechanism, '--state', state)
    expect(Object.keys(bodies)).toEqual(['link'])
    const { position, rotation, twist } = bodies.link
    expect(position).toEqual([0, 0, 1])
    const expected = [0, Math.sin(0.15), 0, Math.cos(0.15)]
    for (const [i, value] of expected.entries()) expect(rotation[i]).toBeCloseTo(value, 15)
    for (const [i, value] of [0, 0.1, 0, 0, 0, 0].entries()) expect(twist[i]).toBeCloseTo(value, 15)
  })

  it('energy', async () => {
    const { kinetic, potential } = await answer('energy', mechanism, '--state', state)
    expect(kinetic).toBeCloseTo(0.5 * inertia * 0.01, 15)
    expect(potential).toBeCloseTo(9.81 * (1 - 0.5 * Math.cos(0.3)), 14)
  })

  it('forward-dynamics, by every method', async () => {
    const names = ['articulated-body', 'composite-body', 'projection', 'multipliers']
    for (const name of [
      ...names,
      'lagrange-dense',
      'lagrange-sparse',
      'general-joint',
      undefined
    ]) {
      const method = name ? ['--method', name] : []
      const { a } = await answer('forward-dynamics', mechanism, '--state', state, ...method)
      expect(a.shoulder[0]).toBeCloseTo((2 - weight) / inertia, 13)
    }
  })

  it('inverse-dynamics', async () => {
    const { tau } = await answer('inverse-dynamics', mechanism, '--state', state)
    expect(tau.shoulder[0]).toBeCloseTo(inertia * 0.7 + weight, 14)
  })

  it('mass-matrix', async () => {
    const { joints, massMatrix, bias } = await answer('mass-matrix', mechanism, '--state', state)
    expect(joints).toEqual([['shoulder', 0]])
    expect(massMatrix[0][0]).toBeCloseTo(inertia, 15)
    expect(bias[0]).toBeCloseTo(weight, 14)
  })

  it('coriolis-matrix', async () => {
    // About one axis nothing turns with the angle.
    const found = await answer('coriolis-matrix', mechanism, '--state', state)
    expect(found).toEqual({ joints: [['shoulder', 0]], coriolisMatrix: [[expect.closeTo(0, 15)]] })
  })

  it('check', async () => {
    const { methods, largestDisagreement } = await answer('check', mechanism, '--state', state)
    const [first, second] = Object.keys(methods).map((name) => methods[name].a.shoulder[0])
    expect(largestDisagreement).toBe(Math.abs(first - second))
    expect(largestDisagreement).toBeLessThan(1e-13)
  })
})

describe('simulate', () => {
  const times = (rows: { t: number }[]) => rows.map(({ t }) => Number(t.toFixed(9)))

  it('prints a row at the start, every K steps and at the end', async () => {
    const simulate = ['simulate', mechanism, '--state', state, '--dt', '0.01', '--time']
    expect(times(await answer(...simulate, '0.03'))).toEqual([0, 0.01, 0.02, 0.03])
    expect(times(await answer(...simulate, '0.05', '--every', '2'))).toEqual([0, 0.02, 0.04, 0.05])
    expect(times(await answer(...simulate, '0.025'))).toEqual([0, 0.01, 0.02, 0.025])
  })

  it('rows have a state and its energies', async () => {
    const rows = await answer(
      'simulate',
      mechanism,
      '--state',
      state,
      '--time',
      '0.01',
      '--dt',
      '0.01'
    )
    expect(Object.keys(rows[0])).toEqual(['t', 'q', 'v', 'kinetic', 'potential', 'loopError'])
    expect(rows[0].q).toEqual({ shoulder: [0.3] })
    const later = file('later.json', { q: rows[1].q, v: rows[1].v })
    const { kinetic, potential } = await answer('energy', mechanism, '--state', later)
    expect(rows[1].kinetic).toBe(kinetic)
    expect(rows[1].potential).toBe(potential)
  })

  it('integrators differ, and both are known', async () => {
    const simulate = ['simulate', mechanism, '--state', state, '--time', '0.1', '--dt', '0.01']
    const last = async (integrator: string) =>
      (await answer(...simulate, '--integrator', integrator)).at(-1).q.shoulder[0]
    const [fourth, first] = [await last('rk4'), await last('semi-implicit-euler')]
    expect(fourth).not.toBe(first)
    expect(fourth).toBeCloseTo(first, 1)
  })

  it('variational methods have their integrators, and adaptive steps end at or after the end', async () => {
    const times = ['--time', '0.1', '--dt', '0.01']
    const rows = (...options: string[]) =>
      answer(
        'simulate',
        mechanism,
        '--state',
        state,
        ...times,
        '--method',
        'variational',
        ...options
      )
    const [second, fourth] = [await rows(), await rows('--integrator', 'fourth-order')]
    expect(second.at(-1).t).toBeCloseTo(0.1, 12)
    expect(second.at(-1).q.shoulder[0]).toBeCloseTo(fourth.at(-1).q.shoulder[0], 3)
    const adaptive = await rows('--integrator', 'adaptive')
    expect(adaptive.at(-1).t).toBeGreaterThanOrEqual(0.1)
    expect(adaptive.at(-2).t).toBeLessThan(0.1)
  })

  it('lets a step break the laws of contact up to the option', async () => {
    // A ball between two planes that are nearer than its diameter: no impulses keep both.
    const ceiling = { position: [0, 0, 0.19], rotation: [1, 0, 0, 0] }
    const jammed = file('jammed.json', {
      linkwork: 1,
      name: 'jammed ball',
      bodies: [{ name: 'ball', mass: 2, inertia: [0.008, 0.008, 0.008] }],
      joints: [{ name: 'free', type: 'free', parent: 'world', child: 'ball' }],
      contact: {
        colliders: [
          { body: 'world', type: 'plane' },
          { body: 'world', type: 'plane', frame: ceiling },
          { body: 'ball', type: 'sphere', radius: 0.1 }
        ]
      },
      initialState: { q: { free: [0, 0, 0.095, 0, 0, 0, 1] } }
    })
    const simulate = ['simulate', jammed, '--time', '0.01', '--dt', '0.001']
    for (const allow of [[], ['--allow', '100']]) {
      const { status, stdout, stderr } = await run(...simulate, ...allow)
      expect(status).toBe(0)
      expect(JSON.parse(stdout)).toHaveLength(11)
      expect(stderr).toMatch('start 0.005 m inside each other: they part at up to 1 m/s')
    }
    expect(await run(...simulate, '--allow', '1e-3')).toMatchObject({ status: 2 })
    const { stderr } = await run(...simulate, '--allow', '0')
    expect(stderr).toMatch('--allow: expected a positive number, found "0"')
  })

  it('shows on a terminal how far it is', async () => {
    const terminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
    Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
    const { stderr } = await run('simulate', mechanism, '--time', '0.02', '--dt', '0.01')
    if (terminal) Object.defineProperty(process.stderr, 'isTTY', terminal)
    else Reflect.deleteProperty(process.stderr, 'isTTY')
    expect(stderr).toMatch(/^\r50 % {2}0\.010 of 0\.02 s.*\r100 % {2}0\.020 of 0\.02 s\n$/)
  })

  it('writes CSV with a column a number', async () => {
    const free = {
      ...pendulum,
      joints: [{ ...pendulum.joints[0], type: 'planar', axis: undefined }]
    }
    const path = file('planar.json', free)
    const { stdout } = await run('simulate', path, '--time', '0.1', '--dt', '0.05', '--csv')
    const [header, ...rows] = stdout.trimEnd().split('\n')
    expect(header).toBe(
      't,q.shoulder[0],q.shoulder[1],q.shoulder[2],v.shoulder[0],v.shoulder[1],v.shoulder[2],' +
        'kinetic,potential,loopError'
    )
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row.split(',').map(Number).every(Number.isFinite)).toBe(true)
  })
})

describe('import', () => {
  const inertial = `<inertial><mass value="1"/><origin xyz="0 0 -0.5"/>
      <inertia ixx="0.083" iyy="0.083" izz="0.001"/></inertial>`
  const arm = (mass: string, inside = inertial) => `<robot name="arm">
    <link name="base"><inertial><mass value="${mass}"/>
      <inertia ixx="1" iyy="1" izz="1"/></inertial></link>
    <link name="link">${inside}</link>
    <joint name="shoulder" type="continuous"><parent link="base"/><child link="link"/>
      <origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint>
  </robot>`

  it('prints a mechanism file that every other command takes', async () => {
    const text = await run('import', file('arm.urdf', arm('0')))
    expect(text).toMatchObject({ stderr: '', status: 0 })
    expect(text.stdout).toContain('"inertia": [0.083, 0.083, 0.001, 0, 0, 0]\n')
    const imported = file('arm.json', text.stdout)
    const { a } = await answer('forward-dynamics', imported, '--state', state)
    expect(a.shoulder[0]).toBeCloseTo((2 - weight) / inertia, 13)
  })

  it('fixes or floats the base by option, and warns where it has to guess', async () => {
    const path = file('arm.urdf', arm('3'))
    const types = async (...options: string[]) => {
      const { stdout, stderr } = await run('import', path, ...options)
      return [JSON.parse(stdout).joints[0].type, stderr]
    }
    expect(await types()).toEqual([
      'free',
      'warning: line 2: link "base": has mass, so it floats; base "fixed" holds it\n'
    ])
    expect(await types('--base', 'floating')).toEqual(['free', ''])
    expect(await types('--base', 'fixed')).toEqual(['fixed', ''])
  })

  it('makes colliders and a ground', async () => {
    const ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
    const path = file('ball.urdf', arm('3').replace('</link>', `${ball}</link>`))
    const { stdout } = await run('import', path, '--collisions', '--ground')
    const { colliders } = JSON.parse(stdout).contact
    expect(colliders.map(({ type }: { type: string }) => type)).toEqual(['plane', 'sphere'])
  })

  it('takes inertia from shapes', async () => {
    const shape = '<visual><geometry><box size="1 1 1"/></geometry></visual>'
    const path = file('shapes.urdf', arm('0', shape))
    const { stdout } = await run('import', path, '--inertia', 'shapes', '--density', '3')
    expect(JSON.parse(stdout).bodies.at(-1).mass).toBe(3)
  })

  it('reads joints that move no mass, with a warning of the import and one of info', async () => {
    const path = file('light.urdf', arm('0', ''))
    const { stdout, stderr, status } = await run('import', path)
    expect({ bodies: JSON.parse(stdout).bodies.length, status }).toEqual({ bodies: 1, status: 0 })
    expect(stderr).toMatch(/^warning: line 5: joint "shoulder": expected mass or inertia below it/)
    expect(stderr).toMatch(/\nwarning: joints\[0\]: moves .*"shoulder"/)
    const ofInfo = (await run('info', path)).stderr
    expect(ofInfo.match(/moves .*"shoulder"/g)).toHaveLength(1)
    const answerTo = async (command: string) => JSON.parse((await run(command, path)).stdout)
    expect((await answerTo('kinematics')).bodies.link.position).toEqual([0, 0, 1])
    expect((await answerTo('inverse-dynamics')).tau.shoulder).toEqual([0])
    const stopped = await run('simulate', path, '--time', '1', '--dt', '0.001')
    expect(stopped.stderr).toMatch(/\nMechanismError: joints\[0\]: moves .*"shoulder"/)
    expect(stopped.status).toBe(2)
  })

  it('includes models in the folder of an SDF document', async () => {
    mkdirSync(join(folder, 'tool'))
    file(
      'tool/model.config',
      '<model><sdf version="1.6">old.sdf</sdf><sdf version="1.9">new.sdf</sdf></model>'
    )
    file('tool/new.sdf', '<sdf version="1.9"><model name="tool"><link name="tip"/></model></sdf>')
    const include = '<include><uri>model://tool</uri><name>pen</name></include>'
    const path = file(
      'robot.sdf',
      `<sdf version="1.9"><model name="r"><link name="l"/>${include}</model></sdf>`
    )
    const { stdout } = await run('import', path)
    expect(JSON.parse(stdout).bodies.map(({ name }: { name: string }) => name)).toEqual([
      'l',
      'pen::tip'
    ])
  })

  it.each([
    ['no URDF', ['import', mechanism], /^MechanismError: line 1: not well-formed XML/],
    ['a state', ['import', mechanism, '--state', state], /import has no option --state/],
    [
      'an unknown base',
      ['import', file('a.urdf', arm('0')), '--base', 'x'],
      /^MechanismError: base: expected "fixed" or "floating", found "x"/
    ],
    [
      'forward dynamics of a joint that moves no mass',
      ['forward-dynamics', file('light.urdf', arm('0', ''))],
      /\nMechanismError: joints\[0\]: moves .*"shoulder"/
    ]
  ])('%s is an error', async (_, args, message) => {
    const { stdout, stderr, status } = await run(...args)
    expect(stderr).toMatch(message)
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  })
})

describe('assemble', () => {
  const { initialState, ...rest } = linkwork.mechanism(fourBar())
  const open = file('open.json', rest)

  it('prints a mechanism file that every other command takes', async () => {
    expect((await run('info', open)).stderr).toMatch(/loops\[0\]: does not close/)
    const text = await run('assemble', open)
    expect(text).toMatchObject({ stderr: '', status: 0 })
    expect((await answer('info', file('closed.json', text.stdout))).degreesOfFreedom).toBe(1)
  })

  it('keeps joints where they are set', async () => {
    const { initialState } = await answer('assemble', open, '--set', 'crank=0.4')
    expect(initialState.q.crank).toEqual([0.4])
  })

  it.each([
    ['no way to close', ['--set', 'crank=0.3', '--set', 'rocker=2.5'], /loops\[0\]: found no pos/],
    ['an unknown joint', ['--set', 'crnk=0.3'], /crnk/],
    ['no number', ['--set', 'crank=x'], /--set: expected joint=value/],
    ['a state', ['--state', state], /assemble has no option --state/]
  ])('%s is an error', async (_, args, message) => {
    const { stdout, stderr, status } = await run('assemble', open, ...args)
    expect(stderr).toMatch(message)
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  })
})

describe('what goes wrong is on standard error, with exit status 2', () => {
  it.each([
    ['no command', [], /which command\? \(commands: info, /],
    ['an unknown command', ['inof', mechanism], /no command "inof"/],
    ['no file', ['info'], /info: which MECHANISM file\?/],
    ['too many files', ['info', mechanism, state], /unexpected argument/],
    ['a file that is not there', ['info', 'nowhere.json'], /nowhere\.json/],
    ['an unknown option', ['info', mechanism, '--sate', state], /--sate/],
    ['an option of another command', ['info', mechanism, '--csv'], /info has no option --csv/],
    ['no duration', ['simulate', mechanism, '--dt', '0.1'], /simulate needs --time/],
    ['a bad number', ['simulate', mechanism, '--time', '1', '--dt', 'x'], /--dt: expected/],
    [
      'half a step',
      ['simulate', mechanism, '--time', '1', '--dt', '0.1', '--every', '1.5'],
      /--every: expected a whole number, found 1.5/
    ],
    [
      'too many steps',
      ['simulate', mechanism, '--time', '1e9', '--dt', '1e-9'],
      /--time: 1000000000 s are more steps of 1e-9 s than can be counted/
    ],
    ['an unknown method', ['forward-dynamics', mechanism, '--method', 'aba'], /articulated-body/],
    [
      'an unknown integrator',
      ['simulate', mechanism, '--time', '1', '--dt', '0.1', '--integrator', 'euler'],
      /rk4/
    ],
    [
      'a state for another mechanism',
      ['energy', mechanism, '--state', file('other.json', { q: { knee: [1] } })],
      /MechanismError: q\.knee/
    ]
  ])('%s', async (_, args, message) => {
    const { stdout, stderr, status } = await run(...args)
    expect(stderr).toMatch(message)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })

  it('a faulty mechanism names the place', async () => {
    const faulty = file('faulty.json', { ...pendulum, gravty: [0, 0, 0] })
    const { stderr, status } = await run('info', faulty)
    expect(stderr).toMatch(/^MechanismError: .*gravty.*gravity/)
    expect(status).toBe(2)
  })
})

it('warns on standard error and still prints its result', async () => {
  const body = { name: 'link', mass: 1, centerOfMass: [0, 0, -1], inertia: [0.4, 0.1, 0.1] }
  const { stdout, stderr, status } = await run(
    'info',
    file('odd.json', { ...pendulum, bodies: [body] })
  )
  expect(stderr).toMatch(/^warning: bodies\[0\]\.inertia: .*triangle/)
  expect(JSON.parse(stdout).warnings).toHaveLength(1)
  expect(status).toBe(0)
})

it('prints its usage and its version', async () => {
  const { stdout } = await run('--help')
  expect(stdout).toMatch(/^linkwork <command> MECHANISM/)
  const simulate = (await run('simulate', '--help')).stdout
  expect(simulate).toMatch(/^linkwork simulate MECHANISM \[options\]\n/)
  for (const { name } of linkwork.methods) expect(simulate).toContain(`  ${name} `)
  const dynamics = (await run('forward-dynamics', '-h')).stdout
  for (const { name } of linkwork.accelerationMethods) expect(dynamics).toContain(`  ${name} `)
  expect(dynamics).not.toContain('--time')
  expect((await run('work', '--help')).stdout).toMatch(/^linkwork work \[options\]\n/)
  expect((await run('--version')).stdout).toBe(`${linkwork.version}\n`)
})

describe('catalogue', () => {
  it('names what there is, and prints a file of it', async () => {
    expect(await answer('catalogue')).toEqual(linkwork.catalogue.map(({ name }) => name))
    const { stdout } = await run('catalogue', 'chain', 'links=3', 'axes=[[1,0,0],[0,1,0]]')
    const axes = [
      [1, 0, 0],
      [0, 1, 0]
    ] as const
    expect(JSON.parse(stdout)).toEqual(linkwork.mechanism(chain({ links: 3, axes })))
    expect((await answer('info', file('printed.json', JSON.parse(stdout)))).bodies).toHaveLength(3)
  })

  it('takes words, and says what is wrong', async () => {
    const standing = await answer('catalogue', 'mitHumanoid', 'base=standing')
    const whole = linkwork.mechanism(mitHumanoid({ base: 'standing' }))
    expect(standing).toEqual(JSON.parse(JSON.stringify(whole))) // JSON has no −0
    const said = async (...args: string[]) => (await run('catalogue', ...args)).stderr
    expect(await said('chian')).toContain('no mechanism "chian" (names: chain,')
    expect(await said('chain', 'links')).toContain('expected OPTION=VALUE, found "links"')
    expect(await said('chain', 'link=3')).toContain('options.link')
  })

  it('lists the options of a mechanism', async () => {
    const { stdout, status } = await run('catalogue', 'miniCheetah', '--help')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^linkwork catalogue miniCheetah \[OPTION=VALUE …\]$/m)
    expect(stdout).toMatch(/^ {2}base +default "floating": floating, hanging, fixed, standing$/m)
    expect(stdout).toMatch(/^ {2}gravity +default 9.81, 0 to 100$/m)
    expect((await run('catalogue', 'chian', '--help')).stderr).toContain('no mechanism "chian"')
  })
})

describe('a model', () => {
  it('prints Jacobians, the center of mass and the forces that hold it', async () => {
    const path = file('four-bar.json', linkwork.mechanism(fourBar()))
    const model = linkwork.model(fourBar())
    const { joints, jacobian } = await answer('jacobian', path, '--frame', 'coupler')
    const { coordinates, matrix } = model.jacobian('coupler')
    expect(joints).toEqual(coordinates)
    expect(jacobian.flat()).toEqual(Array.from(matrix))
    const center = await answer('center-of-mass', path)
    expect(center.position).toEqual(model.centerOfMass().position)
    const { tau } = await answer('gravity-compensation', path)
    expect(Object.values(tau).flat()).toEqual(Array.from(model.gravityCompensation()))
  })

  it('finds the pose in which a frame is where it is wanted', async () => {
    const path = file('four-bar.json', linkwork.mechanism(fourBar()))
    const model = linkwork.model(fourBar())
    const { q } = model.assemble({ q: { crank: [0.3] } })
    const position = Array.from(model.pose('rocker', { q }).slice(0, 3))
    const target = ['--frame', 'rocker', '--position', position.join(',')]
    const found = await answer('inverse-kinematics', path, ...target)
    expect(found.isReached).toBe(true)
    expect(Object.keys(found.q)).toEqual(model.joints.map(({ name }) => name))
    const said = async (...args: string[]) =>
      (await run('inverse-kinematics', path, ...args)).stderr
    expect(await said('--position', '1,2,3')).toContain('--frame: which site or body?')
    expect(await said('--frame', 'rocker', '--position', '1,2')).toContain('expected 3 numbers')
    expect(await said('--frame', 'roker', '--position', '1,2,3')).toContain('did you mean "rocker"')
  })
})

it('takes URDF in place of every mechanism', async () => {
  const robot = join(folder, 'robot.urdf')
  writeFileSync(
    robot,
    `<robot name="pendulum"><link name="base"/><link name="pole"><inertial>
    <origin xyz="0 0 -1"/><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="pivot" type="continuous"><parent link="base"/><child link="pole"/>
    <axis xyz="0 1 0"/></joint></robot>`
  )
  expect((await answer('energy', robot)).potential).toBeCloseTo(-2 * 9.81, 12)
  const foreign = join(folder, 'robot.xml')
  writeFileSync(foreign, '<robots/>')
  expect((await run('info', foreign)).stderr).toMatch(/expected <robot>.*found <robots>/)
})

describe('MJCF and SDF', () => {
  const pole = (inertial: string, joint: string) =>
    `<body name="pole"><joint name="pivot" axis="0 1 0"${joint}/>${inertial}</body>`
  const inertial = '<inertial pos="0 0 -1" mass="2" diaginertia="1 1 1"/>'

  it('are taken in place of every mechanism, with files that they include', async () => {
    file('pole.xml', `<mujoco><worldbody>${pole(inertial, '')}</worldbody></mujoco>`)
    const scene = file(
      'scene.xml',
      '<?xml version="1.0"?><!-- a scene --><?x?><mujoco><include file="pole.xml"/></mujoco>'
    )
    expect((await answer('energy', scene)).potential).toBeCloseTo(-2 * 9.81, 12)
    const model = file(
      'model.sdf',
      `<sdf version="1.9"><model name="m"><link name="pole"><inertial><pose>0 0 -1 0 0 0</pose>
      <mass>2</mass></inertial></link><joint name="pivot" type="revolute"><parent>world</parent>
      <child>pole</child><axis><xyz>0 1 0</xyz></axis></joint></model></sdf>`
    )
    expect((await answer('energy', model)).potential).toBeCloseTo(-2 * 9.81, 12)
  })

  it('keyframes are chosen by name', async () => {
    const keys = '<keyframe><key name="a" qpos="1"/><key name="b" qpos="2"/></keyframe>'
    const path = file(
      'keys.xml',
      `<mujoco><worldbody>${pole(inertial, '')}</worldbody>${keys}</mujoco>`
    )
    const start = async (...options: string[]) =>
      JSON.parse((await run('import', path, ...options)).stdout).initialState.q.pivot
    expect(await start()).toEqual([1])
    expect(await start('--keyframe', 'b')).toEqual([2])
    expect((await run('import', path, '--base', 'fixed')).stderr).toMatch(/only URDF takes it/)
    expect((await run('import', path, '--ground')).stderr).toMatch(/only URDF takes them/)
  })
})

describe('export', () => {
  it.each(['urdf', 'mjcf'])('%s is taken back', async (format) => {
    const { stdout, status } = await run('export', mechanism, '--format', format)
    expect(status).toBe(0)
    const back = file(`back.${format}`, stdout)
    const { a } = await answer('forward-dynamics', back, '--state', state)
    expect(a.shoulder[0]).toBeCloseTo((2 - weight) / inertia, 12)
  })

  it('needs a format that it supports', async () => {
    expect((await run('export', mechanism)).stderr).toMatch(/export needs --format urdf or mjcf/)
    expect((await run('export', mechanism, '--format', 'x')).stderr).toMatch(/found x/)
  })
})

describe('as a program', () => {
  it('reads standard input and long chains', () => {
    const input = JSON.stringify(linkwork.mechanism(chain({ links: 2000 })))
    const { stdout, status } = spawnSync(process.execPath, [program, 'energy', '-'], { input })
    expect(status).toBe(0)
    expect(JSON.parse(String(stdout)).kinetic).toBe(0)
  })

  it('ends its document where a simulation ends in an error', () => {
    const wild = file('wild.json', { q: { shoulder: [0] }, tau: { shoulder: [1e12] } })
    const command = ['simulate', mechanism, '--state', wild, '--time', '1', '--dt', '0.1']
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...command])
    expect(status).toBe(2)
    expect(String(stderr)).toContain('SimulationError')
    expect(JSON.parse(String(stdout)).length).toBeGreaterThan(0)
  })

  it('ends with status 2 after an error', () => {
    expect(spawnSync(process.execPath, [program, 'inof']).status).toBe(2)
  })

  it('is content where its reader leaves early', async () => {
    // More rows than a pipe holds, so the reader is gone before they are written.
    const simulate = ['simulate', mechanism, '--time', '10', '--dt', '0.001']
    const child = spawn(process.execPath, [program, ...simulate])
    const said: string[] = []
    child.stderr.on('data', (text) => said.push(String(text)))
    child.stdout.once('data', () => child.stdout.destroy())
    const [status] = await once(child, 'close')
    expect({ said, status }).toEqual({ said: [], status: 0 })
  })
})

it('starts loops from the initial state of the file', async () => {
  const path = file('four-bar.json', linkwork.mechanism(fourBar()))
  const rows = await answer('simulate', path, '--time', '0.1', '--dt', '0.001', '--every', '50')
  for (const { loopError } of rows) expect(loopError).toBeLessThan(1e-12)
})
