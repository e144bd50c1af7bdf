import { load, type Mechanism, MechanismError } from 'linkwork'
import {
  fileResolver,
  loadMeshes,
  MechanismView,
  type MeshReference,
  meshUrl,
  urlResolver
} from 'linkwork/three'
import { Box3, InstancedMesh, Mesh, type MeshStandardMaterial, type Object3D } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { boxGlb, boxGltfFiles, boxObj, boxStl, stl } from './mesh-files.js'

const linkwork = await load()

const mechanism: Mechanism = {
  linkwork: 1,
  name: 'two',
  bodies: [
    { name: 'arm', mass: 1, inertia: [1, 1, 1] },
    { name: 'hand', mass: 1, inertia: [1, 1, 1] }
  ],
  joints: [
    { name: 'shoulder', type: 'free', parent: 'world', child: 'arm' },
    {
      name: 'wrist',
      type: 'revolute',
      parent: 'arm',
      child: 'hand',
      parentFrame: { position: [0, 0, 1] }
    }
  ]
}

const mesh = (uri: string, more: Partial<MeshReference> = {}): MeshReference => ({
  body: 'arm',
  purpose: 'visual',
  uri,
  scale: [1, 1, 1],
  frame: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
  color: undefined,
  ...more
})

const size = [1, 2, 3] as const
const bytes = (text: string) => new TextEncoder().encode(text)
const { json, buffer } = boxGltfFiles(size, 'parts/box.bin')
const files: Readonly<Record<string, Uint8Array>> = {
  'box.stl': boxStl(size),
  'box.obj': bytes(boxObj(size)),
  'box.glb': boxGlb(size),
  'robot/box.gltf': json,
  'robot/parts/box.bin': buffer
}
const resolve = async (uri: string) => {
  const found = files[uri]
  if (found) return found
  throw new Error(`no ${uri}`)
}

const boxOf = (object: Object3D) => {
  const { min, max } = new Box3().setFromObject(object)
  return [min.toArray(), max.toArray()]
}
const meshesIn = (object: Object3D) => {
  const found: Mesh[] = []
  object.traverse((each) => {
    if (each instanceof Mesh && !(each instanceof InstancedMesh)) found.push(each)
  })
  return found
}
const colorOf = ({ material }: Mesh) => (material as MeshStandardMaterial).color.getHexString()

describe('a mesh', () => {
  it('says what a loader finds amiss as a warning, and writes nothing to the console', async () => {
    const consoles = (['warn', 'error'] as const).map((to) => vi.spyOn(console, to))
    const lines = Array.from({ length: 1000 }, (_, i) => `<script>${i}</script>`).join('\n')
    const hostile = bytes(`${lines}\n${boxObj(size)}`)
    const { meshes, warnings } = await loadMeshes([mesh('a.obj')], () => hostile)
    expect(meshes).toHaveLength(1)
    expect(warnings).toEqual([
      'mesh "a.obj": Unexpected line: "<script>0</script>" (and 999 more of such)'
    ])
    for (const each of consoles) {
      expect(each).not.toHaveBeenCalled()
      each.mockRestore()
    }
  })

  it('says the same of glTF, whose loader waits, and lets others speak meanwhile', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const unknown = (name: string) =>
      boxGlb(size, { extensionsUsed: [name], extensionsRequired: [name] })
    const list = ['<b>.glb', 'b.glb'].map((uri) => mesh(uri))
    const loading = loadMeshes(list, (uri) => unknown(`X_${uri}`))
    const speaking = setInterval(() => console.warn('elsewhere'))
    const { meshes, warnings } = await loading
    console.warn('elsewhere')
    clearInterval(speaking)
    expect(meshes).toHaveLength(2)
    expect(warnings).toEqual([
      'mesh "<b>.glb": Unknown extension "X_<b>.glb".',
      'mesh "b.glb": Unknown extension "X_b.glb".'
    ])
    expect(new Set(warn.mock.calls.flat())).toEqual(new Set(['elsewhere']))
    expect(console.warn).toBe(warn)
    warn.mockRestore()
  })

  const corners = (more: object) => [
    {
      bufferView: 0,
      componentType: 5126,
      count: 8,
      type: 'VEC3',
      min: [0, 0, 0],
      max: size,
      ...more
    },
    { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' }
  ]
  const positions = corners({})
  const attributes = { POSITION: 0 }
  const empty = { componentType: 5126, type: 'VEC3', count: 3e8 }
  const packed = ['KHR_draco_mesh_compression']
  it.each([
    ['has a triangle without corners', { accessors: corners({ count: 3 }) }, 'names corner 3 of 3'],
    [
      'has corners of two numbers',
      { accessors: corners({ type: 'VEC2' }) },
      'expected corners of 3 numbers, found 2'
    ],
    [
      'has too few normals',
      {
        accessors: [...positions, { ...positions[0], count: 2 }],
        meshes: [{ primitives: [{ attributes: { ...attributes, NORMAL: 2 }, indices: 1 }] }]
      },
      'expected normal of 8 corners, found 2'
    ],
    [
      'counts corners in fractions',
      { accessors: [positions[0], { ...positions[1], componentType: 5126, count: 9 }] },
      'expected whole numbers as corners of triangles'
    ],
    [
      'is scaled beyond all graphics',
      { nodes: [{ mesh: 0, scale: [1e300, 1, 1] }] },
      'is moved or scaled to where nothing can be drawn'
    ],
    [
      'is its own child',
      { nodes: [{ mesh: 0, children: [0] }] },
      /^is damaged: Maximum call stack/
    ],
    ['needs much memory', { accessors: [empty] }, 'needs 300000000 numbers that it does not hold'],
    ['is packed', { extensionsRequired: packed }, `is packed by ${packed}, which is not read here`],
    ['has no scene', { scenes: [], scene: undefined }, 'holds no scene']
  ])('of glTF that %s is a warning', async (_, more, message) => {
    const { meshes, warnings } = await loadMeshes([mesh('a.glb')], () => boxGlb(size, more))
    expect(meshes).toEqual([])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]!.replace('mesh "a.glb": ', '')).toMatch(message)
  })

  it.each([
    { scale: [1e300, 1, 1] },
    { scale: [1e20, 1, 1] },
    { frame: { position: [0, -1e200, 0], rotation: [0, 0, 0, 1] } }
  ] as Partial<MeshReference>[])(
    'that is put beyond all graphics is a warning: %o',
    async (far) => {
      const list = [mesh('box.stl', far), mesh('box.stl')]
      const { meshes, warnings } = await loadMeshes(list, resolve)
      expect(meshes).toHaveLength(1)
      expect(warnings).toEqual(['mesh "box.stl": is moved or scaled to where nothing can be drawn'])
    }
  )

  it.each(['box.stl', 'box.obj', 'box.glb'])('%s is loaded from bytes', async (uri) => {
    const { meshes, warnings } = await loadMeshes([mesh(uri)], resolve)
    expect(warnings).toEqual([])
    expect(boxOf(meshes[0]!.object)).toEqual([[0, 0, 0], [...size]])
  })

  it.each([
    ['an ArrayBuffer', (array: Uint8Array) => array.slice().buffer],
    ['a Blob', (array: Uint8Array) => new Blob([array.slice()])],
    [
      'part of a larger buffer',
      (array: Uint8Array) => Buffer.concat([Buffer.from('before'), array]).subarray(6)
    ]
  ])('may be given as %s', async (_, given) => {
    const { meshes } = await loadMeshes([mesh('box.STL')], () => given(boxStl(size)))
    expect(boxOf(meshes[0]!.object)).toEqual([[0, 0, 0], [...size]])
  })

  it('is scaled, then placed in the frame of its body', async () => {
    const half = Math.SQRT1_2
    const placed = mesh('box.stl', {
      scale: [1, 0.5, -2],
      frame: { position: [10, 0, 0], rotation: [0, 0, half, half] }
    })
    const { meshes } = await loadMeshes([placed], resolve)
    const [min, max] = boxOf(meshes[0]!.object)
    // A quarter turn about z takes x to y and y to −x.
    for (const [i, value] of [9, 0, -6].entries()) expect(min![i]).toBeCloseTo(value, 6)
    for (const [i, value] of [10, 1, 0].entries()) expect(max![i]).toBeCloseTo(value, 6)
  })

  it('has the color of the robot where its format has none, else its own', async () => {
    const uris = ['box.stl', 'box.obj', 'box.glb']
    const { meshes } = await loadMeshes(
      uris.map((uri) => mesh(uri, { color: '#ff0000' })),
      resolve
    )
    const colors = meshes.map(({ object }) => colorOf(meshesIn(object)[0]!))
    expect(colors).toEqual(['ff0000', 'ff0000', '00ff00'])
  })

  it('is fetched once, however often it is named', async () => {
    const asked: string[] = []
    const many = ['arm', 'hand'].flatMap((body) => [mesh('box.stl', { body }), mesh('box.stl')])
    const { meshes } = await loadMeshes(many, (uri) => {
      asked.push(uri)
      return boxStl(size)
    })
    expect(asked).toEqual(['box.stl'])
    expect(meshes).toHaveLength(4)
    const geometries = meshes.map(({ object }) => meshesIn(object)[0]!.geometry)
    expect(new Set(geometries).size).toBe(1)
  })
})

describe('what cannot be loaded', () => {
  const flat = [
    [0, 0, 0],
    [1, 0, 0],
    [0, Number.NaN, 0]
  ]
  it.each([
    ['is not there', 'none.stl', undefined, 'no none.stl'],
    ['has another ending', 'a.step', bytes('x'), /^expected a name that ends in one of \.stl, /],
    ['has none', 'constructor', bytes('x'), /^expected a name that ends in one of /],
    ['is another thing', 'a.obj', bytes('<html></html>'), 'holds no triangles'],
    ['is empty', 'a.stl', bytes(''), /./],
    ['is cut off', 'a.glb', boxGlb(size).subarray(0, 100), /./],
    ['has numbers that are none', 'a.stl', stl([flat]), 'holds numbers that are not finite'],
    ['is no bytes', 'a.stl', 3, 'expected the bytes of a file, found 3'],
    ['needs what is not here', 'a.dae', bytes('<COLLADA/>'), /COLLADA is read by a DOMParser/]
  ])('%s: a warning names it, and the others are there', async (_, uri, found, message) => {
    const list = [mesh(uri), mesh('box.stl')]
    const { meshes, warnings } = await loadMeshes(list, (asked) =>
      asked === uri && found !== undefined ? (found as Uint8Array) : resolve(asked)
    )
    expect(meshes.map((each) => each.mesh.uri)).toEqual(['box.stl'])
    expect(warnings).toHaveLength(1)
    const [, before, said] = /^(mesh "[^"]*": )(.*)$/s.exec(warnings[0]!)!
    expect(before).toBe(`mesh "${uri}": `)
    expect(said).toMatch(message)
  })

  it('of the files of a mesh is named with it', async () => {
    const { meshes, warnings } = await loadMeshes([mesh('robot/box.gltf')], resolve)
    expect(meshes).toEqual([])
    expect(warnings).toEqual([
      'mesh "robot/box.gltf": has textures or names files, which three.js reads in browsers alone'
    ])
  })

  it.each([
    [[{}], /^meshes\[0\]\.purpose: expected "visual" or "collision", found undefined/],
    [[mesh('a.stl', { scale: [1, 1] as never })], 'meshes[0].scale: expected 3 numbers, found 2'],
    [[mesh(3 as never)], 'meshes[0].uri: expected a string, found 3'],
    [undefined, /^meshes: cannot be read/]
  ])('of no meshes at all is an error: %o', async (meshes, message) => {
    const call = loadMeshes(meshes as never, resolve)
    await expect(call).rejects.toThrow(MechanismError)
    await expect(call).rejects.toThrow(message)
  })
})

describe('a view', () => {
  const poses = [0, 0, 5, 0, 0, 0, 1, 0, 0, 6, 0, 0, 0, 1]

  it('moves meshes with their bodies', async () => {
    const loaded = await loadMeshes(
      [
        mesh('box.stl'),
        mesh('box.obj', { body: 'hand' }),
        mesh('box.glb', { body: 'world' }),
        mesh('box.stl', { purpose: 'collision' })
      ],
      resolve
    )
    const view = new MechanismView(mechanism, { up: 'z', meshes: loaded })
    expect(meshesIn(view)).toHaveLength(3)
    view.update(poses)
    expect(boxOf(view.body('arm'))).toEqual([
      [0, 0, 5],
      [1, 2, 8]
    ])
    expect(boxOf(view.body('hand'))).toEqual([
      [0, 0, 6],
      [1, 2, 9]
    ])
    expect(boxOf(view.body('world'))).toEqual([[0, 0, 0], [...size]])
  })

  it('draws nothing else of bodies that have any, and all of those that have none', async () => {
    const drawn = async (...meshes: readonly MeshReference[]) => {
      const view = new MechanismView(mechanism, { meshes: await loadMeshes(meshes, resolve) })
      const instances = view.children.flatMap((each) => (each instanceof InstancedMesh ? each : []))
      return instances.reduce((sum, { count }) => sum + count, 0)
    }
    const [both, one, none] = [
      await drawn(mesh('box.stl'), mesh('box.stl', { body: 'hand' })),
      await drawn(mesh('box.stl')),
      await drawn(mesh('none.stl'))
    ]
    expect(both).toBe(0)
    expect(one).toBeGreaterThan(0)
    expect(none).toBeGreaterThan(one)
  })

  it('may show what is for touching, and several views the same', async () => {
    const loaded = await loadMeshes([mesh('box.stl', { purpose: 'collision' })], resolve)
    const views = [new MechanismView(mechanism), new MechanismView(mechanism)]
    for (const view of views) loaded.addTo(view, 'collision')
    for (const view of views) expect(meshesIn(view)).toHaveLength(1)
  })

  it('refuses meshes of bodies that it has not', async () => {
    const loaded = await loadMeshes([mesh('box.stl', { body: 'hnad' })], resolve)
    const call = () => new MechanismView(mechanism, { meshes: loaded })
    expect(call).toThrow('body: no body is named "hnad"; did you mean "hand"?')
    expect(() => new MechanismView(mechanism, { meshes: [] as never })).toThrow(/^meshes: expected/)
  })
})

it('frees what was loaded, each once', async () => {
  const loaded = await loadMeshes(
    ['box.stl', 'box.stl', 'box.glb'].map((uri) => mesh(uri)),
    resolve
  )
  const freed: unknown[] = []
  for (const { object } of loaded.meshes)
    for (const { geometry, material } of meshesIn(object)) {
      const note = () => freed.push(geometry)
      if (!freed.includes(geometry)) geometry.addEventListener('dispose', note)
      ;(material as MeshStandardMaterial).addEventListener('dispose', () => freed.push(material))
    }
  loaded.dispose()
  expect(new Set(freed).size).toBe(4)
})

describe('a resolver', () => {
  it.each([
    ['a.stl', 'https://host/robots/a.stl'],
    ['meshes/a b.stl', 'https://host/robots/meshes/a%20b.stl'],
    ['package://arm/meshes/a.stl', 'https://host/robots/arm/meshes/a.stl'],
    ['package://hand/a.stl', 'file:///opt/hand/a.stl'],
    ['model://hand/a.stl', 'file:///opt/hand/a.stl'],
    ['file:///a.stl', 'file:///a.stl'],
    ['https://other/a.stl', 'https://other/a.stl']
  ])('by URL finds %s', (uri, expected) => {
    const packages = { hand: 'file:///opt/hand' }
    expect(meshUrl(uri, 'https://host/robots', { packages }).href).toBe(expected)
  })

  it('by URL reports what is no folder', () => {
    expect(() => meshUrl('a.stl', 'robots')).toThrow(
      'base: expected the URL of a folder, found "robots"'
    )
    expect(() => meshUrl('a.stl', 'https://a', { package: {} } as never)).toThrow(MechanismError)
  })

  it('by URL fetches', async () => {
    const folder = `data:application/octet-stream;base64,`
    const url = folder + Buffer.from(boxStl(size)).toString('base64')
    const { meshes, warnings } = await loadMeshes([mesh(`${url}#a.stl`)], urlResolver('file:///'))
    expect(warnings).toEqual([])
    expect(boxOf(meshes[0]!.object)).toEqual([[0, 0, 0], [...size]])
  })

  it('by files takes that whose path ends most like the uri', async () => {
    const file = (text: string) => new Blob([text])
    const resolver = fileResolver(
      new Map([
        ['robots/left/meshes/a.stl', file('left')],
        ['robots/right/meshes/a.stl', file('right')],
        ['robots\\deep\\down\\b.stl', file('deep')],
        ['b.stl', file('near')]
      ])
    )
    const found = async (uri: string) => ((await resolver(uri)) as Blob).text()
    expect(await found('package://right/meshes/a.stl')).toBe('right')
    expect(await found('package://robots/left/meshes/a.stl')).toBe('left')
    expect(await found('../left/other/../meshes/a.stl')).toBe('left')
    expect(await found('file:///home/me/down/b.stl')).toBe('deep')
    expect(await found('b.stl')).toBe('near')
    expect(() => resolver('meshes/c.stl')).toThrow(/^no file is named "c\.stl".*\(files: /)
  })

  it('by files takes those of a folder that a browser gives', async () => {
    const file = (path: string) => {
      const made = new File([path], path.split('/').at(-1)!)
      return Object.defineProperty(made, 'webkitRelativePath', { value: path })
    }
    const resolver = fileResolver([
      file('arm/meshes/a.stl'),
      file('arm/old/a.stl'),
      new File(['b'], 'b.stl')
    ])
    expect(await ((await resolver('package://x/old/a.stl')) as Blob).text()).toBe('arm/old/a.stl')
    expect(await ((await resolver('b.stl')) as Blob).text()).toBe('b')
    expect(() => fileResolver([3] as never)).toThrow(MechanismError)
  })
})

it('of the simulation ride on it', async () => {
  const loaded = await loadMeshes([mesh('box.stl')], resolve)
  using simulation = linkwork.simulate(mechanism, { step: 0.01 })
  const view = new MechanismView(simulation, { up: 'z', meshes: loaded })
  simulation.advance(0.1)
  view.update()
  expect(boxOf(view.body('arm'))[0]![2]).toBeCloseTo(simulation.poses[2]!, 6)
})
